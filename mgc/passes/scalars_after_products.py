"""Scalars after products: a factor of a matrix becomes one of the smaller matrices made from it.

Rounding differs, and elements near the largest double may overflow that did not before, so no level
of optimisation includes this pass.
"""

from __future__ import annotations

from math import prod

from xdsl.ir import Operation, SSAValue

from mgc.dialect import MatmulOp, ScalarOp, TransposeOp, shape_of
from mgc.passes.rewriting import Rewriting

# Only elements within this factor of the largest double may overflow that did not before.
_LEAST = 2.0**-20


def multiply_after_products(rewriting: Rewriting) -> None:
    """`(a * s) @ b` becomes `(a @ b) * s` where that multiplies fewer elements.

    The products may be of the transposed matrix as well. Only for factors of at most 1: what
    overflows in the products of a * s does so in those of a. And not for tiny ones, by which a
    program may keep far larger products from overflowing.
    """
    for operation in rewriting.operations:
        if not isinstance(operation, ScalarOp) or operation.op.data != "mul":
            continue
        if not _LEAST <= abs(operation.scalar) <= 1.0:
            continue
        products = _products(operation)
        if sum(_size(product.result) for product in products) < _size(operation.result):
            for product in products:
                _multiply_after(rewriting, product, operation)


def _products(scaled: ScalarOp) -> list[MatmulOp]:
    """The products of a matrix or its transposed; none where anything else is made of it."""
    users = _users(scaled.result)
    transposed = [user for user in users if isinstance(user, TransposeOp)]
    for transpose in transposed:
        users.update(_users(transpose.result))
    products = [user for user in users if isinstance(user, MatmulOp)]
    if len(products) + len(transposed) < len(users):
        return []
    # A product of the matrix with itself would take the factor twice.
    made_of_it = {scaled.result, *(transpose.result for transpose in transposed)}
    if any(made_of_it.issuperset(product.operands) for product in products):
        return []
    return products


def _users(value: SSAValue) -> dict[Operation, None]:
    return dict.fromkeys(use.operation for use in value.uses)


def _multiply_after(rewriting: Rewriting, product: MatmulOp, scaled: ScalarOp) -> None:
    new: list[Operation] = []

    def unscaled(factor: SSAValue) -> SSAValue:
        if factor is scaled.result:
            return scaled.operand
        owner = factor.owner
        if isinstance(owner, TransposeOp) and owner.operand is scaled.result:
            new.append(TransposeOp(scaled.operand))
            return new[-1].results[0]
        return factor

    unscaled_product = MatmulOp(unscaled(product.lhs), unscaled(product.rhs))
    scaled_product = ScalarOp(unscaled_product.result, "mul", scaled.scalar)
    rewriting.replace_by(product, *new, unscaled_product, scaled_product)


def _size(value: SSAValue) -> int:
    return prod(shape_of(value))
