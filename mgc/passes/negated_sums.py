"""Negated sums: the negation of a matrix that is only summed becomes that of its sum.

Rounding does not know signs, so for numbers the sum of -x is 0.0 minus the sum of x in every bit. A
nan may have the other sign, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from mgc.dialect import NegOp, ReduceOp, ScalarOp
from mgc.passes.rewriting import Rewriting


def negate_after_sums(rewriting: Rewriting) -> None:
    """`row_sum(-x)` becomes `0.0 - row_sum(x)`, and so for the other axes."""
    for operation in rewriting.operations:
        if not isinstance(operation, ReduceOp) or operation.kind.data != "sum":
            continue
        negation = operation.operand.owner
        if isinstance(negation, NegOp) and negation.result.has_one_use():
            total = ReduceOp(negation.operand, operation.axis_index, "sum")
            subtracted = ScalarOp(total.result, "sub", 0.0, reversed=True)
            rewriting.replace_by(operation, total, subtracted)
