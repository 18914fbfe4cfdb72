"""Shifting maxima: adjoints that cancel, of maxima that only keep exponentials in range.

A softmax is the same whatever is subtracted from its row. With e = exp(z - row_max(z)), its sum
s = row_sum(e), p = e / s and a number c for each row,

    row_sum(c * p)  and  row_sum(c / s * e)  are c,

and so the adjoints by way of the maximum, c and minus such a sum, add up to 0. They go where the
row gets c * p or c / s * e as well, which take a nan to the whole row as they would. Where c is
infinite, an element may be infinite that was nan, and what is computed from it be another number.
Rounding differs, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from xdsl.ir import SSAValue

from mgc.dialect import (
    AddOp,
    BroadcastOp,
    DivOp,
    MulOp,
    NegOp,
    ReduceOp,
    ScalarOp,
    SubOp,
    shape_of,
    unstretched,
)
from mgc.passes.rewriting import Rewriting
from mgc.passes.softmax import Softmax, is_row_sum, softmax_by_mask
from mgc.passes.sums import sums

# How many operations are looked at to find what adds up to a number; keeps the pass linear.
_MAX_OPERATIONS = 64


def leave_out_shifting_maxima(rewriting: Rewriting) -> None:
    """`c * p + mask * (c / count) + mask * (-row_sum(c * p) / count)` becomes `c * p`.

    The mask is 1 where the row has its maximum, `count` times. More may be added to it, and what
    is multiplied by the mask may stand in one term or in several, if only it adds up to 0. Columns
    are as good as rows.
    """
    for each in sums(rewriting):
        cancelling: list[SSAValue] = []
        for softmax, masked in _by_softmax(each.terms).items():
            if _cancels([number for _, number in masked], softmax, each.terms):
                cancelling += (term for term, _ in masked)
        each.leave_out(rewriting, cancelling)


class _RowSum(NamedTuple):
    """The sum along each row of a value, or of the product of two."""

    factors: tuple[SSAValue, ...]


class _Part(NamedTuple):
    """What the row sum of a value consists of: a number of each row, and the sum of another value.

    The number is added or, with a sign of -1, subtracted.
    """

    sign: int
    number: SSAValue
    rest: _RowSum | None


# What adds up to a number of each row: how often it is added, less how often it is subtracted.
_Addends: TypeAlias = Counter[SSAValue | _RowSum]


def _by_softmax(terms: Sequence[SSAValue]) -> dict[Softmax, list[tuple[SSAValue, SSAValue]]]:
    """The terms `mask * (number / count)` with their numbers, by the softmax of the maximum."""
    masked: dict[Softmax, list[tuple[SSAValue, SSAValue]]] = defaultdict(list)
    for term in terms:
        if not isinstance(term.owner, MulOp):
            continue
        for mask, share in (term.owner.operands, term.owner.operands[::-1]):
            softmax = softmax_by_mask(mask)
            divided = unstretched(share).owner
            if softmax is None or not isinstance(divided, DivOp):
                continue
            count = divided.rhs.owner
            if is_row_sum(count, softmax.axis) and count.operand is mask:
                masked[softmax].append((term, divided.lhs))
    return masked


def _cancels(numbers: Sequence[SSAValue], softmax: Softmax, terms: Sequence[SSAValue]) -> bool:
    """Whether the numbers add up to 0, and other terms take any nan of theirs to the row."""
    added = _sum_of(numbers, softmax)
    carried = _sum_of(_numbers_carried(terms, softmax), softmax)
    if added is None or carried is None:
        return False
    return not any(added.values()) and added.keys() <= carried.keys()


def _numbers_carried(terms: Sequence[SSAValue], softmax: Softmax) -> Iterator[SSAValue]:
    """The numbers that the row gets multiplied by its probabilities."""
    pending = list(terms)
    for _ in range(_MAX_OPERATIONS):
        if not pending:
            return
        term = pending.pop()
        part = _part(term, softmax)
        if part is not None:
            yield part.number
        elif isinstance(term.owner, AddOp | SubOp | NegOp):
            pending += term.owner.operands


def _sum_of(numbers: Iterable[SSAValue], softmax: Softmax) -> _Addends | None:
    """What numbers of each row add up to, what cancels included; None if that is too much."""
    addends: _Addends = Counter()
    pending = [(1, number, False) for number in numbers]
    for _ in range(_MAX_OPERATIONS):
        if not pending:
            return addends
        sign, value, is_summed = pending.pop()
        match value.owner:
            case AddOp(lhs=left, rhs=right):
                pending += [(sign, left, is_summed), (sign, right, is_summed)]
            case SubOp(lhs=left, rhs=right):
                pending += [(sign, left, is_summed), (-sign, right, is_summed)]
            case NegOp(operand=negated):
                pending.append((-sign, negated, is_summed))
            case ScalarOp() as operation if operation.subtracts_from_zero:
                pending.append((-sign, operation.operand, is_summed))
            case ReduceOp() as total if not is_summed and is_row_sum(total, softmax.axis):
                pending.append((sign, total.operand, True))
            case _ if not is_summed:
                addends[value] += sign
            case _:
                part = _part(value, softmax)
                if part is None:
                    addends[_row_sum(value)] += sign
                else:
                    pending.append((sign * part.sign, part.number, False))
                    if part.rest is not None:
                        addends[part.rest] += sign
    return None


def _part(value: SSAValue, softmax: Softmax) -> _Part | None:
    """A number c where a value is c * p, (a + c) * p, (a - c) * p, or c / s * e."""
    if not isinstance(value.owner, MulOp):
        return None
    for factor, other in (value.owner.operands, value.owner.operands[::-1]):
        if softmax.is_probability(other):
            return _number_in(factor, other, softmax.axis)
        if softmax.is_exponential(other) and _is_number(factor, softmax.axis):
            quotient = unstretched(factor).owner
            if isinstance(quotient, DivOp) and softmax.is_sum(quotient.rhs):
                return _Part(1, quotient.lhs, None)
    return None


def _number_in(factor: SSAValue, probability: SSAValue, axis: int) -> _Part | None:
    if _is_number(factor, axis):
        return _Part(1, unstretched(factor), None)
    match factor.owner:
        case AddOp(lhs=other, rhs=number) if _is_number(number, axis):
            return _Part(1, unstretched(number), _product(other, probability))
        case AddOp(lhs=number, rhs=other) if _is_number(number, axis):
            return _Part(1, unstretched(number), _product(other, probability))
        case SubOp(lhs=other, rhs=number) if _is_number(number, axis):
            return _Part(-1, unstretched(number), _product(other, probability))
    return None


def _is_number(value: SSAValue, axis: int) -> bool:
    """Whether it is one number for each row, stretched."""
    return isinstance(value.owner, BroadcastOp) and shape_of(unstretched(value))[axis] == 1


def _row_sum(value: SSAValue) -> _RowSum:
    return _product(*value.owner.operands) if isinstance(value.owner, MulOp) else _RowSum((value,))


def _product(a: SSAValue, b: SSAValue) -> _RowSum:
    return _RowSum((a, b) if id(a) < id(b) else (b, a))
