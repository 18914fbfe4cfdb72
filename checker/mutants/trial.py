"""One mutant's trial: every check, in a forked child with a time limit."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from checker import command, generated
from checker.errors import BrokenBaselineError, KilledTrialError
from checker.mutants.apply import load, mutated_source, source_of
from checker.mutants.mutant import Mutant
from checker.outcome import Outcome, Verdict
from checker.suite import all_checks

TIME_LIMIT = 60.0

_NUMBER = re.compile(r"-?[0-9]+\.[0-9]+(?:e[-+][0-9]+)?")


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    CRASHED = "crashed"
    SURVIVED = "survived"
    NOT_REACHED = "not reached"
    TIMED_OUT = "timed out"


@dataclass(frozen=True)
class Trial:
    """A mutant's fate: the checks that found something wrong, and those that could not finish.

    `reason` is what the first of them said.
    """

    mutant: str
    fate: Fate
    killed_by: list[str] = field(default_factory=list)
    crashed: list[str] = field(default_factory=list)
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Trial:
        """The trial that `to_json` wrote."""
        return cls(**{**values, "fate": Fate(values["fate"])})


class Court:
    """The checks with what they expect, worked out once; trials inherit it by forking."""

    def __init__(self, folder: Path) -> None:
        """Prepare every check and run it on the differentiator as it is.

        Raises:
            BrokenBaselineError: a check fails.
        """
        self.checks = all_checks(folder)
        self._expected: dict[str, object] = {}
        command.use(command.run_in_process)
        for check in self.checks:
            self._expected[check.id] = check.prepare()
        generated.forget_written()
        failed = [outcome for outcome in self._outcomes() if not outcome.passed]
        if failed:
            told = "".join(f"\n  {outcome.id}: {outcome.detail}" for outcome in failed)
            raise BrokenBaselineError(f"the unbroken differentiator fails its checks:{told}")
        self._written = generated.forget_written()

    def try_mutant(self, mutant: Mutant, time_limit: float = TIME_LIMIT) -> Trial:
        """Fork a child, load the mutant there, run every check, and judge what comes back.

        Raises:
            MutantError: the mutant does not apply.
            KilledTrialError: somebody else killed the child.
        """
        mutated_source(mutant, source_of(mutant))
        try:
            report, status = run_forked(lambda: self._testimony(mutant), time_limit)
        except TimeoutError:
            return Trial(mutant.id, Fate.TIMED_OUT, reason=f"no end after {time_limit:g} s")
        if status == -signal.SIGKILL:
            raise KilledTrialError(
                f"error: the process that tried mutant {mutant.id} was killed, perhaps for want of "
                "memory; try again with fewer side by side"
            )
        if report is None:
            reason = f"the child ended with status {status}"
            return Trial(mutant.id, Fate.CRASHED, reason=reason)
        return self._judge(mutant, report)

    def _testimony(self, mutant: Mutant) -> dict[str, Any]:
        load(mutant)
        outcomes = [outcome.to_json() for outcome in self._outcomes()]
        return {"outcomes": outcomes, "written": generated.forget_written()}

    def _outcomes(self) -> list[Outcome]:
        return [check.judged(self._expected[check.id]) for check in self.checks]

    def _judge(self, mutant: Mutant, report: dict[str, Any]) -> Trial:
        outcomes = [Outcome.from_json(values) for values in report["outcomes"]]
        failed = [outcome for outcome in outcomes if outcome.verdict is Verdict.FAILED]
        crashed = [outcome for outcome in outcomes if outcome.verdict is Verdict.CRASHED]
        if failed:
            fate = Fate.KILLED
        elif crashed:
            fate = Fate.CRASHED
        elif report["written"] == self._written:
            fate = Fate.NOT_REACHED
        else:
            fate = Fate.SURVIVED
        first = (failed or crashed)[:1]
        return Trial(
            mutant.id,
            fate,
            [outcome.id for outcome in failed],
            [outcome.id for outcome in crashed],
            _reason(first[0].detail) if first else "",
        )


def _reason(detail: str) -> str:
    """The first line, its numbers in six digits: further ones may depend on the processor."""
    line = detail.partition("\n")[0]
    return _NUMBER.sub(lambda number: f"{float(number[0]):.6g}", line)


def run_forked(
    work: Callable[[], dict[str, Any]], time_limit: float
) -> tuple[dict[str, Any] | None, int]:
    """Run `work` in a forked child.

    Returns:
        What it returned, by way of JSON, and 0; or None and the child's status, negative for the
        signal that ended it.

    Raises:
        TimeoutError: the time is up, and the child was killed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(work, writing)
    os.close(writing)
    text = _read_until(reading, time.monotonic() + time_limit)
    if text is None:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if text is None:
        raise TimeoutError
    if status != 0:
        return None, status
    values: dict[str, Any] = json.loads(text)
    return values, 0


def _child(work: Callable[[], dict[str, Any]], writing: int) -> None:
    status = 1
    try:
        # What mutants print is no part of the report, and the terminal is the parent's.
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        with os.fdopen(writing, "w") as pipe:
            json.dump(work(), pipe)
        status = 0
    finally:
        # Past the parent's clean-up, which belongs to the parent.
        os._exit(status)


def _read_until(reading: int, deadline: float) -> str | None:
    """All that the child writes, or None when the time is up."""
    parts: list[bytes] = []
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                return None
            part = pipe.read(1 << 16)
            if not part:
                return b"".join(parts).decode()
            parts.append(part)
