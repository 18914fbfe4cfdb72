"""Matrix literals: well-formed ones at array speed, the others up to their first mistake."""

from __future__ import annotations

import re
import sys
from array import array
from typing import NoReturn

from mgc.lexer import BLANK, NAME, NUMBER
from mgc.shapes import Shape

_DELETED = str.maketrans("", "", " \t\r\f\v[")
_PIECE = re.compile(rf"{BLANK}*+({NUMBER}(?![A-Za-z0-9_.])|{NAME}|[0-9.][A-Za-z0-9_.]*+|[^#])?")


class LiteralError(Exception):
    """A mistake in a literal, at `offset` characters from its opening bracket."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def read_matrix(text: str) -> tuple[bytes, Shape]:
    """The elements, as little-endian float64 row by row, and the shape of a well-formed literal.

    Raises:
        LiteralError: its rows differ in length.
    """
    # "[[1, 2], [3, 4]]" becomes "1,2", ",3,4" and two empty pieces from its closing brackets.
    rows = text.translate(_DELETED).split("]")[:-2]
    columns = rows[0].count(",") + 1
    for number, row in enumerate(rows[1:], start=2):
        if row.count(",") != columns:
            raise _ragged(text, number, row.count(","), columns)
    values = array("d", map(float, "".join(rows).split(",")))
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes(), (len(rows), columns)


def _ragged(text: str, row: int, count: int, columns: int) -> LiteralError:
    offset = 0
    for _ in range(row):
        offset = text.index("[", offset + 1)
    return LiteralError(
        f"row {row} has {count} element{'' if count == 1 else 's'} but row 1 has {columns}; "
        "the rows of a matrix must be of one length",
        offset,
    )


def explain(line: str, start: int) -> LiteralError:
    """The first mistake in the malformed literal that starts at offset `start` of a line."""
    try:
        _Walk(line, start).rows()
    except LiteralError as error:
        return error


class _Walk:
    """Reads a literal piece by piece, up to its mistake."""

    def __init__(self, line: str, start: int) -> None:
        self._line = line
        self._start = start
        self._position = start + 1
        self._offset = 1

    def rows(self) -> NoReturn:
        # A literal without a mistake would have been one token, so this ends.
        while True:
            self._row()
            piece = self._next()
            if piece != ",":
                self._refuse(piece, "',' before the next row or ']' at the end")

    def _row(self) -> None:
        piece = self._next()
        if piece == "-" or piece[:1].isdigit():
            self._fail("a matrix is a list of rows: a single row is written [[1, 2]]")
        if piece != "[":
            self._refuse(piece, "'[' to start a row")
        while True:
            self._number()
            piece = self._next()
            if piece == "]":
                return
            if piece != ",":
                self._refuse(piece, "',' or ']' after a number")

    def _number(self) -> None:
        piece = self._next()
        if piece == "-":
            piece = self._next()
        if re.fullmatch(NUMBER, piece):
            return
        if piece[:1] == "." or piece[:1].isdigit():
            self._fail(misspelt(piece))
        hint = "" if piece == "" else " (the elements of a matrix literal are numbers)"
        self._refuse(piece, "a number", hint)

    def _next(self) -> str:
        """The next piece; empty at the end of the line and at a comment."""
        match = _PIECE.match(self._line, self._position)
        assert match is not None
        piece = match[1] or ""
        self._offset = (match.start(1) if piece else self._position) - self._start
        self._position = match.end()
        return piece

    def _refuse(self, piece: str, expected: str, hint: str = "") -> NoReturn:
        if piece == "":
            self._fail(f"unfinished matrix: expected {expected}")
        self._fail(f"expected {expected} in the matrix, not '{piece}'{hint}")

    def _fail(self, message: str) -> NoReturn:
        raise LiteralError(message, self._offset)


def misspelt(text: str) -> str:
    """What is wrong with a piece that begins like a number but is none."""
    remedy = f"; write 0{text}" if re.fullmatch(NUMBER, f"0{text}") and text[0] == "." else ""
    return f"'{text}' is not a number{remedy}"
