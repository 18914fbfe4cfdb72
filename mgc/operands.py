"""What expressions are made of while they are lowered, and the place where operations go.

An operand is an IR value, a compile-time scalar or a list of axes, with the column of its source.
`Builder` appends operations to a block and refuses a program at a place of the present line.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple, NoReturn, TypeAlias

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
from xdsl.ir import Block, Operation, SSAValue

from mgc import shapes
from mgc.dialect import BroadcastOp, shape_of
from mgc.errors import ProgramError
from mgc.shapes import Shape, ShapeError, show
from mgc.source import Source
from mgc.syntax import Axes


class Operand(NamedTuple):
    """A value on the stack, and the column (from 1) where its source stands."""

    value: SSAValue | float | Axes
    column: int


Location: TypeAlias = FileLineColLoc


class Builder:
    """Appends operations to a block, for one source line at a time."""

    def __init__(self, source: Source, block: Block) -> None:
        self.source = source
        self.block = block
        self.line = 0
        self._file = StringAttr(source.name)

    def location(self, column: int) -> Location:
        """A place in the present line."""
        return FileLineColLoc(self._file, IntAttr(self.line), IntAttr(column))

    def emit(self, operation: Operation, column: int) -> SSAValue:
        """Append an operation and return its result.

        Raises:
            ProgramError: the result is too large to compute with.
        """
        result = operation.results[0]
        shape = shape_of(result)
        if shapes.is_static(shape) and prod(shape) > shapes.MAX_ELEMENTS:
            self.fail(
                f"a {show(shape)} tensor has {prod(shape):,} elements; "
                f"the most that can be computed with are {shapes.MAX_ELEMENTS:,}",
                column,
            )
        self.block.add_op(operation)
        return result

    def fail(self, message: str, column: int) -> NoReturn:
        """Refuse the program at a column of the present line."""
        raise ProgramError(message, self.source, self.line, column)

    def tensor(self, operand: Operand, what: str) -> SSAValue:
        """The operand as a tensor of any rank."""
        value = operand.value
        if isinstance(value, float):
            self.fail(
                f"{what} must be a tensor, not the scalar {value:g}; "
                f"a 1x1 matrix is written [[{value:g}]]",
                operand.column,
            )
        if isinstance(value, Axes):
            self.fail(f"{what} must be a tensor, not a list of axes", operand.column)
        return value

    def matrix(self, operand: Operand, what: str) -> SSAValue:
        """The operand as a matrix."""
        value = self.tensor(operand, what)
        shape = shape_of(value)
        if len(shape) != 2:
            self.fail(
                f"{what} must be a matrix, not a tensor of rank {len(shape)} ({show(shape)}); "
                "reshape it first",
                operand.column,
            )
        return value

    def integer(self, operand: Operand, what: str) -> int:
        """The operand as a whole number."""
        value = operand.value
        if not isinstance(value, float) or not value.is_integer():
            self.fail(f"{what} must be a whole number", operand.column)
        return int(value)

    def stretched(
        self, a: Operand, b: Operand, what: str, column: int
    ) -> tuple[SSAValue, SSAValue]:
        """Two matrices, the smaller stretched to their common shape by `mg.broadcast`."""
        left = self.matrix(a, f"the left operand of {what}")
        right = self.matrix(b, f"the right operand of {what}")
        left_shape, right_shape = shape_of(left), shape_of(right)
        if left_shape == right_shape:
            return left, right
        try:
            shape = shapes.stretched(left_shape, right_shape)
        except ShapeError as error:
            self.fail(f"{what}: {error}", column)
        return self._broadcast(left, shape, column), self._broadcast(right, shape, column)

    def _broadcast(self, value: SSAValue, shape: Shape, column: int) -> SSAValue:
        if shapes.compatible(shape_of(value), shape):
            return value
        return self.emit(BroadcastOp(value, shape, self.location(column)), column)
