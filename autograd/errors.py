"""Everything that can go wrong in this package, as a small tree under `AutogradError`."""

from __future__ import annotations

from mgc.source import Source


class AutogradError(Exception):
    """The root of this package's errors. `exit_status` is what the command ends with."""

    exit_status = 1


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


def placed(message: str, source: Source, line: int) -> str:
    """`message` with its place in the program and the source line, where the line is known."""
    if line == 0 or line > len(source.lines):
        return message
    text = source.lines[line - 1]
    column = len(text) - len(text.lstrip()) + 1
    return f"{source.name}:{line}:{column}: error: {message}\n{source.excerpt(line, column)}"
