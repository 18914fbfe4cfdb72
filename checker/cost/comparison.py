"""Counts against counts that were stored: exactly on the same machine, by percentage elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.cost.listing import shown

# What a count may grow by, in percent: on the machine of the stored counts, and on another.
TOLERANCE_HERE = 1.0
TOLERANCE_ELSEWHERE = 25.0


@dataclass(frozen=True)
class Growth:
    """A count that grew past what is allowed, with the lines that grew most."""

    program: str
    variant: str
    build: str
    stored: int
    measured: int
    lines: list[str]

    def sentence(self) -> str:
        """The whole finding in words."""
        percent = 100 * (self.measured / self.stored - 1)
        told = "".join(f"\n      {line}" for line in self.lines)
        return (
            f"{self.program}, {self.variant}, {self.build}: {self.stored:,} instructions grew to "
            f"{self.measured:,} ({percent:+.1f}%){told}"
        )


def how_comparable(stored: Mapping[str, Any], measured: Mapping[str, Any]) -> tuple[str, float]:
    """How two documents of counts can be compared, in words, and the growth allowed in percent."""
    differing = [
        key for key, value in measured["machine"].items() if stored["machine"].get(key) != value
    ]
    if differing:
        return (
            f"by percentage, since {' and '.join(differing)} differ: {TOLERANCE_ELSEWHERE:g}% "
            "is allowed",
            TOLERANCE_ELSEWHERE,
        )
    if stored["compiler"] == measured["compiler"]:
        return "exactly: machine, tools and compiler are those of the stored counts", 0.0
    return (
        f"the compiler has changed on the same machine: {TOLERANCE_HERE:g}% is allowed",
        TOLERANCE_HERE,
    )


def growths(
    stored: Mapping[str, Any], measured: Mapping[str, Any], texts: Mapping[str, str]
) -> list[Growth]:
    """What grew past the allowance of `how_comparable`.

    Args:
        stored: a document of counts.
        measured: another one.
        texts: the measured programs' texts by `program variant`.
    """
    _, allowed = how_comparable(stored, measured)
    return list(_growths(stored, measured, texts, allowed))


def _growths(
    stored: Mapping[str, Any],
    measured: Mapping[str, Any],
    texts: Mapping[str, str],
    allowed: float,
) -> Iterator[Growth]:
    for program, variants in measured["programs"].items():
        for variant, counts in variants.items():
            known = stored["programs"].get(program, {}).get(variant, {}).get("builds", {})
            for build, figures in counts["builds"].items():
                before = known.get(build)
                if before is None:
                    continue  # measured for the first time
                limit = before["total"] * (1 + allowed / 100)
                if figures["total"] > limit:
                    text = texts.get(f"{program} {variant}", "")
                    lines = _grown_lines(before["lines"], figures["lines"], text)
                    yield Growth(program, variant, build, before["total"], figures["total"], lines)


def _grown_lines(before: Mapping[str, int], after: Mapping[str, int], text: str) -> list[str]:
    """The three lines that grew most."""
    source = text.splitlines()
    grown = sorted(
        ((cost - before.get(number, 0), int(number)) for number, cost in after.items()),
        reverse=True,
    )
    return [
        f"line {number} by {growth:,}: {shown(source[number - 1]) if source else ''}"
        for growth, number in grown[:3]
        if growth > 0
    ]
