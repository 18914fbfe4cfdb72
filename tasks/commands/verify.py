"""`doit verify`: everything made once more elsewhere, and compared with `outputs/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tasks.commands.base import GraphCommand
from tasks.step import Step

_OUTPUTS = "outputs/"
_ROOT = Path(__file__).resolve().parents[2]


class Verify(GraphCommand):
    """The test that what is committed is what the pipeline makes, byte for byte."""

    name = "verify"
    doc_purpose = "rebuild into a temporary folder without the cache, and compare outputs/"

    def _execute(self) -> int:
        steps = self.steps()
        with tempfile.TemporaryDirectory(prefix="doit-verify-") as folder:
            elsewhere = Path(folder)
            _copy_inputs([step for _, step in steps], elsewhere)
            run = _rebuild(elsewhere, [name for name, _ in steps])
            if run.returncode != 0:
                self.say(run.stdout + run.stderr)
                self.say("verify: the rebuild failed")
                return 1
            exact = [(name, step) for name, step in steps if not step.measured]
            problems = list(_differences(exact, elsewhere))
            measured = [(name, step) for name, step in steps if step.measured]
            for difference in _differences(measured, elsewhere):
                self.say(f"measured, so it may differ between machines: {difference}")
        if self.sel_default_tasks:
            every = [task.meta["step"] for task in self.task_list if task.meta]
            problems.extend(_strays(every))
        for problem in problems:
            self.say(problem)
        count = sum(path.startswith(_OUTPUTS) for _, step in exact for path in step.targets)
        self.say(
            f"verify: {len(problems)} problems in {count} files of {_OUTPUTS}"
            if problems
            else f"verify: all {count} files of {_OUTPUTS} came out the same"
        )
        return 1 if problems else 0


def _copy_inputs(steps: Sequence[Step], elsewhere: Path) -> None:
    made = {target for step in steps for target in step.targets}
    wanted = {path for step in steps for path in step.inputs} - made
    for path in {*wanted, "dodo.py", "pyproject.toml"}:
        if not Path(path).is_absolute():
            (elsewhere / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, elsewhere / path)


def _rebuild(elsewhere: Path, names: Sequence[str]) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")]),
        "MG_CACHE_DIR": "",
        "MG_CACHE_URL": "",
    }
    return subprocess.run(
        [sys.executable, "-m", "doit", "run", *names],
        cwd=elsewhere,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _differences(steps: Sequence[tuple[str, Step]], elsewhere: Path) -> Iterator[str]:
    for name, step in steps:
        for path in step.targets:
            if not path.startswith(_OUTPUTS):
                continue
            if not Path(path).exists():
                yield f"{path} is missing; `doit {name}` makes it"
            elif Path(path).read_bytes() != (elsewhere / path).read_bytes():
                yield f"{path} differs from what `doit {name}` makes{_where(path, elsewhere)}"


def _where(path: str, elsewhere: Path) -> str:
    here = Path(path).read_bytes().splitlines()
    there = (elsewhere / path).read_bytes().splitlines()
    for number, (ours, theirs) in enumerate(zip(here, there, strict=False), start=1):
        if ours != theirs:
            return f"\n    line {number} is  {ours.decode(errors='replace')[:100]}" + (
                f"\n    should be {' ' * len(str(number))} {theirs.decode(errors='replace')[:100]}"
            )
    return f"\n    it has {len(here)} lines and should have {len(there)}"


def _strays(steps: Sequence[Step]) -> Iterator[str]:
    """Files in `outputs/` that no task makes."""
    made = {target for step in steps for target in step.targets}
    for path in sorted(Path(_OUTPUTS).rglob("*")):
        if path.is_file() and path.as_posix() not in made:
            yield f"{path} is made by no task"
