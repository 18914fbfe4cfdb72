"""Algebraic simplification that changes no bit of any result.

Rules that hold for numbers but not for doubles are left out: `x * 0` keeps the nan of an infinite
x, `x - x` and `x / x` theirs, and `x + 0` turns -0.0 into 0.0.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import copysign, frexp
from typing import Any

from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    BroadcastOp,
    DivOp,
    ElementwiseBinaryOperation,
    ElementwiseUnaryOperation,
    MatmulOp,
    MulOp,
    NegOp,
    PermuteOp,
    ReshapeOp,
    ScalarOp,
    TransposeOp,
    filling,
    shape_of,
)
from mgc.passes.rewriting import Rewriting

_ONE = struct.pack("<d", 1.0)

# What takes an operation's place: a value there is already, or operations to insert.
_Replacement = SSAValue | list[Operation] | None


def simplify(rewriting: Rewriting) -> None:
    """Apply every rule once to every operation, in order."""
    for operation in rewriting.operations:
        rule = _RULES.get(type(operation))
        replacement = rule(operation) if rule is not None else None
        if isinstance(replacement, list):
            rewriting.replace_by(operation, *replacement)
        elif replacement is not None:
            rewriting.replace(operation, replacement)


def _transpose(operation: TransposeOp) -> _Replacement:
    inner = operation.operand.owner
    if isinstance(inner, TransposeOp):
        return inner.operand
    if isinstance(inner, MatmulOp) and inner.result.has_one_use():
        factors = (inner.rhs, inner.lhs)
        if any(isinstance(factor.owner, TransposeOp) for factor in factors):
            return _product_of_transposes(*factors)
    shape = shape_of(operation.result)
    # The elements of a single row or column lie in the same order either way.
    return [ReshapeOp(operation.operand, shape)] if 1 in shape else None


def _product_of_transposes(lhs: SSAValue, rhs: SSAValue) -> list[Operation]:
    new: list[Operation] = []

    def transposed(value: SSAValue) -> SSAValue:
        if isinstance(value.owner, TransposeOp):
            return value.owner.operand
        new.append(TransposeOp(value))
        return new[-1].results[0]

    product = MatmulOp(transposed(lhs), transposed(rhs))
    return [*new, product]


def _permute(operation: PermuteOp) -> _Replacement:
    inner = operation.operand.owner
    if not isinstance(inner, PermuteOp):
        return None
    axes = [inner.axes[axis] for axis in operation.axes]
    if axes == sorted(axes):
        return inner.operand
    return [PermuteOp(inner.operand, axes)]


def _reshape(operation: ReshapeOp) -> _Replacement:
    shape = shape_of(operation.result)
    operand = operation.operand
    if isinstance(operand.owner, ReshapeOp):
        operand = operand.owner.operand
    if shape_of(operand) == shape:
        return operand
    return None if operand is operation.operand else [ReshapeOp(operand, shape)]


def _broadcast(operation: BroadcastOp) -> _Replacement:
    inner = operation.operand.owner
    if isinstance(inner, BroadcastOp):
        return [BroadcastOp(inner.operand, shape_of(operation.result))]
    return None


def _neg(operation: NegOp) -> _Replacement:
    inner = operation.operand.owner
    return inner.operand if isinstance(inner, NegOp) else _unary(operation)


def _scalar(operation: ScalarOp) -> _Replacement:
    op, scalar = operation.op.data, operation.scalar
    if op in ("mul", "div") and scalar == 1.0 and not (op == "div" and operation.scalar_on_left):
        return operation.operand
    # x - 0.0 and x + -0.0 are x, also where x is a zero; the other two signs are not.
    neutral_sign = {"sub": 1.0, "add": -1.0}.get(op)
    if scalar == 0.0 and copysign(1.0, scalar) == neutral_sign and not operation.scalar_on_left:
        return operation.operand
    if op == "div" and not operation.scalar_on_left and _has_exact_inverse(scalar):
        return [ScalarOp(operation.operand, "mul", 1.0 / scalar)]
    return _unary(operation)


def _has_exact_inverse(scalar: float) -> bool:
    mantissa, exponent = frexp(scalar)
    return abs(mantissa) == 0.5 and -1000 < exponent < 1000


def _unary(operation: ElementwiseUnaryOperation) -> _Replacement:
    inner = operation.operand.owner
    if not isinstance(inner, BroadcastOp):
        return None
    small = type(operation).create(
        operands=[inner.operand],
        result_types=[inner.operand.type],
        attributes=operation.attributes,
    )
    return [small, BroadcastOp(small.results[0], shape_of(operation.result))]


def _binary(operation: ElementwiseBinaryOperation) -> _Replacement:
    left, right = operation.lhs.owner, operation.rhs.owner
    if not isinstance(left, BroadcastOp) or not isinstance(right, BroadcastOp):
        return None
    if left.operand.type != right.operand.type:
        return None
    small = type(operation)(left.operand, right.operand)
    return [small, BroadcastOp(small.results[0], shape_of(operation.result))]


def _mul(operation: MulOp) -> _Replacement:
    for ones, other in ((operation.lhs, operation.rhs), (operation.rhs, operation.lhs)):
        if _is_ones(ones):
            return other
    return _binary(operation)


def _div(operation: DivOp) -> _Replacement:
    return operation.lhs if _is_ones(operation.rhs) else _binary(operation)


def _is_ones(value: SSAValue) -> bool:
    data = filling(value)
    if data is None or not data.startswith(_ONE):
        return False
    return data == _ONE * (len(data) // len(_ONE))


_RULES: dict[type[Operation], Callable[[Any], _Replacement]] = {
    TransposeOp: _transpose,
    PermuteOp: _permute,
    ReshapeOp: _reshape,
    BroadcastOp: _broadcast,
    NegOp: _neg,
    ScalarOp: _scalar,
    MulOp: _mul,
    DivOp: _div,
    **{
        kind: _binary
        for kind in ElementwiseBinaryOperation.__subclasses__()
        if kind not in (MulOp, DivOp)
    },
    **{
        kind: _unary
        for kind in ElementwiseUnaryOperation.__subclasses__()
        if kind not in (NegOp, ScalarOp)
    },
}
