"""Scalar chains: two multiplications by scalars, or two additions, become one.

The result may differ in the last place, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from math import isfinite

from mgc.dialect import ScalarOp
from mgc.passes.rewriting import Rewriting


def join_scalar_chains(rewriting: Rewriting) -> None:
    """`x * a * b` becomes `x * (a * b)`, `x + a + b` becomes `x + (a + b)`.

    Where the joined factor is 0 or not finite, the two stay: x * 1e200 * 1e200 may be finite where
    x * inf is not.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, ScalarOp):
            continue
        inner = operation.operand.owner
        if not isinstance(inner, ScalarOp) or inner.op.data != operation.op.data:
            continue
        if operation.op.data == "mul":
            joined = inner.scalar * operation.scalar
            safe = isfinite(joined) and abs(joined) >= 2.0**-1000
        elif operation.op.data == "add":
            joined = inner.scalar + operation.scalar
            safe = isfinite(joined)
        else:
            continue
        if safe:
            new = ScalarOp(inner.operand, operation.op.data, joined)
            rewriting.replace_by(operation, new)
