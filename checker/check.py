"""A check: something expected, worked out without the differentiator, and a judgement of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checker.outcome import Finding, Outcome, Verdict

GROUPS = {
    "gradients": "every rule, against an independent reference",
    "ties": "ties and kinks, against values worked out by hand",
    "hand": "the hand-derived backward passes, and figures from an independent system",
    "descent": "training with the generated gradients",
    "refusals": "refusals",
    "simplified": "simplified programs",
}


@dataclass(frozen=True)
class Check:
    """One check.

    `prepare` works out what is expected; it does not depend on the differentiator, so its result
    can be shared by many versions of it. `judge` takes that result.
    """

    id: str
    group: str
    sentence: str
    prepare: Callable[[], Any]
    judge: Callable[[Any], Finding]

    def run(self) -> Outcome:
        """Prepare and judge."""
        started = time.perf_counter()
        try:
            expected = self.prepare()
        except Exception as error:
            return self._crashed(error, started)
        return self.judged(expected, started)

    def judged(self, expected: object, started: float | None = None) -> Outcome:
        """Judge by what was prepared before."""
        started = time.perf_counter() if started is None else started
        try:
            finding = self.judge(expected)
        except Exception as error:
            return self._crashed(error, started)
        verdict = Verdict.OK if finding.passed else Verdict.FAILED
        return self._outcome(verdict, finding, started)

    def _crashed(self, error: Exception, started: float) -> Outcome:
        finding = Finding(False, f"{type(error).__name__}: {error}")
        return self._outcome(Verdict.CRASHED, finding, started)

    def _outcome(self, verdict: Verdict, finding: Finding, started: float) -> Outcome:
        return Outcome(
            self.id,
            self.group,
            self.sentence,
            verdict,
            finding.detail,
            finding.worst,
            finding.where,
            time.perf_counter() - started,
        )
