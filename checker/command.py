"""The command `autograd`, run for its exit status and its words."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from typing import TypeAlias

# The built-in front end, and nothing that an earlier run has left.
_ENVIRONMENT = {"MGC": "", "MGC_CACHE": ""}


@dataclass(frozen=True)
class Finished:
    """How a command ended."""

    status: int
    output: str
    errors: str


Runner: TypeAlias = Callable[[Sequence[str]], Finished]


def run_command(arguments: Sequence[str]) -> Finished:
    """Run the installed command in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "autograd", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **_ENVIRONMENT},
    )
    return Finished(process.returncode, process.stdout, process.stderr)


def run_in_process(arguments: Sequence[str]) -> Finished:
    """Run the command as it is loaded in this process, whichever version that is."""
    output, errors = StringIO(), StringIO()
    with _environment(), redirect_stdout(output), redirect_stderr(errors):
        try:
            status = import_module("autograd.cli").main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    return Finished(status, output.getvalue(), errors.getvalue())


@contextmanager
def _environment() -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(_ENVIRONMENT)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


_runner: Runner = run_command


def use(runner: Runner) -> None:
    """Choose how checks run the command."""
    global _runner
    _runner = runner


def autograd_on(program: str, *arguments: str) -> Finished:
    """Run the command on a program given as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".mg", encoding="utf-8") as file:
        file.write(program)
        file.flush()
        return _runner([file.name, *arguments])
