"""Mountain Goat source from a straight-line program.

Named values are written by their names; a value that no `let` names is nested into its user, and
gets a `let` of its own where several operations use it, so that the text stays linear in the
program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import copysign, inf, isinf, isnan, prod
from typing import Any, TypeAlias

from xdsl.ir import Operation, SSAValue

from autograd.errors import MissingRuleError, UnwritableError
from autograd.values import FreshNames
from mgc import shapes
from mgc.dialect import (
    AbortOp,
    AddOp,
    BroadcastOp,
    ConstantOp,
    DivOp,
    ElementwiseBinaryOperation,
    ExpOp,
    GeOp,
    LogOp,
    MatmulOp,
    MulOp,
    NegOp,
    PermuteOp,
    ReduceOp,
    ReluOp,
    ReshapeOp,
    ScalarOp,
    SqrtOp,
    SubOp,
    TransposeOp,
    shape_of,
    unstretched,
)
from mgc.program import Comment, Let, Print, Program
from mgc.shapes import Shape

# A piece of an expression: text, or a value whose own expression stands there.
Piece: TypeAlias = str | SSAValue


# A line of source as pieces from left to right, of which every name is one by itself.
Line: TypeAlias = list[str]


def source_text(program: Program) -> str:
    """The program as Mountain Goat source, one statement a line.

    Args:
        program: a straight-line program: no calls, static shapes.

    Raises:
        UnwritableError: there is no source for it, such as a NaN in a matrix literal.
    """
    return joined(source_lines(program))


def source_lines(program: Program) -> list[Line]:
    """The lines of `source_text`, in pieces.

    Raises:
        UnwritableError: as `source_text`.
    """
    return _Writer(program).lines()


def joined(lines: Iterable[Line]) -> str:
    """Lines as text."""
    return "".join(["".join(line) + "\n" for line in lines])


class _Writer:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._names: dict[SSAValue, str] = {}
        self._fresh = FreshNames([let.name for let in program.lets] + list(program.scalars))
        self._lines: list[Line] = []
        self._ones: dict[Shape, str] = {}

    def lines(self) -> list[Line]:
        for operation in self._program.operations:
            if isinstance(operation, AbortOp):
                raise UnwritableError(f"the program ends early: {operation.message.data}")
        for statement in self._program.statements:
            match statement:
                case Comment(text):
                    # The name of a file stands in comments, and may hold the end of a line.
                    self._lines.append([f"# {' '.join(text.splitlines())}"])
                case Let(name, value):
                    if value not in self._names:
                        for operand in _written_operands(value):
                            self._name_shared(operand)
                    self._let(name, value)
                case Print():
                    self._name_shared(statement.value)
                    self._lines.append(["print ", *self._nested(statement.value)])
        return self._lines

    def _let(self, name: str, value: SSAValue) -> None:
        self._lines.append(["let ", name, " = ", *self._nested(value)])
        self._names[value] = name

    def _name_shared(self, root: SSAValue) -> None:
        """Bind the unnamed values in the expression of `root` that several operations use."""
        if root in self._names:
            return
        for value in self._shared(root):
            self._let(self._fresh.fresh("v"), value)

    def _nested(self, root: SSAValue) -> list[str]:
        parts: list[str] = []
        pending: list[Piece] = [root]
        while pending:
            piece = pending.pop()
            if isinstance(piece, str):
                parts.append(piece)
            elif (name := self._names.get(piece)) is not None:
                parts.append(name)
            else:
                pending.extend(reversed(self._pieces(piece)))
        return parts

    def _pieces(self, value: SSAValue) -> list[Piece]:
        """What the expression of an unnamed value is made of."""
        operation = value.owner
        if type(operation) is BroadcastOp:
            # No operand beside it says how far to stretch it.
            return ["(", operation.operand, " * ", self._ones_in(shape_of(value)), ")"]
        write = _WRITERS.get(type(operation))
        if write is None or not isinstance(operation, Operation):
            raise MissingRuleError(f"no source form for {operation}")
        return write(operation)

    def _ones_in(self, shape: Shape) -> str:
        """The name of a matrix of ones, which is written before it is first needed."""
        if shape not in self._ones:
            name = self._ones[shape] = self._fresh.fresh("ones")
            self._lines.append(["let ", name, " = ", _matrix((1.0,) * prod(shape), shape)])
        return self._ones[shape]

    def _shared(self, root: SSAValue) -> list[SSAValue]:
        """The unnamed values in the expression of `root` with several users, operands first."""
        found: list[SSAValue] = []
        seen: set[SSAValue] = set()
        pending: list[tuple[SSAValue, bool]] = [(root, False)]
        while pending:
            value, operands_done = pending.pop()
            if operands_done:
                found.append(value)
            elif value not in self._names and value not in seen:
                seen.add(value)
                if _has_several_users(value):
                    pending.append((value, True))
                pending.extend((operand, False) for operand in _written_operands(value))
        return found


def _written_operands(value: SSAValue) -> Sequence[SSAValue]:
    """The operands that the expression of a value is written with."""
    operation = value.owner
    if isinstance(operation, ElementwiseBinaryOperation):
        return _stretched_operands(operation)
    return operation.operands if isinstance(operation, Operation) else ()


def _has_several_users(value: SSAValue) -> bool:
    """Whether several expressions hold the value, by itself or stretched."""
    user = value.get_user_of_unique_use()
    if isinstance(user, BroadcastOp):
        value = user.result
    return value.first_use is not None and not value.has_one_use()


def _infix(symbol: str) -> Callable[[ElementwiseBinaryOperation], list[Piece]]:
    def write(operation: ElementwiseBinaryOperation) -> list[Piece]:
        left, right = _stretched_operands(operation)
        return ["(", left, f" {symbol} ", right, ")"]

    return write


def _function(name: str) -> Callable[[Operation], list[Piece]]:
    def write(operation: Operation) -> list[Piece]:
        return [f"{name}(", operation.operands[0], ")"]

    return write


def _stretched_operands(operation: ElementwiseBinaryOperation) -> tuple[SSAValue, SSAValue]:
    """The operands without the stretching that the language does by itself."""
    lhs, rhs = operation.operands
    if type(lhs.owner) is not BroadcastOp and type(rhs.owner) is not BroadcastOp:
        return lhs, rhs
    left, right = unstretched(lhs), unstretched(rhs)
    if shapes.stretched(shape_of(left), shape_of(right)) == shape_of(operation.result):
        return left, right
    return lhs, rhs


def _matmul(operation: MatmulOp) -> list[Piece]:
    return ["(", operation.lhs, " @ ", operation.rhs, ")"]


def _ge(operation: GeOp) -> list[Piece]:
    left, right = _stretched_operands(operation)
    return ["ge(", left, ", ", right, ")"]


def _scalar(operation: ScalarOp) -> list[Piece]:
    symbol = {"add": "+", "sub": "-", "mul": "*", "div": "/"}[operation.op.data]
    number = _number(operation.scalar)
    if operation.scalar_on_left:
        return [f"({number} {symbol} ", operation.operand, ")"]
    return ["(", operation.operand, f" {symbol} {number})"]


def _number(number: float) -> str:
    """The number as source: an infinity is a literal past the largest double, a NaN a difference.

    The sign of the NaN that a difference of infinities gives is the processor's choice.
    """
    if isnan(number):
        as_folded = copysign(1.0, number) == copysign(1.0, inf - inf)
        return "(1e999 - 1e999)" if as_folded else "-(1e999 - 1e999)"
    if isinf(number):
        return "1e999" if number > 0 else "-1e999"
    return repr(number)


def _reduce(operation: ReduceOp) -> list[Piece]:
    direction = "row" if operation.axis_index == 1 else "col"
    return [f"{direction}_{operation.kind.data}(", operation.operand, ")"]


def _reshape(operation: ReshapeOp) -> list[Piece]:
    sizes = ", ".join(map(str, shape_of(operation.result)))
    return ["reshape(", operation.operand, f", {sizes})"]


def _permute(operation: PermuteOp) -> list[Piece]:
    return ["permute(", operation.operand, f", {', '.join(map(str, operation.axes))})"]


def _constant(operation: ConstantOp) -> list[Piece]:
    values = tuple(memoryview(operation.data).cast("d"))
    return [_matrix(values, shape_of(operation.result))]


def _matrix(values: tuple[float, ...], shape: Shape) -> str:
    rows, columns = shape
    text = repr([list(values[row * columns : (row + 1) * columns]) for row in range(rows)])
    if "n" in text:
        if "nan" in text:
            raise UnwritableError("a matrix literal cannot hold a NaN")
        text = text.replace("inf", "1e999")
    return text


_WRITERS: dict[type[Any], Callable[[Any], list[Piece]]] = {
    AddOp: _infix("+"),
    SubOp: _infix("-"),
    MulOp: _infix("*"),
    DivOp: _infix("/"),
    MatmulOp: _matmul,
    GeOp: _ge,
    ScalarOp: _scalar,
    NegOp: lambda operation: ["(-", operation.operand, ")"],
    ExpOp: _function("exp"),
    LogOp: _function("log"),
    SqrtOp: _function("sqrt"),
    ReluOp: _function("relu"),
    TransposeOp: _function("transpose"),
    ReduceOp: _reduce,
    ReshapeOp: _reshape,
    PermuteOp: _permute,
    ConstantOp: _constant,
}
