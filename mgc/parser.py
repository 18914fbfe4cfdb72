"""Statements and expressions, by operator precedence on an explicit stack.

The stack replaces recursion, so no depth of nesting can exhaust it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import NoReturn

from mgc.errors import ProgramError
from mgc.lexer import BLANK, Token, tokens_of
from mgc.matrix_literal import LiteralError, explain, misspelt, read_matrix
from mgc.shapes import DYNAMIC, MAX_ELEMENTS, Shape, ShapeError, check_size
from mgc.source import Source
from mgc.syntax import (
    Axes,
    Binary,
    Call,
    Definition,
    Expression,
    LetStatement,
    Matrix,
    Name,
    Negate,
    Number,
    Parameter,
    PrintStatement,
    Statement,
)

KEYWORDS = ("let", "print", "def")

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "@": 2}
_NEGATION = 3
_BRACKET = 0
_DIMENSIONS = re.compile(
    rf"tensor{BLANK}*\[{BLANK}*([0-9]+|\?){BLANK}*x{BLANK}*([0-9]+|\?){BLANK}*\]"
)


def parse_program(source: Source) -> Iterator[Statement]:
    """The statements of a program, one a line, each read when it is asked for.

    Raises:
        ProgramError: a line is not well formed.
    """
    for line, text in enumerate(source.lines, start=1):
        tokens = tokens_of(text)
        if len(tokens) > 1:
            yield _Line(source, line, tokens).statement()


@dataclass(slots=True)
class _Pending:
    """An operator that waits for its right operand, or an open parenthesis.

    A parenthesis has the precedence `_BRACKET`, below all operators, and no step. Where it opens
    the arguments of a function, `function` names that and `commas` counts what stands between them.
    """

    precedence: int
    column: int
    step: Binary | Negate | None = None
    function: str | None = None
    commas: int = 0


class _Line:
    """The parser of one statement; `_kind`, `_text` and `_column` are its present token."""

    def __init__(self, source: Source, line: int, tokens: list[Token]) -> None:
        self._source = source
        self._line = line
        self._tokens = iter(tokens)
        self._steps: Expression = []
        self._stack: list[_Pending] = []
        self._advance()

    def statement(self) -> Statement:
        keyword, start = self._text, self._column
        if keyword not in KEYWORDS:
            self._refuse("a statement starts with let, print or def")
        self._advance()
        if keyword == "print":
            return PrintStatement(self._expression(), self._line, start)
        name, column = self._name(f"a name after '{keyword}'")
        if keyword == "let":
            self._expect("=")
            return LetStatement(name, self._expression(), self._line)
        parameters = self._parameters()
        self._expect("=")
        return Definition(name, parameters, self._expression(), self._line, column)

    def _parameters(self) -> list[Parameter]:
        parameters: dict[str, Parameter] = {}
        self._expect("(")
        while self._text != ")" or parameters:
            parameter = self._parameter(parameters)
            parameters[parameter.name] = parameter
            if self._text != ",":
                break
            self._advance()
        self._expect(")")
        return list(parameters.values())

    def _parameter(self, others: Container[str]) -> Parameter:
        name, column = self._name("a parameter")
        if name in others:
            self._fail(f"two parameters are named '{name}'", column)
        self._expect(":")
        shape = self._shape(name)
        self._advance()
        return Parameter(name, shape)

    def _shape(self, parameter: str) -> Shape:
        match = _DIMENSIONS.fullmatch(self._text)
        if match is None:
            self._refuse(
                f"the type of '{parameter}' must be written like tensor[2x3] or tensor[?x3]"
            )
        shape = (self._size(match, 1), self._size(match, 2))
        try:
            check_size(shape)
        except ShapeError as error:
            self._fail(str(error), self._column)
        return shape

    def _size(self, match: re.Match[str], group: int) -> int:
        text = match[group]
        if text == "?":
            return DYNAMIC
        # Too many digits for an int: Python refuses to convert thousands of them.
        size = int(text) if len(text) < 20 else MAX_ELEMENTS + 1
        if not 1 <= size <= MAX_ELEMENTS:
            self._fail(
                f"a dimension must be between 1 and {MAX_ELEMENTS}, not {text[:20]}",
                self._column + match.start(group),
            )
        return size

    def _expression(self) -> Expression:
        """The expression that starts at the present token and ends the line."""
        self._operand()
        while self._kind != "end" or self._stack:
            if self._operand_follows():
                self._operand()
        return self._steps

    def _operand(self) -> None:
        """Read an operand, with the signs and open parentheses before it."""
        while True:
            kind, text, column = self._kind, self._text, self._column
            if kind == "name" and text not in KEYWORDS:
                self._advance()
                if self._text != "(":
                    self._steps.append(Name(text, column))
                    return
                self._advance()
                self._stack.append(_Pending(_BRACKET, column, function=text))
                if self._text == ")":
                    self._call(0)
                    return
            elif kind == "number":
                self._steps.append(Number(float(text), column))
                self._advance()
                return
            elif kind == "matrix":
                self._steps.append(self._matrix())
                self._advance()
                return
            elif text == "(":
                self._stack.append(_Pending(_BRACKET, column))
                self._advance()
            elif text == "-":
                self._stack.append(_Pending(_NEGATION, column, Negate(column)))
                self._advance()
            elif kind == "end":
                self._fail("unfinished expression: expected a value", column)
            else:
                self._refuse("expected a value")

    def _operand_follows(self) -> bool:
        """Take what follows an operand; True if that calls for another one."""
        text, stack = self._text, self._stack
        precedence = _PRECEDENCE.get(text)
        limit = 1 if precedence is None else precedence
        while stack and stack[-1].precedence >= limit:
            step = stack.pop().step
            assert step is not None
            self._steps.append(step)
        if precedence is not None:
            stack.append(_Pending(precedence, self._column, Binary(text, self._column)))
            self._advance()
            return True
        if stack:
            return self._inside_parentheses(stack[-1])
        if self._kind != "end":
            self._refuse("expected an operator or the end of the line")
        return False

    def _inside_parentheses(self, open_: _Pending) -> bool:
        if self._text == ")":
            if open_.function is not None:
                self._call(open_.commas + 1)
            else:
                self._stack.pop()
                self._advance()
            return False
        if self._text == "," and open_.function is not None:
            open_.commas += 1
            self._advance()
            if open_.function == "contract" and open_.commas in (1, 3):
                self._axes()
                return False
            return True
        if self._kind == "end":
            opened = f"of '{open_.function}'" if open_.function else f"in column {open_.column}"
            self._fail(f"unfinished expression: the '(' {opened} is not closed", self._column)
        more = "an operator, ',' or ')'" if open_.function else "an operator or ')'"
        self._refuse(f"expected {more}")

    def _call(self, arguments: int) -> None:
        """Complete the call whose closing parenthesis is the present token."""
        open_ = self._stack.pop()
        assert open_.function is not None
        self._steps.append(Call(open_.function, arguments, open_.column))
        self._advance()

    def _axes(self) -> None:
        """A list of axes: the second and the fourth argument of `contract`."""
        start = self._column
        if self._text != "(":
            self._refuse("contract expects a list of axes such as (0, 1), or ()")
        self._advance()
        axes: list[int] = []
        while self._text != ")" or axes:
            axes.append(self._axis())
            if self._text != ",":
                break
            self._advance()
        self._expect(")")
        self._steps.append(Axes(tuple(axes), start))

    def _axis(self) -> int:
        text = self._text
        if self._kind != "number" or not text.isdigit() or len(text) > 9:
            self._refuse("expected an axis such as 0 or 1")
        self._advance()
        return int(text)

    def _matrix(self) -> Matrix:
        try:
            data, shape = read_matrix(self._text)
        except LiteralError as error:
            self._fail(str(error), self._column + error.offset)
        return Matrix(data, shape, self._column)

    def _name(self, what: str) -> tuple[str, int]:
        """The name that is the present token, and its column."""
        text, column = self._text, self._column
        if text in KEYWORDS:
            self._fail(f"'{text}' is a keyword and cannot be a name", column)
        if self._kind != "name":
            self._refuse(f"expected {what}")
        self._advance()
        return text, column

    def _expect(self, symbol: str) -> None:
        if self._text != symbol:
            self._refuse(f"expected '{symbol}'")
        self._advance()

    def _advance(self) -> None:
        # Nothing reads past the end of the line.
        self._kind, self._text, self._column = next(self._tokens)

    def _refuse(self, expectation: str) -> NoReturn:
        """Refuse the present token, for its own mistake if it has one."""
        kind, text, column = self._kind, self._text, self._column
        if kind == "bracket":
            error = explain(self._source.lines[self._line - 1], column - 1)
            self._fail(str(error), column + error.offset)
        if kind == "misspelt":
            self._fail(misspelt(text), column)
        if kind == "other":
            shown = f"'{text}'" if text.isprintable() else f"U+{ord(text):04X}"
            self._fail(f"unexpected character {shown}", column)
        shown = "the end of the line" if kind == "end" else f"'{text}'"
        self._fail(f"{expectation}, not {shown}", column)

    def _fail(self, message: str, column: int) -> NoReturn:
        raise ProgramError(message, self._source, self._line, column)
