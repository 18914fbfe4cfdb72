"""Outcomes as text: the report of all checks, and the table of one program."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from checker.check import GROUPS
from checker.outcome import Outcome

_BOUNDS = (1e-12, 1e-10, 1e-8)


def report_text(outcomes: Iterable[Outcome]) -> str:
    """All outcomes, group by group, and a last line that says whether all passed.

    Times are left out: the same outcomes give the same bytes.
    """
    outcomes = list(outcomes)
    lines = []
    for number, (group, sentence) in enumerate(GROUPS.items(), start=1):
        members = [outcome for outcome in outcomes if outcome.group == group]
        if members:
            lines.append(f"-- {number}. {sentence}")
            lines.extend(line for outcome in members for line in _lines(outcome))
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if failed:
        lines.append(f"{len(failed)} of {len(outcomes)} checks failed:")
        lines.extend(f"  {outcome.id}" for outcome in failed)
    else:
        lines.append(f"all {len(outcomes)} checks pass")
    return "\n".join(lines) + "\n"


def report_json(outcomes: Iterable[Outcome]) -> str:
    """All outcomes as one JSON document."""
    return json.dumps([outcome.to_json() for outcome in outcomes], indent=1) + "\n"


def _lines(outcome: Outcome) -> Sequence[str]:
    if not outcome.passed:
        word = "FAIL" if outcome.verdict == "failed" else "CRASH"
        told = outcome.detail.strip().splitlines() or [""]
        return [f"  {word:5}{outcome.sentence}", *(f"         {line}" for line in told)]
    error = "" if outcome.worst is None else f"; worst {_order(outcome.worst)}"
    detail = f" ({outcome.detail}{error})" if outcome.detail or error else ""
    return [f"  ok   {outcome.sentence}{detail.replace('(; ', '(')}"]


def _order(error: float) -> str:
    """The size of an error, in wide steps: its digits depend on the processor's mathematics."""
    bound = next((bound for bound in _BOUNDS if error <= bound), None)
    return f"{error:.1e}" if bound is None else f"below {bound:g}"
