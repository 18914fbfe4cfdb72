"""Everything that can go wrong in this package, as a small tree under `MgcError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from mgc.source import Source


class CommandError(Exception):
    """What our commands tell in one message; `exit_status` is what they end with."""

    exit_status = 2


class MgcError(CommandError):
    """The root of this package's errors."""


class ProgramError(MgcError):
    """A mistake in a Mountain Goat program.

    `str(error)` is the complete message: place, what is wrong, the source line and a caret.
    `line` and `column` count from 1.
    """

    exit_status = 1

    def __init__(self, message: str, source: Source, line: int, column: int) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        super().__init__(source.describe(message, line, column))


class SizeMismatchError(MgcError):
    """Two `?` sizes disagree in an actual call: the program ends there.

    `message` names the operation and the sizes; `printed` holds what was printed before.
    """

    exit_status = 1

    def __init__(self, message: str, printed: list[np.ndarray]) -> None:
        self.message = message
        self.printed = printed
        super().__init__(message)


class FileError(MgcError):
    """A file that is missing, unreadable or not UTF-8, or that cannot be written."""


class MissingToolError(MgcError):
    """An external tool is not there or cannot be run; the message says how to get or name it."""


class ToolFailedError(MgcError):
    """An external tool ended with an error, which the message quotes."""

    exit_status = 1


class ModuleTextError(MgcError):
    """The text of an `mg` module, from an external compiler, cannot be read."""


class OutOfMemoryError(MgcError):
    """The memory that a program needs for its values cannot be had."""

    exit_status = 1


class UnknownPassError(MgcError):
    """A pass was asked for by a name that no pass has."""
