"""Operations on each element on its own."""

from __future__ import annotations

from abc import ABC
from functools import lru_cache
from math import copysign
from typing import ClassVar

from xdsl.dialects.builtin import (
    BoolAttr,
    FloatAttr,
    LocationAttr,
    StringAttr,
    f64,
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

_FLAGS = {flag: BoolAttr.from_bool(flag) for flag in (False, True)}


@lru_cache
def _float_attribute(value: float, sign: float) -> FloatAttr:
    """A float64; the sign tells 0.0 and -0.0, which are equal, apart in the cache."""
    return FloatAttr(value, f64)


class ElementwiseUnaryOperation(UnaryOperation, ABC):
    """A function of each element on its own."""

    def __init__(self, operand: SSAValue, location: LocationAttr | None = None) -> None:
        self._build((operand,), operand.type, location)

    def expected_shape(self) -> Shape:
        return shape_of(self.operand)


@mg_operation
class NegOp(ElementwiseUnaryOperation):
    """-a"""

    name = "mg.neg"


@mg_operation
class ReluOp(ElementwiseUnaryOperation):
    """a where a > 0, otherwise 0; NaN stays NaN."""

    name = "mg.relu"


@mg_operation
class ExpOp(ElementwiseUnaryOperation):
    """The exponential of each element."""

    name = "mg.exp"


@mg_operation
class LogOp(ElementwiseUnaryOperation):
    """The natural logarithm of each element."""

    name = "mg.log"


@mg_operation
class SqrtOp(ElementwiseUnaryOperation):
    """The square root of each element."""

    name = "mg.sqrt"


@mg_operation
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
            "op": string_attribute(op),
            "value": _float_attribute(value, copysign(1.0, value)),
            "reversed": _FLAGS[reversed],
        }
        self._build((operand,), operand.type, location, attributes)

    @property
    def scalar(self) -> float:
        """The scalar as a Python float."""
        value: float = self.value.value.data
        return value

    @property
    def scalar_on_left(self) -> bool:
        """Whether the scalar is the left operand."""
        return bool(self.reversed.value.data)

    @property
    def subtracts_from_zero(self) -> bool:
        """Whether it is 0 - operand, with a zero of either sign."""
        return self.op.data == "sub" and self.scalar_on_left and self.scalar == 0.0

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
    FORMAT: ClassVar[str] = (
        "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
    )

    def __init__(self, lhs: SSAValue, rhs: SSAValue, location: LocationAttr | None = None) -> None:
        result_type = lhs.type
        if rhs.type is not result_type:
            shape = tuple(map(shapes.known_size, shape_of(lhs), shape_of(rhs)))
            result_type = tensor_type(shape)
        self._build((lhs, rhs), result_type, location)

    def expected_shape(self) -> Shape:
        left, right = shape_of(self.lhs), shape_of(self.rhs)
        if not shapes.compatible(left, right):
            raise ShapeError(f"operands {shapes.show(left)} and {shapes.show(right)} differ")
        return tuple(map(shapes.known_size, left, right))


@mg_operation
class AddOp(ElementwiseBinaryOperation):
    """a + b"""

    name = "mg.add"


@mg_operation
class SubOp(ElementwiseBinaryOperation):
    """a - b"""

    name = "mg.sub"


@mg_operation
class MulOp(ElementwiseBinaryOperation):
    """a * b"""

    name = "mg.mul"


@mg_operation
class DivOp(ElementwiseBinaryOperation):
    """a / b"""

    name = "mg.div"


@mg_operation
class GeOp(ElementwiseBinaryOperation):
    """1.0 where a >= b, else 0.0; NaN compares false."""

    name = "mg.ge"
