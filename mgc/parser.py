"""Statements and expressions, by operator precedence on an explicit stack.

The stack replaces recursion, so no depth of nesting can exhaust it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from mgc.lexer import Scanner, Token
from mgc.shapes import DYNAMIC
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

_KEYWORDS = ("let", "print", "def")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "@": 2}
_NEGATION = 3
_TYPE = re.compile(r"\s*tensor\s*\[\s*([0-9]+|\?)\s*x\s*([0-9]+|\?)\s*\]")


def parse_program(source: Source) -> list[Statement]:
    """The statements of a program, one a line.

    Raises:
        ProgramError: the program is not well formed.
    """
    statements = []
    for line, text in enumerate(source.lines, start=1):
        stripped = text.lstrip(" \t")
        if stripped and not stripped.startswith("#"):
            statements.append(_Line(source, line).statement())
    return statements


@dataclass(slots=True)
class _Operator:
    """An operator whose right operand is not complete yet."""

    step: Binary | Negate
    precedence: int


@dataclass(slots=True)
class _Bracket:
    """An open parenthesis, or the open argument list of a function."""

    column: int
    function: str | None = None
    arguments: int = 0


class _Line:
    """The parser of one statement."""

    def __init__(self, source: Source, line: int) -> None:
        self._scanner = Scanner(source, line)
        self._line = line
        self._token = self._scanner.next()

    def statement(self) -> Statement:
        keyword = self._token
        if keyword.kind != "name" or keyword.text not in _KEYWORDS:
            self._fail(f"a statement starts with let, print or def, not {_show(keyword)}")
        self._advance()
        if keyword.text == "print":
            return PrintStatement(self._expression(), self._line, keyword.column)
        name = self._name("a name")
        parameters = self._parameters() if keyword.text == "def" else []
        self._expect("=")
        expression = self._expression()
        if keyword.text == "let":
            return LetStatement(name.text, expression, self._line)
        return Definition(name.text, parameters, expression, self._line, name.column)

    def _parameters(self) -> list[Parameter]:
        self._expect("(")
        parameters: list[Parameter] = []
        while self._token.text != ")" or parameters:
            name = self._name("a parameter")
            if any(name.text == parameter.name for parameter in parameters):
                self._scanner.fail(f"two parameters are called '{name.text}'", name.column)
            self._require(":")
            parameters.append(self._parameter(name))
            if self._token.text != ",":
                break
            self._advance()
        self._expect(")")
        return parameters

    def _parameter(self, name: Token) -> Parameter:
        """The parameter's type, which follows the colon that is the present token."""
        match = self._scanner.skip(_TYPE)
        self._advance()
        if match is None:
            self._fail(
                f"expected a type such as tensor[2x3] or tensor[?x3] for '{name.text}'"
                f", not {_show(self._token)}"
            )
        sizes = tuple(DYNAMIC if size == "?" else int(size) for size in match.groups())
        if 0 in sizes:
            self._scanner.fail("a dimension must be at least 1", name.column)
        return Parameter(name.text, sizes, name.column)

    def _expression(self) -> Expression:
        """The expression that starts at the present token and ends the line."""
        steps: Expression = []
        stack: list[_Operator | _Bracket] = []
        while True:
            self._operand(steps, stack)
            while not self._continues(steps, stack):
                if self._token.kind == "end" and not stack:
                    return steps

    def _operand(self, steps: Expression, stack: list[_Operator | _Bracket]) -> None:
        """Read on to the end of an operand, through the brackets and signs before it."""
        while True:
            token = self._token
            self._advance_to_operand(token)
            if token.kind == "number":
                steps.append(Number(float(token.text), token.column))
                return
            if token.text == "[":
                data, shape = self._scanner.matrix(token.column)
                self._advance()
                steps.append(Matrix(data, shape, token.column))
                return
            if token.text == "-":
                stack.append(_Operator(Negate(token.column), _NEGATION))
            elif token.text == "(":
                stack.append(_Bracket(token.column))
            elif self._token.text != "(":
                steps.append(Name(token.text, token.column))
                return
            else:
                self._advance()
                bracket = _Bracket(token.column, token.text, 1)
                stack.append(bracket)
                if self._token.text == ")":
                    bracket.arguments = 0
                    return

    def _advance_to_operand(self, token: Token) -> None:
        is_name = token.kind == "name" and token.text not in _KEYWORDS
        if not (is_name or token.kind == "number" or token.text in ("[", "-", "(")):
            if token.kind == "end":
                self._fail("unfinished expression: expected a value here")
            self._fail(f"expected a value, not {_show(token)}")
        if token.text != "[":
            self._advance()

    def _continues(self, steps: Expression, stack: list[_Operator | _Bracket]) -> bool:
        """Take what follows an operand; True if another operand must follow."""
        token = self._token
        precedence = _PRECEDENCE.get(token.text, 0)
        while stack and isinstance(top := stack[-1], _Operator) and top.precedence >= precedence:
            steps.append(top.step)
            stack.pop()
        if precedence:
            self._advance()
            stack.append(_Operator(Binary(token.text, token.column), precedence))
            return True
        bracket = stack[-1] if stack else None
        if isinstance(bracket, _Bracket):
            return self._inside(bracket, steps, stack)
        if token.kind != "end":
            self._fail(f"unexpected {_show(token)} after a complete expression")
        return False

    def _inside(
        self, bracket: _Bracket, steps: Expression, stack: list[_Operator | _Bracket]
    ) -> bool:
        """Take what follows an operand inside a bracket; True if another operand must follow."""
        token = self._token
        if token.text == ")":
            self._advance()
            stack.pop()
            if bracket.function is not None:
                steps.append(Call(bracket.function, bracket.arguments, bracket.column))
            return False
        if token.text == "," and bracket.function is not None:
            self._advance()
            bracket.arguments += 1
            return not self._axes(bracket, steps)
        if token.kind == "end":
            self._fail(f"unfinished expression: '(' of column {bracket.column} is not closed")
        self._fail(f"expected an operator or ')', not {_show(token)}")

    def _axes(self, bracket: _Bracket, steps: Expression) -> bool:
        """The second and the fourth argument of `contract` are lists of axes."""
        if bracket.function != "contract" or bracket.arguments % 2 == 1:
            return False
        column = self._token.column
        self._expect("(")
        axes: list[int] = []
        while self._token.text != ")" or axes:
            token = self._token
            if token.kind != "number" or not token.text.isdigit():
                self._fail(f"expected an axis such as 0 or 1, not {_show(token)}")
            axes.append(int(token.text))
            self._advance()
            if self._token.text != ",":
                break
            self._advance()
        self._expect(")")
        steps.append(Axes(tuple(axes), column))
        return True

    def _name(self, what: str) -> Token:
        token = self._token
        if token.kind != "name":
            self._fail(f"expected {what}, not {_show(token)}")
        if token.text in _KEYWORDS:
            self._fail(f"'{token.text}' is a keyword and cannot be a name")
        self._advance()
        return token

    def _require(self, symbol: str) -> None:
        if self._token.text != symbol:
            self._fail(f"expected '{symbol}', not {_show(self._token)}")

    def _expect(self, symbol: str) -> None:
        self._require(symbol)
        self._advance()

    def _advance(self) -> None:
        self._token = self._scanner.next()

    def _fail(self, message: str) -> NoReturn:
        self._scanner.fail(message, self._token.column)


def _show(token: Token) -> str:
    return "the end of the line" if token.kind == "end" else f"'{token.text}'"
