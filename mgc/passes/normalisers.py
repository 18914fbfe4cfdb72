"""Normalisers: the division by a softmax's sum of exponentials is done as late as can be.

The sum of exp(z - max(z)) over a row or column is at least 1, since the maximum itself contributes
exp(0). A division by it never overflows, so where it changes places with sums and products no
infinity and no nan is lost; a sum of elements near the largest double may overflow that did not
before. Rounding differs, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    AddOp,
    BroadcastOp,
    DivOp,
    MulOp,
    ReduceOp,
    SubOp,
    shape_of,
    unstretched,
)
from mgc.passes.rewriting import Rewriting
from mgc.passes.softmax import softmax_by_sum
from mgc.shapes import Shape


class _Quotient(NamedTuple):
    """`numerator / normaliser`, where the normaliser is stretched over a row or column."""

    numerator: SSAValue
    normaliser: SSAValue


def divide_by_normalisers_last(rewriting: Rewriting) -> None:
    """With a normaliser c, in order:

    row_sum(a / c)      becomes  row_sum(a) / c
    a / c + b / c       becomes  (a + b) / c, and so for a difference
    (a / c) * b         becomes  a * (b / c), where b / c is there already
    """
    known: dict[_Quotient, SSAValue] = {}
    for operation in rewriting.operations:
        match operation:
            case DivOp():
                quotient = _quotient(operation.result)
                if quotient is not None:
                    known.setdefault(quotient, operation.result)
            case ReduceOp():
                _divide_sum(rewriting, operation)
            case AddOp() | SubOp():
                _divide_both(rewriting, operation)
            case MulOp():
                _use_known(rewriting, operation, known)


def _divide_sum(rewriting: Rewriting, operation: ReduceOp) -> None:
    quotient = _quotient(operation.operand)
    if quotient is None or operation.kind.data != "sum" or not operation.operand.has_one_use():
        return
    numerator, normaliser = quotient
    is_stretched = shape_of(numerator) != shape_of(operation.operand)
    # Only along its own axis is the normaliser the same for all that is summed.
    if shape_of(operation.result) == shape_of(normaliser) and not is_stretched:
        total = ReduceOp(numerator, operation.axis_index, "sum")
        rewriting.replace_by(operation, total, DivOp(total.result, normaliser))


def _divide_both(rewriting: Rewriting, operation: AddOp | SubOp) -> None:
    left, right = _quotient(operation.lhs), _quotient(operation.rhs)
    if left is None or right is None or left.normaliser is not right.normaliser:
        return
    if not (operation.lhs.has_one_use() and operation.rhs.has_one_use()):
        return
    shape = shape_of(operation.result)
    new: list[Operation] = []
    combined = type(operation)(
        _stretched(left.numerator, shape, new), _stretched(right.numerator, shape, new)
    )
    new.append(combined)
    new.append(DivOp(combined.result, _stretched(left.normaliser, shape, new)))
    rewriting.replace_by(operation, *new)


def _use_known(rewriting: Rewriting, operation: MulOp, known: dict[_Quotient, SSAValue]) -> None:
    for divided, other in ((operation.lhs, operation.rhs), (operation.rhs, operation.lhs)):
        quotient = _quotient(divided)
        if quotient is None or not divided.has_one_use():
            continue
        ready = known.get(_Quotient(other, quotient.normaliser))
        if ready is not None:
            new: list[Operation] = []
            numerator = _stretched(quotient.numerator, shape_of(ready), new)
            rewriting.replace_by(operation, *new, MulOp(numerator, ready))
            return


def _stretched(value: SSAValue, shape: Shape, new: list[Operation]) -> SSAValue:
    """The value in a shape; where that takes an operation, it is added to the new ones."""
    if shape_of(value) == shape:
        return value
    new.append(BroadcastOp(value, shape))
    return new[-1].results[0]


def _quotient(value: SSAValue) -> _Quotient | None:
    """The value as a quotient by a normaliser, through the stretching of either."""
    owner = unstretched(value).owner
    if not isinstance(owner, DivOp):
        return None
    normaliser = unstretched(owner.rhs)
    is_normaliser = softmax_by_sum(normaliser) is not None
    return _Quotient(owner.lhs, normaliser) if is_normaliser else None
