"""Group 5: what must be refused, by the exit status and the words of the real command."""

from __future__ import annotations

from dataclasses import dataclass

from checker.check import Check
from checker.command import Finished, autograd_on
from checker.outcome import Finding

_PROGRAM = """\
let x = [[1.0, 2.0]]
let unused = [[3.0]]
let t = [[1.5, 0.5]]
print row_sum(x * x)
print x
print row_sum(ge(t, [[1.0]]))
"""


@dataclass(frozen=True)
class _Case:
    """What is asked of `_PROGRAM`, with more statements at its end or without, and the answer."""

    name: str
    sentence: str
    arguments: tuple[str, ...]
    status: int
    words: tuple[str, ...]
    more: str = ""


_CASES = (
    _Case(
        "shape",
        "a loss that is not 1x1 is refused with its shape and line",
        ("--wrt", "x", "--loss", "1"),
        1,
        (":5:1: error:", "1x1", "1x2", "print x"),
    ),
    _Case(
        "unknown",
        "an unknown name is refused with near ones",
        ("--wrt", "unusd"),
        2,
        ("'unusd'", "did you mean unused"),
    ),
    _Case(
        "unused",
        "a matrix that the loss does not use is refused by name",
        ("--wrt", "x,unused"),
        1,
        ("does not depend on 'unused'",),
    ),
    _Case(
        "flat",
        "a matrix that reaches the loss only through a comparison is refused",
        ("--wrt", "t", "--loss", "2"),
        1,
        ("'t' only through a comparison", "line 6"),
    ),
    _Case(
        "loss-number",
        "a print that does not exist is refused with how many there are",
        ("--wrt", "x", "--loss", "3"),
        2,
        ("no print number 3", "3 prints"),
    ),
    _Case("no-wrt", "a missing --wrt is refused", (), 2, ("--wrt",)),
    _Case(
        "twice",
        "the same name twice is refused",
        ("--wrt", "x,x"),
        2,
        ("'x' is asked for twice",),
    ),
    _Case(
        "computed-descent",
        "a descent on a computed matrix is refused",
        ("--wrt", "h", "--loss", "3", "--descend", "1", "--lr", "0.5"),
        2,
        ("'h' is computed",),
        "let h = x * x\nprint row_sum(h * h)\n",
    ),
)


def refusal_checks() -> list[Check]:
    """One check for each refusal."""
    return [_check(case) for case in _CASES]


def _check(case: _Case) -> Check:
    def judge(program: str) -> Finding:
        return _judge(case, autograd_on(program, *case.arguments))

    return Check(
        f"refusals:{case.name}", "refusals", case.sentence, lambda: _PROGRAM + case.more, judge
    )


def _judge(case: _Case, finished: Finished) -> Finding:
    if finished.output:
        return Finding(False, "it was not refused: a program was written")
    if finished.status != case.status:
        return Finding(
            False, f"exit status {finished.status} instead of {case.status}: {finished.errors}"
        )
    if "Traceback" in finished.errors:
        return Finding(False, f"a traceback instead of a message: {finished.errors}")
    for words in case.words:
        if words not in finished.errors:
            return Finding(False, f"expected {words!r} in the message, not: {finished.errors}")
    return Finding(True, f"exit status {case.status}")
