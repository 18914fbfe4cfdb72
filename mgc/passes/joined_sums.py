"""Joined sums: the sums of several matrices' rows that are added to the same rows become one.

Rounding differs, and a sum of elements near the largest double may overflow in one form and not in
the other, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from mgc.dialect import AddOp, BroadcastOp, ReduceOp, ScalarOp, shape_of
from mgc.passes.rewriting import Rewriting
from mgc.passes.sums import Sum, sums

# A mean and a sign are two.
_MAX_SCALARS = 4


class _Factor(NamedTuple):
    """A multiplication by a number: `x * scalar`, `x / scalar` or `0 - x`."""

    op: str
    scalar: float

    def applied(self, value: SSAValue) -> ScalarOp:
        return ScalarOp(value, self.op, self.scalar, reversed=self.op == "sub")


class _Form(NamedTuple):
    """How a term is made of another: summed along an axis, multiplied, and stretched again."""

    axis: int
    factors: tuple[_Factor, ...]


class _Pair(NamedTuple):
    """Two terms, the second made of the first."""

    summed: SSAValue
    number: SSAValue


def join_sums(rewriting: Rewriting) -> None:
    """`a + s * row_sum(a) + b + s * row_sum(b)` becomes `(a + b) + s * row_sum(a + b)`.

    More terms may stand among these, s may be several factors that do not make numbers larger, and
    columns are as good as rows.
    """
    for each in sums(rewriting):
        for form, pairs in _pairs(each.terms).items():
            if len({pair.summed for pair in pairs}) > 1:
                rewriting.replace_by(each.additions[0], *_joined(each, form, pairs))
                break  # It is another sum now.


def _pairs(terms: Sequence[SSAValue]) -> dict[_Form, list[_Pair]]:
    pairs: dict[_Form, list[_Pair]] = defaultdict(list)
    single = Counter(terms)
    for term in terms:
        made = _made(term)
        if made is None:
            continue
        form, summed = made
        if single[summed] and single[term]:
            single -= Counter([summed, term])
            pairs[form].append(_Pair(summed, term))
    return pairs


def _made(term: SSAValue) -> tuple[_Form, SSAValue] | None:
    """How a term is made of what; None if it is no row's or column's sum times factors."""
    if not isinstance(term.owner, BroadcastOp):
        return None
    number = term.owner.operand.owner
    factors: list[_Factor] = []
    while isinstance(number, ScalarOp) and len(factors) < _MAX_SCALARS:
        if not _is_factor(number):
            return None
        factors.append(_Factor(number.op.data, number.scalar))
        number = number.operand.owner
    if not isinstance(number, ReduceOp) or number.kind.data != "sum":
        return None
    return _Form(number.axis_index, tuple(reversed(factors))), number.operand


def _is_factor(operation: ScalarOp) -> bool:
    """Whether a number that is not larger, or only its sign another, comes of any number.

    Larger ones may overflow.
    """
    match operation.op.data, operation.scalar_on_left:
        case ("mul", _):
            return abs(operation.scalar) <= 1.0
        case ("div", False):
            return 1.0 <= abs(operation.scalar) < inf
    return operation.subtracts_from_zero


def _joined(each: Sum, form: _Form, pairs: Sequence[_Pair]) -> list[Operation]:
    """The operations of the whole sum, what is joined last."""
    rest = Counter(each.terms) - Counter(value for pair in pairs for value in pair)
    new: list[Operation] = []

    def added(terms: Iterable[SSAValue]) -> SSAValue:
        first, *others = terms
        for term in others:
            new.append(AddOp(first, term))
            first = new[-1].results[0]
        return first

    summed = added(pair.summed for pair in pairs)
    number: Operation = ReduceOp(summed, form.axis, "sum")
    new.append(number)
    for factor in form.factors:
        number = factor.applied(number.results[0])
        new.append(number)
    new.append(BroadcastOp(number.results[0], shape_of(summed)))
    added([*rest.elements(), summed, new[-1].results[0]])
    return new
