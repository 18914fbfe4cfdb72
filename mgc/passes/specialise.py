"""The shape of an operation's result for the sizes of an actual call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

from xdsl.ir import Operation

from mgc import shapes
from mgc.dialect import (
    BroadcastOp,
    CastOp,
    ElementwiseBinaryOperation,
    ElementwiseUnaryOperation,
    MatmulOp,
    PermuteOp,
    ReduceOp,
    TransposeOp,
    shape_of,
)
from mgc.shapes import DYNAMIC, Shape, show

Rule: TypeAlias = Callable[[Any, Sequence[Shape]], Shape]


class SizesDisagreeError(Exception):
    """Sizes that were `?` before the call do not fit together; the message names them."""


def actual_shape(operation: Operation, operands: Sequence[Shape]) -> Shape:
    """The result's shape, where the operands have these static shapes.

    Raises:
        SizesDisagreeError: they do not fit together.
    """
    return _rule(type(operation))(operation, operands)


@cache
def _rule(kind: type[Operation]) -> Rule:
    return next((rule for base, rule in _RULES if issubclass(kind, base)), _declared)


def _declared(operation: Operation, operands: Sequence[Shape]) -> Shape:
    """The shape stands in the operation: a constant, or a reshape, which has no `?`."""
    return shape_of(operation.results[0])


def _binary(operation: ElementwiseBinaryOperation, operands: Sequence[Shape]) -> Shape:
    left, right = operands
    if left != right:
        raise SizesDisagreeError(f"{operation.name}: sizes {show(left)} and {show(right)} disagree")
    return left


def _unary(operation: ElementwiseUnaryOperation, operands: Sequence[Shape]) -> Shape:
    return operands[0]


def _matmul(operation: MatmulOp, operands: Sequence[Shape]) -> Shape:
    left, right = operands
    if left[1] != right[0]:
        raise SizesDisagreeError(
            f"{operation.name}: inner sizes of {show(left)} and {show(right)} disagree"
        )
    return (left[0], right[1])


def _transpose(operation: TransposeOp, operands: Sequence[Shape]) -> Shape:
    return operands[0][::-1]


def _reduce(operation: ReduceOp, operands: Sequence[Shape]) -> Shape:
    return shapes.reduced(operands[0], operation.axis_index)


def _permute(operation: PermuteOp, operands: Sequence[Shape]) -> Shape:
    return shapes.permuted(operands[0], operation.axes)


def _broadcast(operation: BroadcastOp, operands: Sequence[Shape]) -> Shape:
    """Stretches what was 1 before the call; a `?` is not stretched, even if it is 1 now."""
    before = shape_of(operation.operand)
    shape = tuple(
        to if size == 1 or to != DYNAMIC else now
        for size, now, to in zip(before, operands[0], shape_of(operation.result), strict=True)
    )
    if any(
        size != 1 and now != to for size, now, to in zip(before, operands[0], shape, strict=True)
    ):
        raise SizesDisagreeError(
            f"{operation.name}: sizes {show(operands[0])} and {show(shape)} disagree"
        )
    return shape


def _cast(operation: CastOp, operands: Sequence[Shape]) -> Shape:
    declared = shape_of(operation.dest)
    if not shapes.compatible(operands[0], declared):
        raise SizesDisagreeError(
            f"{operation.name}: sizes {show(operands[0])} and {show(declared)} disagree"
        )
    return operands[0]


_RULES: list[tuple[type[Operation], Rule]] = [
    (ElementwiseBinaryOperation, _binary),
    (ElementwiseUnaryOperation, _unary),
    (MatmulOp, _matmul),
    (TransposeOp, _transpose),
    (ReduceOp, _reduce),
    (PermuteOp, _permute),
    (BroadcastOp, _broadcast),
    (CastOp, _cast),
]
