"""The source of a descent, without building the program of every step.

After the first step, which writes the constants, every step is the one before it under other names.
So a few steps are built, and those that follow are the last of these with its names replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograd.descent_program import END, PARTS, abridged_descent, heading
from autograd.request import request
from autograd.source import Line, joined, source_lines
from autograd.values import FreshNames
from mgc.program import Program

# The first step writes the constants; the fourth shows that the third can be continued.
_BUILT = 4
_DIGITS = "0123456789"


def descent_text(
    program: Program,
    wrt: Sequence[str],
    steps: int,
    rate: float,
    loss: int = 0,
    *,
    simplify: bool = False,
) -> str:
    """The source of `descent` of the same arguments, written several times faster.

    With `simplify` generated names may have other numbers.

    Raises:
        AutogradError: as `descent` and `source_text`.
    """
    asked = request(program, wrt, loss, simplify=simplify)
    built = min(steps, _BUILT)
    lines = source_lines(abridged_descent(asked, steps, rate, built, simplify=simplify))
    if steps > built:
        taken = {*asked.program.scalars, *(let.name for let in asked.program.lets)}
        continued = _continued(lines, taken, steps)
        if continued is None:
            continued = source_lines(abridged_descent(asked, steps, rate, steps, simplify=simplify))
        lines = continued
    return joined(lines)


def _continued(lines: list[Line], taken: set[str], steps: int) -> list[Line] | None:
    """The lines with further steps; none where the last step built is not one like the others."""
    starts = [lines.index([f"# {heading(step, PARTS[0])}"]) for step in range(2, _BUILT + 1)]
    end = lines.index([f"# {END}"])
    second, third, step = (
        lines[start:stop] for start, stop in zip(starts, [*starts[1:], end], strict=True)
    )
    earlier, previous, own = _bound(second), _bound(third), _bound(step)
    if not len(earlier) == len(previous) == len(own):
        return None
    if _stepped(third, _BUILT, _paired(earlier, previous) | _paired(previous, own)) != step:
        return None
    fresh = FreshNames(taken, count=max(map(_number, earlier + previous + own), default=0))
    written = lines[:end]
    present, following = previous, own
    for number in range(_BUILT + 1, steps + 1):
        present, following = following, [fresh.fresh(_prefix(name)) for name in own]
        written += _stepped(step, number, _paired(previous, present) | _paired(own, following))
    ending = {name: fresh.fresh(_prefix(name)) for name in _bound(lines[end:])}
    names = _paired(previous, present) | _paired(own, following) | ending
    return written + _renamed(lines[end:], names)


def _bound(lines: list[Line]) -> list[str]:
    """The names that the lines bind, in order."""
    return [line[1] for line in lines if line[0] == "let "]


def _paired(names: list[str], others: list[str]) -> dict[str, str]:
    return dict(zip(names, others, strict=True))


def _stepped(step: list[Line], number: int, names: Mapping[str, str]) -> list[Line]:
    """The lines of step `_BUILT`, or of the one before it, as those of another step."""
    headings = {
        f"# {heading(built, part)}": f"# {heading(number, part)}"
        for built in (_BUILT - 1, _BUILT)
        for part in PARTS
    }
    return _renamed(step, {**names, **headings})


def _renamed(lines: list[Line], names: Mapping[str, str]) -> list[Line]:
    return [[names.get(piece, piece) for piece in line] for line in lines]


def _prefix(name: str) -> str:
    return name.rstrip(_DIGITS)


def _number(name: str) -> int:
    """The number that a generated name ends in."""
    return int(name.removeprefix(_prefix(name)) or 0)
