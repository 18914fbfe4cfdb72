"""Common factors: what two matrices are both multiplied by multiplies their sum instead.

Only a softmax: between 0 and 1 it takes no part in an overflow. A sum near the largest double may
overflow that did not before, and rounding differs, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from mgc.dialect import AddOp, MulOp, SubOp
from mgc.passes.rewriting import Rewriting
from mgc.passes.softmax import is_softmax


def multiply_sums(rewriting: Rewriting) -> None:
    """`a * p + b * p` becomes `(a + b) * p` for a softmax p, and so for a difference.

    One product at least must have no other use.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, AddOp | SubOp):
            continue
        left, right = operation.lhs.owner, operation.rhs.owner
        if not (isinstance(left, MulOp) and isinstance(right, MulOp)):
            continue
        if left.result.has_one_use() or right.result.has_one_use():
            _multiply_after(rewriting, operation, left, right)


def _multiply_after(
    rewriting: Rewriting, operation: AddOp | SubOp, left: MulOp, right: MulOp
) -> None:
    for a, p in (left.operands, left.operands[::-1]):
        for b, q in (right.operands, right.operands[::-1]):
            if p is q and is_softmax(p):
                combined = type(operation)(a, b)
                rewriting.replace_by(operation, combined, MulOp(combined.result, p))
                return
