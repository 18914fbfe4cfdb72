"""The text of a program and how a place in it is shown to people."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path, PurePath
from typing import BinaryIO, NamedTuple

from mgc.errors import FileError

# A matrix literal can make a line of a hundred thousand characters; a message shows this many
# characters on either side of the caret.
_CONTEXT = 60

# Control characters move the cursor or do worse; a tab alone is shown as it is.
_UNSEEN = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - {ord("\t")}, "\ufffd")


class Source(NamedTuple):
    """A program's text, and the name by which messages call it."""

    name: str
    text: str

    @classmethod
    def from_file(cls, path: str | Path) -> Source:
        """Read a program.

        Raises:
            FileError: the file is missing, unreadable or not UTF-8.
        """
        name = str(path)
        try:
            with open(name, "rb") as file:  # a Path would take an empty name for the folder
                data = file.read()
        except OSError as error:
            raise FileError(
                f"{name or repr(name)}: error: cannot read it: {error.strerror}"
            ) from None
        return cls(name, _decoded(data, name))

    @classmethod
    def named(cls, name: str) -> Source:
        """Read the program that a command's user names; `-` is standard input.

        Raises:
            FileError: it is missing, unreadable or not UTF-8.
        """
        return cls.from_stream(sys.stdin.buffer) if name == "-" else cls.from_file(name)

    @classmethod
    def from_stream(cls, stream: BinaryIO) -> Source:
        """Read a program from an open stream, such as standard input.

        Raises:
            FileError: it is not UTF-8.
        """
        return cls("<stdin>", _decoded(stream.read(), "<stdin>"))

    @property
    def base_name(self) -> str:
        """The name without its folders; `?` stands for what is no character in it."""
        return PurePath(self.name).name.encode(errors="replace").decode()

    @property
    def lines(self) -> list[str]:
        """The lines without their ends; LF and CRLF both end a line."""
        return _lines(self.text)

    def describe(self, message: str, line: int, column: int) -> str:
        """`FILE:LINE:COL: error: message`, the line, and a caret under the column."""
        return f"{self.name}:{line}:{column}: error: {message}\n{self.excerpt(line, column)}"

    def excerpt(self, line: int, column: int) -> str:
        """The source line and a caret under `column` (both count from 1)."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        start, end = max(0, column - 1 - _CONTEXT), column - 1 + _CONTEXT
        before = "..." if start > 0 else ""
        after = "..." if end < len(text) else ""
        # Tabs stay tabs, so that the caret stands under its place however wide they are shown.
        padding = "".join(c if c == "\t" else " " for c in text[start : column - 1])
        shown = text[start:end].translate(_UNSEEN)
        return f"{before}{shown}{after}\n{' ' * len(before)}{padding}^"


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _decoded(data: bytes, name: str) -> str:
    try:
        # Some editors begin a file with a byte order mark, which says no more than that.
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: error: not UTF-8 text (byte {error.start})") from None
