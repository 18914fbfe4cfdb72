"""Tensor types, and what all operations of the dialect share."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    Float64Type,
    LocationAttr,
    StringAttr,
    TensorType,
    f64,
)
from xdsl.ir import Attribute, OpResult, SSAValue, SSAValues
from xdsl.irdl import (
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from mgc import shapes
from mgc.dialect.formatted import FormattedOperation
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


# An attribute takes twice as long to make as everything else about an operation, and the same few
# come again and again.
string_attribute = cache(StringAttr)


class MgOperation(FormattedOperation, ABC):
    """What all operations of the dialect share: one way to be built, one place for checks."""

    def _build(
        self,
        operands: Sequence[SSAValue],
        shape: Shape | None,
        location: LocationAttr | None,
        attributes: dict[str, Attribute] | None = None,
    ) -> None:
        # Field by field: xDSL's constructors, written for operations with regions, successors and
        # default attributes too, take three times as long, most of a long program's time.
        self.operands = operands
        results = () if shape is None else (OpResult(tensor_type(shape), self, 0),)
        self.results = SSAValues(results)
        self.properties = {}
        self.attributes = attributes or {}
        self.location = UNKNOWN_LOC if location is None else location

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


class UnaryOperation(MgOperation, ABC):
    """An operation of one operand whose result type is written after `->`."""

    operand = operand_def(Tensor)
    result = result_def(Tensor)
    traits = traits_def(Pure())
    FORMAT: ClassVar[str] = "$operand attr-dict `:` type($operand) `->` type($result)"
