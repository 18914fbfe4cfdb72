"""Reassociated products: chains of matrix products in the order that takes the fewest operations.

(a @ b) @ c and a @ (b @ c) round differently, and one may overflow where the other does not, so
this pass runs only where it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.ir import Operation, SSAValue

from mgc.dialect import MatmulOp, shape_of
from mgc.passes.rewriting import Rewriting

# The search takes the cube of a chain's length; a longer chain is taken in pieces of this many
# factors, so that the time stays linear in the program.
_MAX_FACTORS = 16

# For factors i to j, where the last product of the best order splits them: i to k, k + 1 to j.
_Splits: TypeAlias = dict[tuple[int, int], int]


def reassociate_products(rewriting: Rewriting) -> None:
    """Rebuild every chain of products that another order computes with fewer multiplications.

    A product belongs to the chain of its user if nothing else needs it. The best order is that of
    Godbole, "On efficient computation of matrix chain products" (1973).
    """
    chains: dict[SSAValue, list[SSAValue]] = {}
    costs: dict[SSAValue, int] = {}
    for operation in rewriting.operations:
        if not isinstance(operation, MatmulOp):
            continue
        factors, cost = [], _multiplications(operation.lhs, operation.rhs)
        for operand in operation.operands:
            factors += chains.pop(operand, [operand])
            cost += costs.pop(operand, 0)
        user = operation.result.get_user_of_unique_use()
        if isinstance(user, MatmulOp) and len(factors) < _MAX_FACTORS:
            chains[operation.result] = factors
            costs[operation.result] = cost
        elif len(factors) > 2:
            _reorder(rewriting, operation, factors, cost)


def _reorder(
    rewriting: Rewriting, operation: MatmulOp, factors: Sequence[SSAValue], cost: int
) -> None:
    sizes = [shape_of(factors[0])[0], *(shape_of(factor)[1] for factor in factors)]
    splits, best = _best_order(sizes)
    if best < cost:
        rewriting.replace_by(operation, *_products(factors, splits))


def _multiplications(lhs: SSAValue, rhs: SSAValue) -> int:
    rows, inner = shape_of(lhs)
    return rows * inner * shape_of(rhs)[1]


def _best_order(sizes: Sequence[int]) -> tuple[_Splits, int]:
    """The splits of the best order and its multiplications; factor i is sizes[i] x sizes[i + 1]."""
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    splits: _Splits = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            cost[i, j], splits[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            )
    return splits, cost[0, count - 1]


def _products(factors: Sequence[SSAValue], splits: _Splits) -> list[Operation]:
    """The products of the order given by the splits, operands first."""
    made: dict[tuple[int, int], SSAValue] = {(i, i): factor for i, factor in enumerate(factors)}
    new: list[Operation] = []
    # Shorter runs of factors first: their products are operands of the longer ones.
    for i, j in sorted(_runs(len(factors), splits), key=lambda run: run[1] - run[0]):
        k = splits[i, j]
        product = MatmulOp(made[i, k], made[k + 1, j])
        made[i, j] = product.result
        new.append(product)
    return new


def _runs(count: int, splits: _Splits) -> list[tuple[int, int]]:
    """The runs of more than one factor of which the order takes the product."""
    found = []
    pending = [(0, count - 1)]
    while pending:
        i, j = pending.pop()
        if i < j:
            found.append((i, j))
            k = splits[i, j]
            pending += [(i, k), (k + 1, j)]
    return found
