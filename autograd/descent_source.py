"""The source of a descent, without building the program of every step.

After the first step, which writes the constants, every step is the one before it under other names.
So two steps are built, and those that follow are the second one with its names replaced.
"""

from __future__ import annotations

from collections.abc import Sequence

from autograd.descent_program import END, PARTS, abridged_descent, heading
from autograd.request import request
from autograd.source import Line, joined, source_lines
from autograd.values import FreshNames
from mgc.program import Program

_DIGITS = "0123456789"


def descent_text(
    program: Program, wrt: Sequence[str], steps: int, rate: float, loss: int = 0
) -> str:
    """The source of `descent(program, wrt, steps, rate, loss)`, written several times faster.

    Raises:
        AutogradError: as `descent` and `source_text`.
    """
    built = min(steps, 2)
    lines = source_lines(abridged_descent(request(program, wrt, loss), steps, rate, built))
    if steps > built:
        names = {*program.scalars, *(let.name for let in program.lets)}
        lines = _with_further_steps(lines, names, steps)
    return joined(lines)


def _with_further_steps(lines: list[Line], taken: set[str], steps: int) -> list[Line]:
    second, end = (lines.index([f"# {comment}"]) for comment in (heading(2, PARTS[0]), END))
    step = lines[second:end]
    parameters = _parameters(lines[:second], 1), _parameters(step, 2)
    fresh = FreshNames(taken, count=_number(_bound(step)[-1]))
    written = lines[:end]
    current = parameters[1]
    for number in range(3, steps + 1):
        names = _renaming(step, fresh) | dict(zip(parameters[0], current, strict=True))
        headings = {f"# {heading(2, part)}": f"# {heading(number, part)}" for part in PARTS}
        written += _renamed(step, names | headings)
        current = [names[name] for name in parameters[1]]
    names = _renaming(lines[end:], fresh) | dict(zip(parameters[1], current, strict=True))
    return written + _renamed(lines[end:], names)


def _parameters(lines: list[Line], step: int) -> list[str]:
    """What the parameters are called after a step, whose update ends the lines."""
    return _bound(lines[lines.index([f"# {heading(step, PARTS[-1])}"]) :])


def _bound(lines: list[Line]) -> list[str]:
    """The names that the lines bind, in order."""
    return [line[1] for line in lines if line[0] == "let "]


def _renaming(lines: list[Line], fresh: FreshNames) -> dict[str, str]:
    """For each name that the lines bind the next fresh one of its kind."""
    return {name: fresh.fresh(name.rstrip(_DIGITS)) for name in _bound(lines)}


def _number(name: str) -> int:
    return int(name.removeprefix(name.rstrip(_DIGITS)))


def _renamed(lines: list[Line], names: dict[str, str]) -> list[Line]:
    return [[names.get(piece, piece) for piece in line] for line in lines]
