"""Maxima that only shift: what is subtracted before an exponential to keep it from overflowing.

A softmax, or the logarithm of a sum of exponentials, has the same value whatever is subtracted from
its row; the maximum is only the number that keeps the exponentials in range. So the derivative of
the loss by that maximum is 0, and its adjoint, which rounding leaves a little off 0, need not be
computed. That it cancels is found by following how every value answers when a number t is added to
the maximum of each row and all else stays as it is: by nothing, by the addition of k * t, or by a
factor of exp(k * t).

No nan may be lost with that adjoint, which would carry one to all elements of its row. So a maximum
cancels only where the other paths do so too: it is subtracted from the row that it is the maximum
of, and its answer ends where something computed from the whole row, such as a softmax's sum, does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from math import inf
from typing import NamedTuple, TypeAlias

from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    AddOp,
    BroadcastOp,
    DivOp,
    ExpOp,
    LogOp,
    MulOp,
    NegOp,
    ReduceOp,
    ScalarOp,
    SqrtOp,
    SubOp,
    unstretched,
)

# A shift cancels within a few operations with few users; the limit of both keeps the search linear
# in the program.
_MAX_OPERATIONS = 64


class _Answer(NamedTuple):
    """`k * t` is added to the value, or it is multiplied by `exp(k * t)`; with k 0 it stays.

    `of_row` tells whether a reduction along the row went into it, `weighted` whether a sum of it
    over the row may overflow or be 0, where sums of exp(row - maximum) cannot.
    """

    is_factor: bool
    k: float
    of_row: bool = False
    weighted: bool = False


_STAYS = _Answer(False, 0.0)

# From what the operands answer to what the result does, but for `of_row` and `weighted`; None where
# that is neither of the two.
_Rule: TypeAlias = Callable[..., _Answer | None]


def cancelling_maxima(operations: Sequence[Operation], loss: SSAValue) -> frozenset[SSAValue]:
    """The maxima of rows or columns that cancel in the loss.

    Args:
        operations: those that the loss depends on, in program order.
        loss: what is differentiated.
    """
    position = {operation: number for number, operation in enumerate(operations)}
    return frozenset(
        operation.result
        for operation in operations
        if isinstance(operation, ReduceOp)
        and operation.kind.data == "max"
        and _cancels(operation, position, loss)
    )


def _cancels(maximum: ReduceOp, position: dict[Operation, int], loss: SSAValue) -> bool:
    answers: dict[SSAValue, _Answer] = {maximum.result: _Answer(False, 1.0)}
    pending: set[Operation] = set()
    operation: Operation = maximum
    is_subtracted = False
    for _ in range(_MAX_OPERATIONS):
        result = operation.results[0]
        if result in answers:
            users = _users(operation, position)
            if result is loss or users is None:
                return False
            pending |= users
        if not pending:
            return is_subtracted
        # In program order, so that all operands have answered.
        operation = min(pending, key=position.__getitem__)
        pending.remove(operation)
        answer = _answer(operation, answers, maximum)
        if answer is None or (answer.k == 0.0 and not answer.of_row):
            return False
        is_subtracted |= _is_shifted_row(operation, maximum)
        if answer.k != 0.0:
            answers[operation.results[0]] = answer
    return False


def _users(operation: Operation, position: dict[Operation, int]) -> set[Operation] | None:
    """The operations that use the result and that the loss depends on; None if there are many."""
    uses = list(islice(operation.results[0].uses, _MAX_OPERATIONS + 1))
    if len(uses) > _MAX_OPERATIONS:
        return None
    return {use.operation for use in uses} & position.keys()


def _answer(
    operation: Operation, answers: dict[SSAValue, _Answer], maximum: ReduceOp
) -> _Answer | None:
    if isinstance(operation, ReduceOp) and operation.axis_index != maximum.axis_index:
        return None
    rule = _RULES.get(type(operation))
    operands = [answers.get(operand, _STAYS) for operand in operation.operands]
    answer = None if rule is None else rule(operation, *operands)
    if answer is None:
        return None
    of_row = isinstance(operation, ReduceOp) or any(operand.of_row for operand in operands)
    weighted = any(operand.weighted for operand in operands)
    if isinstance(operation, ReduceOp) and weighted:
        # What would cancel may be nan.
        return None
    if answer.is_factor:
        weighted |= not _keeps_bounds(operation, operands, maximum)
    return _Answer(answer.is_factor, answer.k, of_row, weighted)


def _keeps_bounds(operation: Operation, operands: Sequence[_Answer], maximum: ReduceOp) -> bool:
    """Whether no sum over the row can overflow or be 0, if none could before the operation."""
    match operation:
        case ExpOp():
            return _is_at_most_0(operation.operand.owner, maximum)
        case MulOp():
            return all(operand.is_factor for operand in operands)
        case DivOp():
            return all(operand.is_factor for operand in operands) and operands[1].of_row
        case SubOp() | NegOp() | ScalarOp():
            return False
    return True


def _is_at_most_0(exponent: object, maximum: ReduceOp) -> bool:
    """Whether it is the row less its maximum, perhaps times a positive number."""
    while isinstance(exponent, ScalarOp) and _is_positive_factor(exponent):
        exponent = exponent.operand.owner
    if isinstance(exponent, NegOp):
        return _is_difference(exponent.operand.owner, maximum.result, maximum.operand)
    return _is_difference(exponent, maximum.operand, maximum.result)


def _is_positive_factor(operation: ScalarOp) -> bool:
    op = operation.op.data
    is_factor = op == "mul" or (op == "div" and not operation.scalar_on_left)
    return is_factor and 0.0 < operation.scalar < inf


def _is_shifted_row(operation: Operation, maximum: ReduceOp) -> bool:
    """Whether the maximum and the row that it is of are subtracted, either from the other."""
    return _is_difference(operation, maximum.operand, maximum.result) or _is_difference(
        operation, maximum.result, maximum.operand
    )


def _is_difference(operation: object, left: SSAValue, right: SSAValue) -> bool:
    return isinstance(operation, SubOp) and [unstretched(one) for one in operation.operands] == [
        left,
        right,
    ]


def _same(operation: Operation, a: _Answer) -> _Answer:
    return a


def _neg(operation: NegOp, a: _Answer) -> _Answer:
    return a if a.is_factor else _Answer(False, -a.k)


def _add(operation: AddOp, a: _Answer, b: _Answer) -> _Answer | None:
    if a.is_factor or b.is_factor:
        return a if a[:2] == b[:2] else None
    return _Answer(False, a.k + b.k)


def _sub(operation: SubOp, a: _Answer, b: _Answer) -> _Answer | None:
    if a.is_factor or b.is_factor:
        return a if a[:2] == b[:2] else None
    return _Answer(False, a.k - b.k)


def _mul(operation: MulOp, a: _Answer, b: _Answer) -> _Answer | None:
    return _Answer(True, a.k + b.k) if _are_factors(a, b) else None


def _div(operation: DivOp, a: _Answer, b: _Answer) -> _Answer | None:
    return _Answer(True, a.k - b.k) if _are_factors(a, b) else None


def _are_factors(*answers: _Answer) -> bool:
    return all(answer.is_factor or answer.k == 0.0 for answer in answers)


def _scalar(operation: ScalarOp, a: _Answer) -> _Answer | None:
    op, scalar, on_left = operation.op.data, operation.scalar, operation.scalar_on_left
    if a.is_factor:
        if op in ("add", "sub"):
            return None
        return _Answer(True, -a.k) if op == "div" and on_left else a
    if op in ("add", "sub"):
        return _Answer(False, -a.k) if op == "sub" and on_left else a
    if op == "div":
        return None if on_left else _Answer(False, a.k / scalar) if scalar else None
    return _Answer(False, a.k * scalar)


def _exp(operation: ExpOp, a: _Answer) -> _Answer | None:
    return None if a.is_factor else _Answer(True, a.k)


# At 0 the adjoint of a logarithm or a root is a nan. An exponential alone can be 0.


def _log(operation: LogOp, a: _Answer) -> _Answer | None:
    return _Answer(False, a.k) if a.is_factor and a.of_row else None


def _sqrt(operation: SqrtOp, a: _Answer) -> _Answer | None:
    return _Answer(True, a.k / 2.0) if a.is_factor and a.of_row else None


def _reduce(operation: ReduceOp, a: _Answer) -> _Answer | None:
    return a if a.is_factor or operation.kind.data == "max" else None


_RULES: dict[type[Operation], _Rule] = {
    AddOp: _add,
    SubOp: _sub,
    MulOp: _mul,
    DivOp: _div,
    ScalarOp: _scalar,
    NegOp: _neg,
    ExpOp: _exp,
    LogOp: _log,
    SqrtOp: _sqrt,
    ReduceOp: _reduce,
    BroadcastOp: _same,
}
