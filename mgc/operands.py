"""What expressions are made of while they are lowered, and the place where operations go.

An operand is an IR value, a compile-time scalar or a list of axes, with the column of its source.
`Builder` appends operations to a block and refuses a program at a place of the present line.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from typing import NamedTuple, NoReturn

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
from xdsl.ir import Block, Operation, SSAValue

from mgc import shapes
from mgc.dialect import BroadcastOp, shape_of
from mgc.errors import ProgramError
from mgc.shapes import Shape, ShapeError, show
from mgc.source import Source
from mgc.syntax import Axes

_column_attribute = lru_cache(IntAttr)


class Operand(NamedTuple):
    """A value on the stack, and the column (from 1) where its source stands."""

    value: SSAValue | float | Axes
    column: int


class Builder:
    """Appends operations to a block, for one source line at a time."""

    def __init__(self, source: Source, block: Block) -> None:
        self.source = source
        self.block = block
        self._file = StringAttr(source.name)
        self._line = 0
        self._line_attribute = IntAttr(0)
        self._small_enough: set[Shape] = set()

    @property
    def line(self) -> int:
        """The present line, counted from 1."""
        return self._line

    @line.setter
    def line(self, line: int) -> None:
        self._line = line
        self._line_attribute = IntAttr(line)

    def location(self, column: int) -> FileLineColLoc:
        """A place in the present line."""
        # What FileLineColLoc(...) makes, without its verifier: that checks three types which are
        # right here, and takes longer than everything else about an operation.
        location = FileLineColLoc.__new__(FileLineColLoc)
        location.__dict__.update(
            filename=self._file, line=self._line_attribute, column=_column_attribute(column)
        )
        return location

    def emit(self, operation: Operation, column: int) -> SSAValue:
        """Append an operation and return its result.

        Raises:
            ProgramError: the result is too large to compute with.
        """
        (result,) = operation.results
        shape = shape_of(result)
        if shape not in self._small_enough:
            try:
                shapes.check_size(shape)
            except ShapeError as error:
                self.fail(str(error), column)
            self._small_enough.add(shape)
        self.block.add_op(operation)
        return result

    def fail(self, message: str, column: int) -> NoReturn:
        """Refuse the program at a column of the present line."""
        raise ProgramError(message, self.source, self._line, column)

    def tensor(self, operand: Operand, what: str) -> SSAValue:
        """The operand as a tensor of any rank."""
        value = operand.value
        if isinstance(value, float):
            self.fail(
                f"{what} must be a tensor, not the scalar {value!r}{_as_matrix(value)}",
                operand.column,
            )
        assert not isinstance(value, Axes)
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
        """The operand as a whole number of a size that a shape can have."""
        value = operand.value
        if not isinstance(value, float):
            self.fail(f"{what} must be a whole number, not a tensor", operand.column)
        if not value.is_integer():
            self.fail(f"{what} must be a whole number, not {value!r}", operand.column)
        if abs(value) > shapes.MAX_ELEMENTS:
            self.fail(f"{what} is at most {shapes.MAX_ELEMENTS}, not {value!r}", operand.column)
        return int(value)

    def stretched(
        self, a: Operand, b: Operand, what: str, column: int
    ) -> tuple[SSAValue, SSAValue]:
        """Two matrices, the smaller stretched to their common shape by `mg.broadcast`."""
        left = self.matrix(a, f"the left operand of {what}")
        right = self.matrix(b, f"the right operand of {what}")
        if left.type is right.type:
            return left, right
        try:
            left_shape, right_shape = _stretched(shape_of(left), shape_of(right))
        except ShapeError as error:
            self.fail(f"{what}: {error}", column)
        return (
            self._broadcast(left, left_shape, column),
            self._broadcast(right, right_shape, column),
        )

    def _broadcast(self, value: SSAValue, shape: Shape, column: int) -> SSAValue:
        if shape_of(value) == shape:
            return value
        return self.emit(BroadcastOp(value, shape, self.location(column)), column)


@lru_cache
def _stretched(left: Shape, right: Shape) -> tuple[Shape, Shape]:
    """What each of two shapes becomes when they are combined element by element.

    Raises:
        ShapeError: they do not fit.
    """
    common = shapes.stretched(left, right)
    # A dimension that is not stretched keeps its own size, also a `?` whose counterpart is known:
    # whether the two agree in a call is the question of the operation itself.
    return _with_sizes(left, common), _with_sizes(right, common)


def _with_sizes(shape: Shape, common: Shape) -> Shape:
    return tuple(to if size == 1 else size for size, to in zip(shape, common, strict=True))


def _as_matrix(value: float) -> str:
    return f"; write [[{value!r}]] for a 1x1 matrix" if isfinite(value) else ""
