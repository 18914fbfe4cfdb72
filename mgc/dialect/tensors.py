"""Operations on whole tensors: literals, products, reductions, other shapes, and effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import (
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    LocationAttr,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    attr_def,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from mgc import shapes
from mgc.dialect.base import (
    MgOperation,
    Tensor,
    UnaryOperation,
    mg_operation,
    shape_of,
    string_attribute,
    tensor_type,
)
from mgc.shapes import Shape, ShapeError

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


# Marks an opaque literal.
_OPAQUE = "opaque"


@cache
def _axis_attribute(axis: int) -> IntegerAttr:
    return IntegerAttr(axis, i64)


@mg_operation
class ConstantOp(MgOperation):
    """A matrix literal."""

    name = "mg.constant"
    value = attr_def(DenseIntOrFPElementsAttr)
    result = result_def(Tensor)
    traits = traits_def(Pure())

    def __init__(self, data: bytes, shape: Shape, location: LocationAttr | None = None) -> None:
        """`data`: the elements as little-endian float64, row by row."""
        result_type = tensor_type(shape)
        value = DenseIntOrFPElementsAttr(result_type, BytesAttr(data))
        self._build((), result_type, location, {"value": value})

    @property
    def data(self) -> bytes:
        """The elements as little-endian float64, row by row."""
        return self.value.data.data

    @property
    def is_opaque(self) -> bool:
        """Whether passes must treat the literal as an input, whose elements could be others."""
        return _OPAQUE in self.attributes

    @is_opaque.setter
    def is_opaque(self, opaque: bool) -> None:
        if opaque:
            self.attributes[_OPAQUE] = UnitAttr()
        else:
            self.attributes.pop(_OPAQUE, None)

    def expected_shape(self) -> Shape:
        shape: Shape = self.value.get_shape()
        if len(self.value) != prod(shape):
            raise ShapeError(f"{len(self.value)} elements for {shapes.show(shape)}")
        return shape

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        value = parser.parse_attribute()
        if not isinstance(value, DenseIntOrFPElementsAttr):
            parser.raise_error("mg.constant needs a dense<...> : tensor<...> value")
        return cls(value.data.data, value.get_shape())

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.value)


@mg_operation
class MatmulOp(MgOperation):
    """The matrix product of RxK and KxC."""

    name = "mg.matmul"
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    FORMAT: ClassVar[str] = (
        "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
    )

    def __init__(self, lhs: SSAValue, rhs: SSAValue, location: LocationAttr | None = None) -> None:
        shape = shapes.matmul(shape_of(lhs), shape_of(rhs))
        self._build((lhs, rhs), tensor_type(shape), location)

    def expected_shape(self) -> Shape:
        left, right = shape_of(self.lhs), shape_of(self.rhs)
        if len(left) != 2 or len(right) != 2:
            raise ShapeError("operands must be matrices")
        return shapes.matmul(left, right)


@mg_operation
class TransposeOp(MgOperation):
    """A matrix with rows and columns exchanged."""

    name = "mg.transpose"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    FORMAT: ClassVar[str] = "$operand attr-dict `:` type($operand) `to` type($result)"

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), tensor_type(shape_of(operand)[::-1]), location)

    def expected_shape(self) -> Shape:
        if len(shape_of(self.operand)) != 2:
            raise ShapeError("the operand must be a matrix")
        return shape_of(self.operand)[::-1]


@mg_operation
class ReduceOp(UnaryOperation):
    """The sum or the maximum over one axis of a matrix, which stays with size 1.

    Axis 1 reduces each row (`row_sum`, `row_max`), axis 0 each column.
    """

    name = "mg.reduce"
    axis = attr_def(IntegerAttr)
    kind = attr_def(StringAttr)

    def __init__(
        self, operand: SSAValue, axis: int, kind: str, location: LocationAttr | None = None
    ) -> None:
        """`kind` is sum or max."""
        attributes: dict[str, Attribute] = {
            "axis": _axis_attribute(axis),
            "kind": string_attribute(kind),
        }
        shape = shapes.reduced(shape_of(operand), axis)
        self._build((operand,), tensor_type(shape), location, attributes)

    @property
    def axis_index(self) -> int:
        """The reduced axis as a Python int."""
        return self.axis.value.data

    def expected_shape(self) -> Shape:
        if len(shape_of(self.operand)) != 2 or self.axis_index not in (0, 1):
            raise ShapeError("reduces axis 0 or 1 of a matrix")
        if self.kind.data not in ("sum", "max"):
            raise ShapeError(f"unknown kind {self.kind.data!r}")
        return shapes.reduced(shape_of(self.operand), self.axis_index)


@mg_operation
class BroadcastOp(UnaryOperation):
    """A matrix whose dimensions of size 1 are stretched."""

    name = "mg.broadcast"

    def __init__(
        self, operand: SSAValue, shape: Shape, location: LocationAttr | None = None
    ) -> None:
        self._build((operand,), tensor_type(shape), location)

    def verify_(self) -> None:
        source, target = shape_of(self.operand), shape_of(self.result)
        if len(source) != len(target) or not all(
            shapes.same_size(a, b) if a != 1 else b != shapes.DYNAMIC
            for a, b in zip(source, target, strict=True)
        ):
            raise VerifyException(
                f"mg.broadcast: cannot stretch {shapes.show(source)} to {shapes.show(target)}"
            )


@mg_operation
class ReshapeOp(UnaryOperation):
    """The same elements in row-major order under another shape."""

    name = "mg.reshape"

    def __init__(
        self, operand: SSAValue, shape: Shape, location: LocationAttr | None = None
    ) -> None:
        shape = shapes.reshaped(shape_of(operand), shape)
        self._build((operand,), tensor_type(shape), location)

    def expected_shape(self) -> Shape:
        return shapes.reshaped(shape_of(self.operand), shape_of(self.result))


@mg_operation
class PermuteOp(UnaryOperation):
    """A tensor with its axes reordered: result axis i is operand axis permutation[i]."""

    name = "mg.permute"
    permutation = attr_def(DenseArrayBase)

    def __init__(
        self,
        operand: SSAValue,
        permutation: Sequence[int],
        location: LocationAttr | None = None,
    ) -> None:
        shape = shapes.permuted(shape_of(operand), permutation)
        attribute = DenseArrayBase.from_list(i64, list(permutation))
        self._build((operand,), tensor_type(shape), location, {"permutation": attribute})

    @property
    def axes(self) -> tuple[int, ...]:
        """The permutation as Python ints."""
        return tuple(int(axis) for axis in self.permutation.get_values())

    def expected_shape(self) -> Shape:
        return shapes.permuted(shape_of(self.operand), self.axes)


@mg_operation
class PrintOp(MgOperation):
    """Print a tensor."""

    name = "mg.print"
    operand = operand_def(Tensor)
    FORMAT: ClassVar[str] = "$operand attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), None, location)


@mg_operation
class AbortOp(MgOperation):
    """Write one line to standard error and end the program.

    Only in straight-line modules: it stands where the sizes of a call turned out to disagree.
    """

    name = "mg.abort"
    message = attr_def(StringAttr)
    FORMAT: ClassVar[str] = "attr-dict"

    def __init__(self, message: str, location: LocationAttr | None = None) -> None:
        self._build((), None, location, {"message": StringAttr(message)})


def unstretched(value: SSAValue) -> SSAValue:
    """The value that a stretched one was made from; any other value itself."""
    owner = value.owner
    return owner.operand if type(owner) is BroadcastOp else value


def filling(value: SSAValue) -> bytes | None:
    """The elements of the literal that a value is, stretched or reshaped; None if it is none.

    They are not repeated as often as the value holds them. Opaque literals do not tell theirs.
    """
    while isinstance(value.owner, BroadcastOp | ReshapeOp):
        value = value.owner.operand
    literal = value.owner
    return literal.data if isinstance(literal, ConstantOp) and not literal.is_opaque else None
