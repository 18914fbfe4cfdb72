"""Tensor types, and what all operations of the dialect share."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, TypeAlias, TypeVar

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    Float64Type,
    LocationAttr,
    StringAttr,
    TensorType,
    f64,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, SSAValues, Use
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
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


class Result(OpResult):
    """The result of an operation: an xDSL value that hashes and compares as fast as any object.

    Values are the keys of most tables that passes and rules keep. xDSL's own are compared by
    identity too, but through methods written in Python.
    """

    __hash__ = object.__hash__
    __eq__ = object.__eq__


class MgOperation(FormattedOperation, ABC):
    """What all operations of the dialect share: one way to be built, one place for checks."""

    def _build(
        self,
        operands: Sequence[SSAValue],
        result_type: Attribute | None,
        location: LocationAttr | None,
        attributes: dict[str, Attribute] | None = None,
    ) -> None:
        # Field by field: xDSL's constructors, written for operations with regions, successors and
        # default attributes too, take four times as long, most of a long program's time.
        uses = []
        for index, operand in enumerate(operands):
            use = Use(self, index)
            operand.add_use(use)
            uses.append(use)
        self._operands = SSAValues(operands)
        self._operand_uses = tuple(uses)
        results = () if result_type is None else (Result(result_type, self, 0),)
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


Defined = TypeVar("Defined", bound=IRDLOperation)


def mg_operation(operation: type[Defined]) -> type[Defined]:
    """Complete the class of an operation: xDSL's definition, with operands and results at hand.

    An operation of ours has as many operands and results as its class names. xDSL's accessors,
    which allow for any number, take ten times as long, and passes read operands more than they do
    anything else.
    """
    defined = irdl_op_definition(operation)
    definition = defined.get_irdl_definition()
    for place, (name, _) in enumerate(definition.operands):
        setattr(defined, name, _operand(place))
    for place, (name, _) in enumerate(definition.results):
        setattr(defined, name, _result(place))
    return defined


def _operand(place: int) -> property:
    def read(operation: Operation) -> SSAValue:
        return tuple.__getitem__(operation._operands, place)

    return property(read)


def _result(place: int) -> property:
    def read(operation: Operation) -> SSAValue:
        return tuple.__getitem__(operation.results, place)

    return property(read)
