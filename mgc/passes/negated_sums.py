"""Negated sums: the negation of a matrix that is only summed becomes that of its sum.

Rounding does not know signs, so for numbers the sum of -x is minus the sum of x in every bit but
one: a sum of nothing but zeros is 0.0, and so is its negation plus 0.0. The nan of inf - inf has
the processor's sign in both and is then negated in one, so no level of optimisation includes this
pass.
"""

from __future__ import annotations

from mgc.dialect import NegOp, ReduceOp, ScalarOp
from mgc.passes.rewriting import Rewriting


def negate_after_sums(rewriting: Rewriting) -> None:
    """`row_sum(-x)` becomes `(-row_sum(x)) + 0.0`, and so for the other axes."""
    for operation in rewriting.operations:
        if not isinstance(operation, ReduceOp) or operation.kind.data != "sum":
            continue
        negation = operation.operand.owner
        if isinstance(negation, NegOp) and negation.result.has_one_use():
            total = ReduceOp(negation.operand, operation.axis_index, "sum")
            negated = NegOp(total.result)
            rewriting.replace_by(operation, total, negated, ScalarOp(negated.result, "add", 0.0))
