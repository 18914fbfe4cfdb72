"""Zero terms: adding or subtracting a literal matrix of zeros leaves out the operation.

-0.0 + 0.0 is 0.0, so the sign of a zero may change, and no level of optimisation includes this
pass. A nan or an infinity stays what it is.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from mgc.dialect import AddOp, BroadcastOp, ConstantOp, ReshapeOp, SubOp
from mgc.passes.rewriting import Rewriting


def leave_out_zero_terms(rewriting: Rewriting) -> None:
    """`x + 0`, `0 + x` and `x - 0` become `x`."""
    for operation in rewriting.operations:
        if not isinstance(operation, AddOp | SubOp):
            continue
        if _is_zero(operation.rhs):
            rewriting.replace(operation, operation.lhs)
        elif isinstance(operation, AddOp) and _is_zero(operation.lhs):
            rewriting.replace(operation, operation.rhs)


def _is_zero(value: SSAValue) -> bool:
    while isinstance(value.owner, BroadcastOp | ReshapeOp):
        value = value.owner.operand
    if not isinstance(value.owner, ConstantOp):
        return False
    # A zero of either sign compares equal to 0.
    return not any(memoryview(value.owner.data).cast("d"))
