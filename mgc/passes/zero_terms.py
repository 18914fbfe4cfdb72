"""Zero terms: adding or subtracting a literal matrix of zeros leaves out the operation.

-0.0 + 0.0 is 0.0, so a term goes only where the other is never -0.0, or where nobody can tell: sums
start from 0.0, and so have the same bits with a zero of either sign among what they add.
"""

from __future__ import annotations

from itertools import islice

from xdsl.ir import SSAValue

from mgc.dialect import (
    AddOp,
    ExpOp,
    MatmulOp,
    ReduceOp,
    SubOp,
    TransposeOp,
    filling,
)
from mgc.passes.rewriting import Rewriting

# How many uses of a value are looked at; a limit keeps the pass linear in the program.
_MAX_USES = 64


def leave_out_zero_terms(rewriting: Rewriting) -> None:
    """`x + 0`, `0 + x` and `x - 0` become `x`, where that changes no bit of any result."""
    for operation in rewriting.operations:
        if not isinstance(operation, AddOp | SubOp):
            continue
        if _is_zero(operation.rhs):
            term = operation.lhs
        elif isinstance(operation, AddOp) and _is_zero(operation.lhs):
            term = operation.rhs
        else:
            continue
        if _is_never_negative_zero(term) or _is_only_summed(operation.result):
            rewriting.replace(operation, term)


def _is_zero(value: SSAValue) -> bool:
    data = filling(value)
    if data is None:
        return False
    # A zero of either sign compares equal to 0.
    return data == bytes(len(data)) or not any(memoryview(data).cast("d"))


def _is_never_negative_zero(value: SSAValue) -> bool:
    return isinstance(value.owner, MatmulOp | ExpOp) or _is_sum(value.owner)


def _is_only_summed(value: SSAValue) -> bool:
    """Whether all that becomes of the value, transposed or not, are sums and matrix products."""
    pending = [value]
    looked_at = 0
    while pending:
        for use in islice(pending.pop().uses, _MAX_USES + 1):
            looked_at += 1
            if isinstance(use.operation, TransposeOp):
                pending.append(use.operation.result)
            elif not (isinstance(use.operation, MatmulOp) or _is_sum(use.operation)):
                return False
        if looked_at > _MAX_USES:
            return False
    return True


def _is_sum(owner: object) -> bool:
    return isinstance(owner, ReduceOp) and owner.kind.data == "sum"
