"""Print the pipeline's figures as a table: `python -m benchmarks.pipeline [--all]`.

Runs in temporary folders with an empty cache, so that nothing in the tree changes. `--all` measures
a clean build of everything as well, which takes minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_SIZES = (50, 200, 800)
_PROGRAM = """# Generated for measuring.
# wrt: w
let x = [[{0}.5, -1.0], [2.0, 1.0]]
let w = [[1.0, 2.0], [3.0, 4.0]]
print col_sum(row_sum(relu(x @ w) * 2.0))
"""
_GENERATED_TASKS = ("generate", "execute")


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a line as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        for size in _SIZES:
            project = Path(folder) / str(size)
            _make_project(project)
            for number in range(size):
                program = project / f"examples/g{number:04d}.mg"
                program.write_text(_PROGRAM.format(number))
            _say(f"{size} examples, clean build", _seconds(project, *_GENERATED_TASKS))
            _say(f"{size} examples, nothing to do", _best(project, *_GENERATED_TASKS))
            (project / "examples/g0007.mg").write_text(_PROGRAM.format(size))
            _say(f"{size} examples, one edited", _seconds(project, *_GENERATED_TASKS))
        if "--all" in arguments:
            project = Path(folder) / "all"
            _make_project(project)
            shutil.copytree(_ROOT / "examples", project / "examples", dirs_exist_ok=True)
            shutil.copytree(_ROOT / "vendor", project / "vendor")
            _say("everything, clean build", _seconds(project, "all"))
            _say("everything, nothing to do", _best(project, "all"))
            shutil.rmtree(project / "build")
            shutil.rmtree(project / "outputs")
            _say("everything, fresh clone with a warm cache", _seconds(project, "all"))
            example = project / "examples/m03_broadcast.mg"
            example.write_text(example.read_text() + "print [[1.0]]\n")
            _say("m03_broadcast edited, plain doit", _seconds(project))
    return 0


def _make_project(project: Path) -> None:
    (project / "examples").mkdir(parents=True)
    for name in ("dodo.py", "pyproject.toml"):
        shutil.copy(_ROOT / name, project / name)


def _seconds(project: Path, *tasks: str) -> float:
    environment = {**os.environ, "MG_CACHE_DIR": str(project / "cache"), "MG_CACHE_URL": ""}
    started = time.perf_counter()
    subprocess.run(
        [str(_ROOT / "dev"), "doit", *tasks],
        cwd=project,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


def _best(project: Path, *tasks: str) -> float:
    return min(_seconds(project, *tasks) for _ in range(5))


def _say(what: str, seconds: float) -> None:
    print(f"{what:45} {seconds:8.2f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
