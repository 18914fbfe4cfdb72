"""Scalar chains: two multiplications by scalars, or two additions, become one.

The result may differ in the last place, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from math import isfinite

from mgc.dialect import ScalarOp
from mgc.passes.rewriting import Rewriting


def join_scalar_chains(rewriting: Rewriting) -> None:
    """`x * a * b` becomes `x * (a * b)`, `x + a + b` becomes `x + (a + b)`.

    Only where both pull the same way: x * 1e200 * 1e-200 may be infinite where x * 1 is not. And
    only where the joined scalar is finite and, as a factor, not too small to be exact. A sum must
    be exact: -1 + 1 + 1e-20 is 1e-20, and 1 + 1e-20 is 1.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, ScalarOp):
            continue
        inner = operation.operand.owner
        if not isinstance(inner, ScalarOp) or inner.op.data != operation.op.data:
            continue
        if operation.op.data == "mul":
            joined = inner.scalar * operation.scalar
            one_way = (abs(inner.scalar) <= 1.0) == (abs(operation.scalar) <= 1.0)
            safe = one_way and isfinite(joined) and abs(joined) >= 2.0**-1000
        elif operation.op.data == "add":
            joined = inner.scalar + operation.scalar
            one_way = (inner.scalar < 0.0) == (operation.scalar < 0.0)
            safe = (
                one_way and isfinite(joined) and not _rounding_error(inner.scalar, operation.scalar)
            )
        else:
            continue
        if safe:
            new = ScalarOp(inner.operand, operation.op.data, joined)
            rewriting.replace_by(operation, new)


def _rounding_error(a: float, b: float) -> float:
    """By how much a + b is rounded, where nothing overflows; Knuth's TwoSum."""
    total = a + b
    rest = total - a
    return (a - (total - rest)) + (b - rest)
