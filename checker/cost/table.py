"""The table of costs: each big program by hand, generated, and as its loss alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checker.cost.measure import BUILDS, DEFAULT, Build, Measurement

VARIANTS = ("loss only", "hand-derived", "generated", "simplified")
_SHORT = Build(2, simplify=True)
_COLUMNS = (
    (Build(0), "total"),
    (Build(0), "inside"),
    (DEFAULT, "total"),
    (DEFAULT, "inside"),
    (DEFAULT, "computing"),
    (_SHORT, "total"),
)


def counts_of(measurement: Measurement) -> dict[str, Any]:
    """A measurement's figures as JSON values."""
    return {
        "lets": measurement.lets,
        "bytes": measurement.size,
        "builds": {
            str(build): {
                "total": profile.total,
                "inside": profile.inside,
                "computing": measurement.computing(build),
                "lines": profile.lines,
            }
            for build, profile in measurement.profiles.items()
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
        + "".join(f" {f'{figure} {build}':>{_width(build, figure)}}" for build, figure in _COLUMNS),
    ]
    for program, variants in programs.items():
        for variant in VARIANTS:
            lines.append(_row(program, variant, variants[variant]))
    lines += ["", *_ratios(programs)]
    return "\n".join(lines) + "\n"


def _row(program: str, variant: str, counts: Mapping[str, Any]) -> str:
    figures = "".join(
        f" {_figure(counts, build, figure):{_width(build, figure)},}" for build, figure in _COLUMNS
    )
    return f"{program:24} {variant:13} {counts['lets']:5} {counts['bytes']:8,}{figures}"


def _ratios(programs: Mapping[str, Mapping[str, Any]]) -> Sequence[str]:
    lines = [f"{'ratio':56}" + "".join(f"{build!s:>16}" for build in BUILDS)]
    for program, variants in programs.items():
        for title, figure, above, below in (
            ("generated / hand-derived, total", "total", "generated", "hand-derived"),
            ("simplified / hand-derived, total", "total", "simplified", "hand-derived"),
            ("gradients / loss only, inside", "inside", "generated", "loss only"),
            ("gradients / loss only, computing", "computing", "generated", "loss only"),
        ):
            ratios = "".join(
                f"{_figure(variants[above], k, figure) / _figure(variants[below], k, figure):16.3f}"
                for k in BUILDS
            )
            lines.append(f"{f'{program}: {title}':56}{ratios}")
    return lines


def _figure(counts: Mapping[str, Any], build: Build, figure: str) -> int:
    count: int = counts["builds"][str(build)][figure]
    return count


def _width(build: Build, figure: str) -> int:
    return max(12, len(f"{figure} {build}"))
