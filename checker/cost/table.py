"""The table of costs: each big program by hand, generated, and as its loss alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checker.cost.measure import LEVELS, Measurement

VARIANTS = ("loss only", "hand-derived", "generated", "simplified")


def counts_of(measurement: Measurement) -> dict[str, Any]:
    """A measurement's figures as JSON values."""
    return {
        "lets": measurement.lets,
        "bytes": measurement.size,
        "levels": {
            f"O{level}": {
                "total": measurement.profiles[level].total,
                "inside": measurement.profiles[level].inside,
                "computing": measurement.computing(level),
                "lines": measurement.profiles[level].lines,
            }
            for level in LEVELS
        },
    }


def table_text(programs: Mapping[str, Mapping[str, Any]]) -> str:
    """The table, and the ratios below it.

    Args:
        programs: for each program the counts of each variant.
    """
    lines = [
        "Instructions executed, as callgrind counts them; `inside` leaves out start-up, and",
        "`computing` printing as well.",
        "",
        f"{'program':24} {'variant':13} {'lets':>5} {'bytes':>8}"
        + "".join(f" {f'total -O{k}':>12} {f'inside -O{k}':>12}" for k in LEVELS)
        + f" {'computing -O2':>14}",
    ]
    for program, variants in programs.items():
        for variant in VARIANTS:
            lines.append(_row(program, variant, variants[variant]))
    lines += ["", *_ratios(programs)]
    return "\n".join(lines) + "\n"


def _row(program: str, variant: str, counts: Mapping[str, Any]) -> str:
    figures = "".join(
        f" {counts['levels'][f'O{k}']['total']:12,} {counts['levels'][f'O{k}']['inside']:12,}"
        for k in LEVELS
    )
    computing = counts["levels"]["O2"]["computing"]
    return (
        f"{program:24} {variant:13} {counts['lets']:5} {counts['bytes']:8,}{figures} "
        f"{computing:14,}"
    )


def _ratios(programs: Mapping[str, Mapping[str, Any]]) -> Sequence[str]:
    lines = [f"{'ratio':56}" + "".join(f"{f'-O{k}':>8}" for k in LEVELS)]
    for program, variants in programs.items():
        for title, figure, above, below in (
            ("generated / hand-derived, total", "total", "generated", "hand-derived"),
            ("simplified / hand-derived, total", "total", "simplified", "hand-derived"),
            ("gradients / loss only, inside", "inside", "generated", "loss only"),
            ("gradients / loss only, computing", "computing", "generated", "loss only"),
        ):
            ratios = "".join(
                f"{_figure(variants[above], k, figure) / _figure(variants[below], k, figure):8.2f}"
                for k in LEVELS
            )
            lines.append(f"{f'{program}: {title}':56}{ratios}")
    return lines


def _figure(counts: Mapping[str, Any], level: int, figure: str) -> int:
    count: int = counts["levels"][f"O{level}"][figure]
    return count
