"""Chains of matrix products, in the order that takes the fewest multiplications."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mgc
from mgc.dialect import MatmulOp, shape_of
from mgc.passes import reassociated_products
from mgc.passes.pipeline import run_passes
from mgc.program import Program
from tests.strategies import literal

SIZES = st.lists(st.integers(1, 6), min_size=3, max_size=9)


def chain(sizes: Sequence[int]) -> str:
    """A program that prints the product of matrices of these sizes, from left to right."""
    names = [f"m{n}" for n in range(len(sizes) - 1)]
    lets = [
        f"let {name} = {literal([[(r + c) % 3 - 0.75 for c in range(cols)] for r in range(rows)])}"
        for name, rows, cols in zip(names, sizes, sizes[1:], strict=False)
    ]
    return "\n".join([*lets, f"print {' @ '.join(names)}", ""])


def multiplications(program: Program) -> int:
    products = [op for op in program.operations if isinstance(op, MatmulOp)]
    return sum(shape_of(op.lhs)[0] * shape_of(op.lhs)[1] * shape_of(op.rhs)[1] for op in products)


def reassociated(text: str) -> Program:
    return run_passes(mgc.parse(text), ("reassociated-products", "dead-code"))


@settings(deadline=None, max_examples=40)
@given(SIZES)
def test_no_order_takes_fewer_multiplications(sizes: list[int]) -> None:
    @cache
    def fewest(i: int, j: int) -> int:
        return min(
            (fewest(i, k) + fewest(k, j) + sizes[i] * sizes[k] * sizes[j] for k in range(i + 1, j)),
            default=0,
        )

    assert multiplications(reassociated(chain(sizes))) == fewest(0, len(sizes) - 1)


@settings(deadline=None, max_examples=20)
@given(SIZES)
def test_another_order_changes_no_more_than_rounding(sizes: list[int]) -> None:
    program = mgc.parse(chain(sizes))
    (expected,) = mgc.run(program, optimisation=0)
    shorter = reassociated(chain(sizes))
    shorter.module.verify()
    (actual,) = mgc.run(shorter, optimisation=0)
    np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-9)


def test_a_long_chain_is_taken_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    search = reassociated_products._best_order

    def counted(sizes: Sequence[int]) -> tuple[dict[tuple[int, int], int], int]:
        searched.append(len(sizes) - 1)
        return search(sizes)

    monkeypatch.setattr(reassociated_products, "_best_order", counted)
    program = reassociated(chain([4, 1] * 50))
    assert multiplications(program) < multiplications(mgc.parse(chain([4, 1] * 50)))
    # A search takes the cube of the length: each is bounded, and their number is in proportion.
    assert len(searched) > 5
    assert max(searched) == 16
