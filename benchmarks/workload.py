"""What a workload is, and the two ways of measuring an entrant."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, Self

from benchmarks.environment import BUILD, ROOT
from mgc.files import write_whole


class EntrantFailedError(Exception):
    """An entrant ended with an error, or computed something else than the others."""


@dataclass(frozen=True)
class Round:
    """One measurement: seconds, of which each stage took so many, and peak memory in bytes.

    `processor_seconds` are those in which the processor worked for it, which other work on the
    machine makes hardly longer.
    """

    seconds: float
    stages: Mapping[str, float] = field(default_factory=dict)
    peak_bytes: int = 0
    processor_seconds: float = 0.0


class Entrant(Protocol):
    """A system that takes part: a context in which it can be measured again and again."""

    name: str
    is_ours: bool

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def measure(self) -> Round: ...

    def result(self) -> float: ...


@dataclass(frozen=True)
class Workload:
    """One comparison, in so many rounds, in each of which every entrant is measured once.

    `entrants` prepares what they need, such as files, outside all timing; ours come first. Their
    results must agree to `tolerance`, relative to `expected`, or to our first where it is None.
    """

    name: str
    title: str
    entrants: Callable[[], list[Entrant]]
    rounds: int
    tolerance: float = 1e-9
    expected: float | None = None


class Worker:
    """A process that holds a computation ready; a round is many calls; see `benchmarks.serve`."""

    def __init__(self, name: str, command: list[str], *, is_ours: bool = False) -> None:
        self.name = name
        self.is_ours = is_ours
        self._command = command

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._result = self._read()
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def measure(self) -> Round:
        """The seconds of one call, over a round of calls."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended_early() from None
        return Round(self._read())

    def result(self) -> float:
        """The number by which systems are compared."""
        return self._result

    def _read(self) -> float:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._ended_early()
        return float(line)

    def _ended_early(self) -> EntrantFailedError:
        return EntrantFailedError(f"{self.name} ended early; its message stands above")


class Commands:
    """Fresh processes, one after the other, timed from start to end; the last one prints.

    `stages` gives each command its name. The result is the first or the last 1x1 matrix printed.
    With an `environment` of their own the commands run once before they are measured, to fill the
    cache that it names.
    """

    def __init__(
        self,
        name: str,
        stages: Mapping[str, list[str]],
        *,
        is_ours: bool = False,
        last: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.is_ours = is_ours
        self._stages = stages
        self._last = last
        self._environment = environment
        self._printed = b""

    def __enter__(self) -> Self:
        if self._environment is not None:
            self.measure()
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def measure(self) -> Round:
        """The seconds and the peak memory of all commands."""
        stages: dict[str, float] = {}
        used = []
        for stage, command in self._stages.items():
            start = time.perf_counter()
            used.append(self._run(command))
            stages[stage] = time.perf_counter() - start
        return Round(
            sum(stages.values()),
            stages if len(stages) > 1 else {},
            max(usage.ru_maxrss for usage in used) * 1024,
            sum(usage.ru_utime + usage.ru_stime for usage in used),
        )

    def result(self) -> float:
        """The number by which systems are compared."""
        found = re.findall(rb"\[\[([^],]+)\]\]", self._printed)
        if not found:
            raise EntrantFailedError(f"{self.name} printed no 1x1 matrix")
        return float(found[-1 if self._last else 0])

    def _run(self, command: list[str]) -> resource.struct_rusage:
        output = BUILD / "printed.txt"
        with output.open("wb") as file:
            environment = {**os.environ, **(self._environment or {})}
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file)
            # Not `wait`: only this call tells what this one child used.
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise EntrantFailedError(f"{self.name} failed; its message stands above")
        self._printed = output.read_bytes()
        return usage


def place(name: str) -> str:
    """The path of a file that entrants write."""
    return str(BUILD / name)


def written(name: str, text: str) -> str:
    """Write a file that entrants read; returns its path."""
    write_whole(BUILD / name, text)
    return place(name)
