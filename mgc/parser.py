"""Statements and expressions, by operator precedence on an explicit stack.

The stack replaces recursion, so no depth of nesting can exhaust it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    """The parser of one statement."""

    def __init__(self, source: Source, line: int, tokens: list[Token]) -> None:
        self._source = source
        self._line = line
        self._tokens = iter(tokens)
        self._token = next(self._tokens)
        self._steps: Expression = []
        self._stack: list[_Pending] = []

    def statement(self) -> Statement:
        keyword = self._token
        if keyword.text not in KEYWORDS:
            self._refuse("a statement starts with let, print or def")
        self._advance()
        if keyword.text == "print":
            return PrintStatement(self._expression(), self._line, keyword.column)
        name = self._name(f"a name after '{keyword.text}'")
        if keyword.text == "let":
            self._expect("=")
            return LetStatement(name.text, self._expression(), self._line)
        parameters = self._parameters()
        self._expect("=")
        return Definition(name.text, parameters, self._expression(), self._line, name.column)

    def _parameters(self) -> list[Parameter]:
        parameters: list[Parameter] = []
        self._expect("(")
        while self._token.text != ")" or parameters:
            parameters.append(self._parameter({parameter.name for parameter in parameters}))
            if self._token.text != ",":
                break
            self._advance()
        self._expect(")")
        return parameters

    def _parameter(self, others: set[str]) -> Parameter:
        name = self._name("a parameter")
        if name.text in others:
            self._fail(f"two parameters are named '{name.text}'", name.column)
        self._expect(":")
        shape = self._shape(name.text)
        self._advance()
        return Parameter(name.text, shape, name.column)

    def _shape(self, parameter: str) -> Shape:
        match = _DIMENSIONS.fullmatch(self._token.text)
        if match is None:
            self._refuse(
                f"the type of '{parameter}' must be written like tensor[2x3] or tensor[?x3]"
            )
        shape = (self._size(match, 1), self._size(match, 2))
        try:
            check_size(shape)
        except ShapeError as error:
            self._fail(str(error), self._token.column)
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
                self._token.column + match.start(group),
            )
        return size

    def _expression(self) -> Expression:
        """The expression that starts at the present token and ends the line."""
        self._operand()
        while self._token.kind != "end" or self._stack:
            if self._operand_follows():
                self._operand()
        return self._steps

    def _operand(self) -> None:
        """Read an operand, with the signs and open parentheses before it."""
        while True:
            token = self._token
            kind, text, column = token
            if kind == "name" and text not in KEYWORDS:
                self._advance()
                if self._token.text != "(":
                    self._steps.append(Name(text, column))
                    return
                self._advance()
                self._stack.append(_Pending(_BRACKET, column, function=text))
                if self._token.text == ")":
                    self._call(0)
                    return
            elif kind == "number":
                self._steps.append(Number(float(text), column))
                self._advance()
                return
            elif kind == "matrix":
                self._steps.append(self._matrix(token))
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
        token, stack = self._token, self._stack
        precedence = _PRECEDENCE.get(token.text)
        limit = 1 if precedence is None else precedence
        while stack and stack[-1].precedence >= limit:
            step = stack.pop().step
            assert step is not None
            self._steps.append(step)
        if precedence is not None:
            stack.append(_Pending(precedence, token.column, Binary(token.text, token.column)))
            self._advance()
            return True
        if stack:
            return self._inside_parentheses(stack[-1])
        if token.kind != "end":
            self._refuse("expected an operator or the end of the line")
        return False

    def _inside_parentheses(self, open_: _Pending) -> bool:
        token = self._token
        if token.text == ")":
            if open_.function is not None:
                self._call(open_.commas + 1)
            else:
                self._stack.pop()
                self._advance()
            return False
        if token.text == "," and open_.function is not None:
            open_.commas += 1
            self._advance()
            if open_.function == "contract" and open_.commas in (1, 3):
                self._axes()
                return False
            return True
        if token.kind == "end":
            opened = f"of '{open_.function}'" if open_.function else f"in column {open_.column}"
            self._fail(f"unfinished expression: the '(' {opened} is not closed", token.column)
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
        start = self._token
        if start.text != "(":
            self._refuse("contract expects a list of axes such as (0, 1), or ()")
        self._advance()
        axes: list[int] = []
        while self._token.text != ")" or axes:
            axes.append(self._axis())
            if self._token.text != ",":
                break
            self._advance()
        self._expect(")")
        self._steps.append(Axes(tuple(axes), start.column))

    def _axis(self) -> int:
        kind, text, _ = self._token
        if kind != "number" or not text.isdigit() or len(text) > 9:
            self._refuse("expected an axis such as 0 or 1")
        self._advance()
        return int(text)

    def _matrix(self, token: Token) -> Matrix:
        try:
            data, shape = read_matrix(token.text)
        except LiteralError as error:
            self._fail(str(error), token.column + error.offset)
        return Matrix(data, shape, token.column)

    def _name(self, what: str) -> Token:
        token = self._token
        if token.text in KEYWORDS:
            self._fail(f"'{token.text}' is a keyword and cannot be a name", token.column)
        if token.kind != "name":
            self._refuse(f"expected {what}")
        self._advance()
        return token

    def _expect(self, symbol: str) -> None:
        if self._token.text != symbol:
            self._refuse(f"expected '{symbol}'")
        self._advance()

    def _advance(self) -> None:
        # Nothing reads past the end of the line.
        self._token = next(self._tokens)

    def _refuse(self, expectation: str) -> NoReturn:
        """Refuse the present token, for its own mistake if it has one."""
        kind, text, column = self._token
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
