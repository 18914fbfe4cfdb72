"""Scalars after products: a factor of a matrix becomes one of the smaller matrices made from it.

Rounding differs, and elements near the largest double may overflow that did not before, so no level
of optimisation includes this pass.
"""

from __future__ import annotations

from math import prod

from xdsl.ir import Operation, SSAValue

from mgc.dialect import MatmulOp, ScalarOp, shape_of
from mgc.passes.rewriting import Rewriting


def multiply_after_products(rewriting: Rewriting) -> None:
    """`(a * s) @ b` becomes `(a @ b) * s` where that multiplies fewer elements.

    Only for factors of at most 1: what overflows in the products of a * s does so in those of a.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, ScalarOp) or operation.op.data != "mul":
            continue
        users = {use.operation for use in operation.result.uses}
        products = [user for user in users if isinstance(user, MatmulOp)]
        if not 0.0 < abs(operation.scalar) <= 1.0 or len(products) < len(users):
            continue
        # A product of the matrix with itself would take the factor twice.
        if any(product.lhs is product.rhs for product in products):
            continue
        if sum(_size(product.result) for product in products) < _size(operation.result):
            for product in products:
                _multiply_after(rewriting, product, operation)


def _multiply_after(rewriting: Rewriting, product: MatmulOp, scaled: ScalarOp) -> None:
    lhs, rhs = (
        scaled.operand if factor is scaled.result else factor for factor in product.operands
    )
    new = MatmulOp(lhs, rhs)
    multiplied: Operation = ScalarOp(new.result, "mul", scaled.scalar)
    rewriting.replace_by(product, new, multiplied)


def _size(value: SSAValue) -> int:
    return prod(shape_of(value))
