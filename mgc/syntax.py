"""The syntax of a program: statements, and expressions as postfix sequences of steps.

In postfix form an expression of any depth is a flat list, which a stack evaluates without
recursion, in the order in which the source evaluates it. Columns count from 1.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mgc.shapes import Shape


class Number(NamedTuple):
    """A scalar literal."""

    value: float
    column: int


class Matrix(NamedTuple):
    """A matrix literal: its elements as little-endian float64, row by row."""

    data: bytes
    shape: Shape
    column: int


class Name(NamedTuple):
    """A use of a name."""

    name: str
    column: int


class Negate(NamedTuple):
    """Unary minus on the value before."""

    column: int


class Binary(NamedTuple):
    """`+ - * / @` on the two values before."""

    symbol: str
    column: int


class Axes(NamedTuple):
    """A list of axes, an argument of `contract`."""

    axes: tuple[int, ...]
    column: int


class Call(NamedTuple):
    """A function of as many of the values before as it has `arguments`."""

    function: str
    arguments: int
    column: int


Step: TypeAlias = Number | Matrix | Name | Negate | Binary | Axes | Call
Expression: TypeAlias = list[Step]


class LetStatement(NamedTuple):
    """`let name = expression`"""

    name: str
    expression: Expression
    line: int


class PrintStatement(NamedTuple):
    """`print expression`"""

    expression: Expression
    line: int
    column: int


class Parameter(NamedTuple):
    """A parameter of a definition."""

    name: str
    shape: Shape


class Definition(NamedTuple):
    """`def name(parameters) = expression`"""

    name: str
    parameters: list[Parameter]
    expression: Expression
    line: int
    column: int


Statement: TypeAlias = LetStatement | PrintStatement | Definition
