"""A small project of its own: steps that take a moment, for stopping runs at any point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.tasks.project import ROOT

_DODO = '''
"""Sixteen steps in four chains, each a little slow, and one that joins them."""

import time
from pathlib import Path

from mgc.files import write_whole
from tasks.doit_state import NeverModified
from tasks.group import group
from tasks.step import Step

DOIT_CONFIG = {
    "num_process": 2,
    "continue": True,
    "reporter": "steps",
    "backend": "no-memory",
    "check_file_uptodate": NeverModified,
}


def extend(source, target):
    time.sleep(SECONDS)
    write_whole(Path(target), Path(source).read_text() + target + "\\n")


def join(sources, target):
    write_whole(Path(target), "".join(Path(source).read_text() for source in sources))


def steps():
    ends = []
    for chain in range(4):
        source = "start.txt"
        for place in range(4):
            target = f"outputs/{chain}-{place}.txt"
            yield Step(target[8:-4], "extend", extend, (source,), (target,),
                       {"source": source, "target": target})
            source = target
        ends.append(source)
    yield Step("all", "join", join, tuple(ends), ("outputs/all.txt",),
               {"sources": ends, "target": "outputs/all.txt"})


def task_make():
    return group("make the files", steps())
'''


@dataclass
class Toy:
    """The small project in a folder, with or without a cache."""

    folder: Path
    cache: Path | None = None

    @classmethod
    def in_folder(cls, folder: Path, cache: Path | None = None, seconds: float = 0.02) -> Toy:
        folder.mkdir(parents=True)
        (folder / "dodo.py").write_text(_DODO.replace("SECONDS", str(seconds)))
        (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
        (folder / "start.txt").write_text("start\n")
        return cls(folder, cache)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start `doit` in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "doit", *arguments],
            cwd=self.folder,
            env={**os.environ, "MG_CACHE_DIR": str(self.cache or ""), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def doit(self, *arguments: str) -> str:
        """Run `doit`, expect it to succeed, and return what it said."""
        process = self.start(*arguments)
        said, _ = process.communicate()
        assert process.returncode == 0, said
        return said

    def outputs(self) -> Mapping[str, bytes]:
        """Every file in `outputs/`, hidden ones included."""
        return {path.name: path.read_bytes() for path in (self.folder / "outputs").iterdir()}


def worker_ids(run: int) -> list[int]:
    """The processes that a run has started and that still live."""
    return [int(word) for word in Path(f"/proc/{run}/task/{run}/children").read_text().split()]
