"""The parts of a generated program, as its `# ----` comments divide it."""

from __future__ import annotations

from collections.abc import Mapping

_MARK = "# ---- "
_WHOLE = "program"


def section_costs(text: str, lines: Mapping[int, int]) -> dict[str, int]:
    """The cost of each section, forward, backward, update and so on, summed over steps."""
    costs: dict[str, int] = {}
    section = _WHOLE
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_MARK):
            section = _name(line.removeprefix(_MARK))
        if number in lines:
            costs[section] = costs.get(section, 0) + lines[number]
    return costs


def _name(title: str) -> str:
    """`step 3: backward` and `backward: from the loss ...` are both `backward`."""
    first, _, second = title.partition(": ")
    return second.split(":")[0] if first.startswith("step ") else first
