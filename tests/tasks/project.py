"""A copy of the project with few examples, in which `doit` can be run and files edited."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


_RESULT = re.compile(r"^\[ *\d+/\d+\] (\S+)$", re.MULTILINE)
_RESTORED = re.compile(r"^\[ *\d+/\d+\] (\S+) \(from the cache\)$", re.MULTILINE)


@dataclass
class Project:
    """A folder with its own copy of the packages, so that their code can be edited as well."""

    folder: Path

    @classmethod
    def with_examples(cls, folder: Path, *names: str) -> Project:
        ignore = shutil.ignore_patterns("__pycache__")
        for package in ("autograd", "checker", "mgc", "tasks"):
            shutil.copytree(ROOT / package, folder / package, ignore=ignore)
        shutil.copytree(ROOT / "vendor", folder / "vendor")
        for file in ("dodo.py", "pyproject.toml"):
            shutil.copy(ROOT / file, folder / file)
        (folder / "examples").mkdir()
        for name in names:
            shutil.copy(ROOT / "examples" / name, folder / "examples" / name)
        return cls(folder)

    @property
    def environment(self) -> dict[str, str]:
        """The copied packages win over the installed ones; no cache unless a test names one."""
        return {**os.environ, "PYTHONPATH": str(self.folder), "MG_CACHE_DIR": ""}

    def doit(
        self, *arguments: str, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run `doit`; the copied packages win over the installed ones."""
        return subprocess.run(
            [sys.executable, "-m", "doit", *arguments],
            cwd=self.folder,
            env={**self.environment, **(environment or {})},
            capture_output=True,
            text=True,
            check=False,
        )

    def made(self, *arguments: str, environment: dict[str, str] | None = None) -> set[str]:
        """Run `doit`, expect it to succeed, and return the tasks whose action ran."""
        run = self.doit(*arguments, environment=environment)
        assert run.returncode == 0, run.stdout + run.stderr
        return set(_RESULT.findall(run.stdout))

    def restored(self, *arguments: str, environment: dict[str, str] | None = None) -> set[str]:
        """Run `doit`, expect that no action runs, and return what came from the cache."""
        run = self.doit(*arguments, environment=environment)
        assert run.returncode == 0, run.stdout + run.stderr
        assert not _RESULT.findall(run.stdout)
        return set(_RESTORED.findall(run.stdout))

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace text that must be there, keeping the file's time of change."""
        file = self.folder / path
        before = file.stat()
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    def read(self, path: str) -> str:
        """The text of a file."""
        return (self.folder / path).read_text()

    def write(self, path: str, text: str) -> None:
        """Make or replace a file."""
        (self.folder / path).write_text(text, encoding="utf-8")
