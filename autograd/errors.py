"""Everything that can go wrong in this package, as a small tree under `AutogradError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mgc.errors import CommandError

if TYPE_CHECKING:
    from mgc.source import Source


class AutogradError(CommandError):
    """The root of this package's errors.

    `str(error)` is the complete message: with the place in the program and the source line where
    the line is known (it counts from 1), else with the name of the command.
    """

    exit_status = 1

    def __init__(self, message: str, source: Source | None = None, line: int = 0) -> None:
        super().__init__(_complete(message, source, line))


class RequestError(AutogradError):
    """What was asked for does not exist in the program: a name, a print, a rate."""

    exit_status = 2


class LossError(AutogradError):
    """The chosen print cannot be differentiated: it is not 1x1, or the program ends before it."""


class IndependentLossError(AutogradError):
    """The loss does not depend on a parameter, or only through comparisons."""


class MissingRuleError(AutogradError):
    """An operation that has no rule."""


class UnwritableError(AutogradError):
    """A module that has no Mountain Goat source, such as one with a NaN in a literal."""


class ComparisonWarning(UserWarning):
    """A parameter reaches the loss through a comparison as well as along a smooth path."""


def _complete(message: str, source: Source | None, line: int) -> str:
    if source is None or not 0 < line <= len(source.lines):
        return f"autograd: error: {message}"
    text = source.lines[line - 1]
    return source.describe(message, line, len(text) - len(text.lstrip()) + 1)
