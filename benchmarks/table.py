"""Tables: of a workload, for each system its best time, its median and the ratio to ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from benchmarks.workload import Round

_HEADER = (
    "system",
    "best",
    "median",
    "best / ours",
    "least processor time",
    "stages",
    "peak memory",
)


def table(title: str, rounds: Mapping[str, Sequence[Round]]) -> str:
    """A Markdown table of one workload.

    Args:
        title: its heading.
        rounds: the measurements of each system; the others are divided by the first.
    """
    base = _best(next(iter(rounds.values()))).seconds
    rows = [_HEADER, *(_row(name, measured, base) for name, measured in rounds.items())]
    return f"### {title}\n\n{columns(rows)}\n"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first row its header, without the columns that are empty below it."""
    kept = [k for k in range(len(rows[0])) if any(row[k] for row in rows[1:])]
    widths = [max(len(row[k]) for row in rows) for k in kept]
    lines = [
        "| " + " | ".join(row[k].ljust(width) for k, width in zip(kept, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _best(measured: Sequence[Round]) -> Round:
    return min(measured, key=lambda one: one.seconds)


def _row(name: str, measured: Sequence[Round], base: float) -> tuple[str, ...]:
    best = _best(measured)
    processor = min(one.processor_seconds for one in measured)
    return (
        name,
        time_text(best.seconds),
        time_text(median(one.seconds for one in measured)),
        f"{best.seconds / base:.2f}",
        time_text(processor) if processor else "",
        ", ".join(f"{stage} {time_text(seconds)}" for stage, seconds in best.stages.items()),
        f"{max(one.peak_bytes for one in measured) / 2**20:.0f} MiB" if best.peak_bytes else "",
    )


def time_text(seconds: float) -> str:
    """Three digits with the unit that suits them."""
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"
