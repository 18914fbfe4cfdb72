"""The `mg` dialect: the operations of a Mountain Goat program as xDSL operations.

Every value is a tensor of float64. Constructors infer the result type from their operands, so an
operation that can be constructed is well typed; `verify_` states the same rule for modules that
came from text. `assembly_format` gives the textual form that `mgc mlir` writes and
`mgc.mlir_reader` reads.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import (
    BoolAttr,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    StringAttr,
    TensorType,
    f64,
    i64,
)
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    attr_def,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from mgc import shapes
from mgc.shapes import Shape, ShapeError

Tensor: TypeAlias = TensorType[Float64Type]


# The shapes of the types that `tensor_type` made, by the identity of the type: computing a shape
# from a type takes long enough to matter in programs of many thousand operations.
_SHAPES: dict[int, Shape] = {}


@cache
def tensor_type(shape: Shape) -> Tensor:
    """The type of a float64 tensor of this shape."""
    made = TensorType(f64, shape)
    _SHAPES[id(made)] = shape
    return made


def shape_of(value: SSAValue) -> Shape:
    """The shape of a tensor value."""
    shape = _SHAPES.get(id(value.type))
    if shape is None:
        assert isinstance(value.type, TensorType)
        shape = value.type.get_shape()
    return shape


class MgOperation(IRDLOperation, ABC):
    """What all operations of the dialect share: one way to be built, one place for checks."""

    def _build(
        self,
        operands: Sequence[SSAValue],
        shape: Shape | None,
        location: LocationAttr | None,
        attributes: dict[str, Attribute] | None = None,
    ) -> None:
        # Straight to the base class: xDSL's constraint-driven constructor takes four times as long.
        Operation.__init__(
            self,
            operands=operands,
            result_types=() if shape is None else (tensor_type(shape),),
            attributes=attributes or {},
            location=location,
        )

    def expected_shape(self) -> Shape | None:
        """The result shape that the operands and attributes imply.

        Raises:
            ShapeError: they do not fit together.
        """
        return None

    def verify_(self) -> None:
        try:
            expected = self.expected_shape()
        except ShapeError as error:
            raise VerifyException(f"{self.name}: {error}") from None
        if expected is not None:
            actual = shape_of(self.results[0])
            if not shapes.compatible(actual, expected):
                raise VerifyException(
                    f"{self.name}: the result is {shapes.show(actual)} "
                    f"but must be {shapes.show(expected)}"
                )


@irdl_op_definition
class ConstantOp(MgOperation):
    """A matrix literal."""

    name = "mg.constant"
    value = attr_def(DenseIntOrFPElementsAttr)
    result = result_def(Tensor)
    traits = traits_def(Pure())

    def __init__(self, data: bytes, shape: Shape, location: LocationAttr | None = None) -> None:
        """`data`: the elements as little-endian float64, row by row."""
        value = DenseIntOrFPElementsAttr(tensor_type(shape), BytesAttr(data))
        self._build((), shape, location, {"value": value})

    @property
    def data(self) -> bytes:
        """The elements as little-endian float64, row by row."""
        return self.value.data.data

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


class UnaryOperation(MgOperation, ABC):
    """An operation of one operand whose result type is written after `->`."""

    operand = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    assembly_format: ClassVar[str] = "$operand attr-dict `:` type($operand) `->` type($result)"


class ElementwiseUnaryOperation(UnaryOperation, ABC):
    """A function of each element on its own."""

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), shape_of(operand), location)

    def expected_shape(self) -> Shape:
        return shape_of(self.operand)


@irdl_op_definition
class NegOp(ElementwiseUnaryOperation):
    """-a"""

    name = "mg.neg"


@irdl_op_definition
class ReluOp(ElementwiseUnaryOperation):
    """a where a > 0, otherwise 0; NaN stays NaN."""

    name = "mg.relu"


@irdl_op_definition
class ExpOp(ElementwiseUnaryOperation):
    """The exponential of each element."""

    name = "mg.exp"


@irdl_op_definition
class LogOp(ElementwiseUnaryOperation):
    """The natural logarithm of each element."""

    name = "mg.log"


@irdl_op_definition
class SqrtOp(ElementwiseUnaryOperation):
    """The square root of each element."""

    name = "mg.sqrt"


@irdl_op_definition
class ScalarOp(ElementwiseUnaryOperation):
    """Each element with a compile-time scalar; `reversed` means the scalar is on the left."""

    name = "mg.scalar"
    op = attr_def(StringAttr)
    value = attr_def(FloatAttr)
    reversed = attr_def(BoolAttr)

    def __init__(
        self,
        operand: SSAValue,
        op: str,
        value: float,
        reversed: bool = False,
        location: LocationAttr | None = None,
    ) -> None:
        """`op` is one of add, sub, mul, div."""
        attributes: dict[str, Attribute] = {
            "op": StringAttr(op),
            "value": FloatAttr(value, f64),
            "reversed": BoolAttr.from_bool(reversed),
        }
        self._build((operand,), shape_of(operand), location, attributes)

    @property
    def scalar(self) -> float:
        """The scalar as a Python float."""
        value: float = self.value.value.data
        return value

    @property
    def scalar_on_left(self) -> bool:
        """Whether the scalar is the left operand."""
        return bool(self.reversed.value.data)

    def verify_(self) -> None:
        if self.op.data not in ("add", "sub", "mul", "div"):
            raise VerifyException(f"mg.scalar: unknown op {self.op.data!r}")
        super().verify_()


class ElementwiseBinaryOperation(MgOperation, ABC):
    """Element by element over two operands of the same shape; stretching is a `mg.broadcast`."""

    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    assembly_format: ClassVar[str] = (
        "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
    )

    def __init__(self, lhs: SSAValue, rhs: SSAValue, location: LocationAttr | None = None) -> None:
        left, right = shape_of(lhs), shape_of(rhs)
        shape = left if left == right else tuple(map(shapes.known_size, left, right))
        self._build((lhs, rhs), shape, location)

    def expected_shape(self) -> Shape:
        left, right = shape_of(self.lhs), shape_of(self.rhs)
        if not shapes.compatible(left, right):
            raise ShapeError(f"operands {shapes.show(left)} and {shapes.show(right)} differ")
        return tuple(map(shapes.known_size, left, right))


@irdl_op_definition
class AddOp(ElementwiseBinaryOperation):
    """a + b"""

    name = "mg.add"


@irdl_op_definition
class SubOp(ElementwiseBinaryOperation):
    """a - b"""

    name = "mg.sub"


@irdl_op_definition
class MulOp(ElementwiseBinaryOperation):
    """a * b"""

    name = "mg.mul"


@irdl_op_definition
class DivOp(ElementwiseBinaryOperation):
    """a / b"""

    name = "mg.div"


@irdl_op_definition
class GeOp(ElementwiseBinaryOperation):
    """1.0 where a >= b, else 0.0; NaN compares false."""

    name = "mg.ge"


@irdl_op_definition
class MatmulOp(MgOperation):
    """The matrix product of RxK and KxC."""

    name = "mg.matmul"
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    assembly_format: ClassVar[str] = (
        "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
    )

    def __init__(self, lhs: SSAValue, rhs: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((lhs, rhs), shapes.matmul(shape_of(lhs), shape_of(rhs)), location)

    def expected_shape(self) -> Shape:
        left, right = shape_of(self.lhs), shape_of(self.rhs)
        if len(left) != 2 or len(right) != 2:
            raise ShapeError("operands must be matrices")
        return shapes.matmul(left, right)


@irdl_op_definition
class TransposeOp(MgOperation):
    """A matrix with rows and columns exchanged."""

    name = "mg.transpose"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    assembly_format: ClassVar[str] = "$operand attr-dict `:` type($operand) `to` type($result)"

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), shape_of(operand)[::-1], location)

    def expected_shape(self) -> Shape:
        if len(shape_of(self.operand)) != 2:
            raise ShapeError("the operand must be a matrix")
        return shape_of(self.operand)[::-1]


@irdl_op_definition
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
            "axis": IntegerAttr(axis, i64),
            "kind": StringAttr(kind),
        }
        self._build((operand,), shapes.reduced(shape_of(operand), axis), location, attributes)

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


@irdl_op_definition
class BroadcastOp(UnaryOperation):
    """A matrix whose dimensions of size 1 are stretched."""

    name = "mg.broadcast"

    def __init__(
        self, operand: SSAValue, shape: Shape, location: LocationAttr | None = None
    ) -> None:
        self._build((operand,), shape, location)

    def verify_(self) -> None:
        source, target = shape_of(self.operand), shape_of(self.result)
        if len(source) != len(target) or not all(
            shapes.same_size(a, b) if a != 1 else b != shapes.DYNAMIC
            for a, b in zip(source, target, strict=True)
        ):
            raise VerifyException(
                f"mg.broadcast: cannot stretch {shapes.show(source)} to {shapes.show(target)}"
            )


@irdl_op_definition
class ReshapeOp(UnaryOperation):
    """The same elements in row-major order under another shape."""

    name = "mg.reshape"

    def __init__(
        self, operand: SSAValue, shape: Shape, location: LocationAttr | None = None
    ) -> None:
        self._build((operand,), shapes.reshaped(shape_of(operand), shape), location)

    def expected_shape(self) -> Shape:
        return shapes.reshaped(shape_of(self.operand), shape_of(self.result))


@irdl_op_definition
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
        self._build((operand,), shape, location, {"permutation": attribute})

    @property
    def axes(self) -> tuple[int, ...]:
        """The permutation as Python ints."""
        return tuple(int(axis) for axis in self.permutation.get_values())

    def expected_shape(self) -> Shape:
        return shapes.permuted(shape_of(self.operand), self.axes)


@irdl_op_definition
class PrintOp(MgOperation):
    """Print a tensor."""

    name = "mg.print"
    operand = operand_def(Tensor)
    assembly_format: ClassVar[str] = "$operand attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), None, location)


@irdl_op_definition
class AbortOp(MgOperation):
    """Write one line to standard error and end the program.

    Only in straight-line modules: it stands where the sizes of a call turned out to disagree.
    """

    name = "mg.abort"
    message = attr_def(StringAttr)
    assembly_format: ClassVar[str] = "attr-dict"

    def __init__(self, message: str, location: LocationAttr | None = None) -> None:
        self._build((), None, location, {"message": StringAttr(message)})


MG = Dialect(
    "mg",
    [
        ConstantOp,
        AddOp,
        SubOp,
        MulOp,
        DivOp,
        GeOp,
        ScalarOp,
        NegOp,
        ReluOp,
        ExpOp,
        LogOp,
        SqrtOp,
        MatmulOp,
        TransposeOp,
        ReduceOp,
        BroadcastOp,
        ReshapeOp,
        PermuteOp,
        PrintOp,
        AbortOp,
    ],
)
