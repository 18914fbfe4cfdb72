"""Zero terms: zeros that are added, or that a value is subtracted from, are left out.

-0.0 + 0.0 is 0.0, so a term goes only where the other is never -0.0, or where nobody can tell: sums
start from 0.0, and so have the same bits with a zero of either sign among what they add. Matrix
products are no such sums: where all of an element's terms underflow it may be -0.0, since a fused
multiply-add rounds once.

Differences leave that one zero out of account, and the sign of a nan. So no level of optimisation
includes this pass.
"""

from __future__ import annotations

from itertools import islice

from xdsl.ir import SSAValue

from mgc.dialect import (
    AddOp,
    BroadcastOp,
    ExpOp,
    MatmulOp,
    ReduceOp,
    ScalarOp,
    SubOp,
    TransposeOp,
    filling,
    shape_of,
    unstretched,
)
from mgc.passes.rewriting import Rewriting

# How many uses of a value are looked at; a limit keeps the pass linear in the program.
_MAX_USES = 64


def leave_out_zero_terms(rewriting: Rewriting) -> None:
    """`x + 0`, `0 + x` and `x - 0` become `x`, and `x + (0 - y)` becomes `x - y`.

    Only where that changes no bit of any result but the sign of a nan, or of a product that
    underflows to 0.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, AddOp | SubOp):
            continue
        if isinstance(operation, AddOp) and _subtract(rewriting, operation):
            continue
        if _is_zero(operation.rhs):
            term = operation.lhs
        elif isinstance(operation, AddOp) and _is_zero(operation.lhs):
            term = operation.rhs
        else:
            continue
        if _is_never_negative_zero(term) or _is_only_summed(operation.result):
            rewriting.replace(operation, term)


def _subtract(rewriting: Rewriting, operation: AddOp) -> bool:
    """Let a sum with 0 minus a value be a difference; False where it is no such sum."""
    for term, other in ((operation.lhs, operation.rhs), (operation.rhs, operation.lhs)):
        value = _taken_from_zero(unstretched(other))
        is_product = isinstance(term.owner, MatmulOp)
        if value is None or not (is_product or _is_never_negative_zero(term)):
            continue
        if shape_of(value) == shape_of(other):
            rewriting.replace_by(operation, SubOp(term, value))
        else:
            stretched = BroadcastOp(value, shape_of(other))
            rewriting.replace_by(operation, stretched, SubOp(term, stretched.result))
        return True
    return False


def _taken_from_zero(value: SSAValue) -> SSAValue | None:
    """The y of a value that is 0 - y."""
    owner = value.owner
    return owner.operand if isinstance(owner, ScalarOp) and owner.subtracts_from_zero else None


def _is_zero(value: SSAValue) -> bool:
    data = filling(value)
    if data is None:
        return False
    # A zero of either sign compares equal to 0.
    return data == bytes(len(data)) or not any(memoryview(data).cast("d"))


def _is_never_negative_zero(value: SSAValue) -> bool:
    return isinstance(value.owner, ExpOp) or _is_sum(value.owner)


def _is_only_summed(value: SSAValue) -> bool:
    """Whether all that becomes of the value, transposed or not, are sums."""
    pending = [value]
    looked_at = 0
    while pending:
        for use in islice(pending.pop().uses, _MAX_USES + 1):
            looked_at += 1
            if isinstance(use.operation, TransposeOp):
                pending.append(use.operation.result)
            elif not _is_sum(use.operation):
                return False
        if looked_at > _MAX_USES:
            return False
    return True


def _is_sum(owner: object) -> bool:
    return isinstance(owner, ReduceOp) and owner.kind.data == "sum"
