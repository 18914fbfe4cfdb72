"""Repeated terms: a stretched factor is doubled where its product would be added twice.

The derivative of `x * x` adds the same term for either operand. The result may differ in the last
place, so no level of optimisation includes this pass.
"""

from __future__ import annotations

from itertools import islice

from xdsl.ir import SSAValue

from mgc.dialect import AddOp, BroadcastOp, MulOp, ScalarOp, shape_of
from mgc.passes.rewriting import Rewriting


def double_repeated_terms(rewriting: Rewriting) -> None:
    """`x + c * v + c * v` becomes `x + (c * 2) * v` where c has fewer elements than the product."""
    for operation in rewriting.operations:
        if not isinstance(operation, AddOp) or not isinstance(operation.lhs.owner, AddOp):
            continue
        inner, term = operation.lhs.owner, operation.rhs
        if term not in inner.operands or inner.lhs is inner.rhs:
            continue
        product = term.owner
        users = {use.operation for use in islice(term.uses, 3)}
        used_elsewhere = users != {operation, inner} or not inner.result.has_one_use()
        if used_elsewhere or not isinstance(product, MulOp):
            continue
        other = inner.rhs if inner.lhs is term else inner.lhs
        _double(rewriting, operation, other, product)


def _double(rewriting: Rewriting, operation: AddOp, other: SSAValue, product: MulOp) -> None:
    for stretched, factor in (product.operands, product.operands[::-1]):
        if isinstance(stretched.owner, BroadcastOp):
            twice = ScalarOp(stretched.owner.operand, "mul", 2.0)
            again = BroadcastOp(twice.result, shape_of(stretched))
            doubled = MulOp(again.result, factor)
            total = AddOp(other, doubled.result)
            rewriting.replace_by(operation, twice, again, doubled, total)
            return
