"""A program with what each of its lines costs, as text."""

from __future__ import annotations

from collections.abc import Iterator

from checker.cost.measure import DEFAULT, Measurement
from checker.cost.sections import section_costs

_WIDTH = 100

FUSION_NOTE = (
    "Above -O0 several lines may be computed together; their cost stands on the first of them."
)


def listing_text(measurement: Measurement) -> str:
    """The totals, then the program with the instructions of each line, however it was compiled."""
    return "\n".join(_lines(measurement)) + "\n"


def shown(line: str) -> str:
    """A source line, cut where a literal would run on."""
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 3]}..."


def total_rows(measurement: Measurement) -> dict[str, list[int]]:
    """What the totals are of, with one figure for each way it was compiled."""
    profiles = measurement.profiles.values()
    rows = {
        "in all": [profile.total for profile in profiles],
        "in the compiled program": [profile.inside for profile in profiles],
        "start-up and whatever belongs to no line": [profile.rest for profile in profiles],
    }
    sections = [section_costs(measurement.text, profile.lines) for profile in profiles]
    for name in dict.fromkeys(name for costs in sections for name in costs):
        rows[name] = [costs.get(name, 0) for costs in sections]
    return rows


def _lines(measurement: Measurement) -> Iterator[str]:
    yield f"{measurement.name}: instructions executed, as callgrind counts them"
    yield FUSION_NOTE
    yield ""
    headings = "".join(f"{build!s:>15}" for build in measurement.profiles)
    yield headings
    for name, totals in total_rows(measurement).items():
        yield "".join(f"{total:15,}" for total in totals) + f"  {name}"
    yield ""
    yield headings + f"{f'of {DEFAULT}':>9}  line"
    costs = measurement.profiles[DEFAULT].lines
    of_lines = sum(costs.values()) or 1
    for number, line in enumerate(measurement.text.splitlines(), start=1):
        figures = "".join(
            f"{profile.lines[number]:15,}" if number in profile.lines else " " * 15
            for profile in measurement.profiles.values()
        )
        share = f"{100 * costs[number] / of_lines:8.2f}%" if number in costs else " " * 9
        yield f"{figures}{share}  {number:4} {shown(line)}".rstrip()
