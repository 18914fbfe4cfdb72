"""Tokens of one line, and matrix literals read as a whole.

A literal of many thousand numbers is one token: its extent and form are found by one regular
expression and its numbers are converted in bulk. Only a literal with a mistake in it is read number
by number, to find the place.
"""

from __future__ import annotations

import re
from array import array
from typing import NamedTuple, NoReturn

from mgc.errors import ProgramError
from mgc.shapes import Shape
from mgc.source import Source

_NUMBER = r"[0-9]+(?:\.[0-9]*+)?+(?:[eE][+-]?[0-9]+)?+"
_NAME = r"[A-Za-z_][A-Za-z0-9_]*+"
_SYMBOL = r"[-+*/@(),=:\[]"
_TOKEN = re.compile(rf"[ \t]*+(?:(?P<number>{_NUMBER})|(?P<name>{_NAME})|(?P<symbol>{_SYMBOL}))")
_BLANK = re.compile(r"[ \t]*+(?:#.*)?+$")
_ENTRY = rf"\s*+-?+\s*+{_NUMBER}\s*+"
_ROW = rf"\s*+\[{_ENTRY}(?:,{_ENTRY})*+\]\s*+"
_MATRIX = re.compile(rf"\[{_ROW}(?:,{_ROW})*+\]")
_DELETED = str.maketrans("", "", " \t[")


class Token(NamedTuple):
    """`kind` is number, name, symbol, matrix or end; columns count from 1."""

    kind: str
    text: str
    column: int


class Scanner:
    """Reads one line from left to right."""

    def __init__(self, source: Source, line: int) -> None:
        self.source = source
        self.line = line
        self._text = source.lines[line - 1]
        self._position = 0

    def next(self) -> Token:
        """The next token; for a matrix literal only its opening bracket (see `matrix`).

        Raises:
            ProgramError: a character that starts no token.
        """
        match = _TOKEN.match(self._text, self._position)
        if match is None:
            blank = _BLANK.match(self._text, self._position)
            if blank is not None:
                return Token("end", "", self._end_column())
            column = self._position + 1
            while self._text[column - 1] in " \t":
                column += 1
            self.fail(f"unexpected character {self._text[column - 1]!r}", column)
        self._position = match.end()
        kind = match.lastgroup
        assert kind is not None
        return Token(kind, match[kind], match.start(kind) + 1)

    def matrix(self, column: int) -> tuple[bytes, Shape]:
        """The matrix literal whose opening bracket stands at `column`.

        Returns:
            Its elements as little-endian float64, row by row, and its shape.

        Raises:
            ProgramError: it is not well formed, or its rows differ in length.
        """
        match = _MATRIX.match(self._text, column - 1)
        if match is None:
            _MatrixDoctor(self, column).explain()
        self._position = match.end()
        # "[[1, 2], [3, 4]]" becomes the pieces "1,2", ",3,4", "" at its closing brackets.
        pieces = match[0].translate(_DELETED).split("]")[:-2]
        columns = pieces[0].count(",") + 1
        for row, piece in enumerate(pieces[1:], start=2):
            if piece.count(",") != columns:
                self._ragged(column, row, columns)
        numbers = array("d", map(float, "".join(pieces).split(",")))
        return numbers.tobytes(), (len(pieces), columns)

    def _ragged(self, column: int, wanted_row: int, columns: int) -> NoReturn:
        position = column
        for _ in range(wanted_row):
            position = self._text.index("[", position) + 1
        count = self._text[position : self._text.index("]", position)].count(",") + 1
        self.fail(
            f"row {wanted_row} has {count} element{'s' * (count != 1)} but row 1 has {columns}; "
            "the rows of a matrix must be of one length",
            position,
        )

    def _end_column(self) -> int:
        """The column just after the last character that is neither blank nor comment."""
        return len(self._text[: self._position].rstrip()) + 1

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past what matches the pattern here; None if nothing does."""
        match = pattern.match(self._text, self._position)
        if match is not None:
            self._position = match.end()
        return match

    @property
    def text(self) -> str:
        """The whole line."""
        return self._text

    def fail(self, message: str, column: int) -> NoReturn:
        """Refuse the program at a column of this line."""
        raise ProgramError(message, self.source, self.line, column)


class _MatrixDoctor:
    """Reads a matrix literal that has a mistake in it, token by token, up to the mistake."""

    _PIECE = re.compile(rf"[ \t]*+({_NUMBER}|{_NAME}|\S)?")

    def __init__(self, scanner: Scanner, column: int) -> None:
        self._scanner = scanner
        self._position = column  # just after the opening bracket, counted from 0

    def explain(self) -> NoReturn:
        """Refuse the literal at its first mistake."""
        while True:
            self._row()
            piece, column = self._next()
            if piece == "]":
                raise AssertionError("the literal is well formed")
            if piece != ",":
                self._fail(piece, column, "',' or ']' after a row")

    def _row(self) -> None:
        piece, column = self._next()
        if piece is not None and (piece == "-" or piece[0].isdigit()):
            self._scanner.fail(
                "a matrix is a list of rows; write [[1, 2]] for a single row", column
            )
        if piece != "[":
            self._fail(piece, column, "'[' to start a row")
        while True:
            piece, column = self._next()
            if piece == "-":
                piece, column = self._next()
            if piece is None or not piece[0].isdigit():
                self._fail(piece, column, "a number", numbers_only=True)
            piece, column = self._next()
            if piece == "]":
                return
            if piece != ",":
                self._fail(piece, column, "',' or ']' after a number")

    def _next(self) -> tuple[str | None, int]:
        """The next piece and its column; None at the end of the line or at a comment."""
        match = self._PIECE.match(self._scanner.text, self._position)
        assert match is not None
        piece = match[1]
        if piece is None or piece == "#":
            return None, self._position + 1
        self._position = match.end()
        return piece, match.start(1) + 1

    def _fail(
        self, piece: str | None, column: int, expected: str, *, numbers_only: bool = False
    ) -> NoReturn:
        if piece is None:
            self._scanner.fail(f"unfinished matrix: expected {expected}", column)
        hint = "; the elements of a matrix are numbers" if numbers_only else ""
        self._scanner.fail(f"expected {expected} in the matrix, not '{piece}'{hint}", column)
