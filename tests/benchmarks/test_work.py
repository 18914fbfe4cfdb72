"""The count of a program's work."""

from __future__ import annotations

import mgc
from benchmarks.work import Work, work, work_on_zeros
from mgc.passes.inline import inline


def counted(text: str) -> Work:
    """The work of a program's text."""
    return work(inline(mgc.parse(text)))


def test_a_product_counts_every_multiply_add_and_every_byte() -> None:
    total = counted("print [[1, 2, 3], [4, 5, 6]] @ [[1], [2], [3]]\n")
    assert total.multiply_adds == 6
    assert total.floating_point_operations == 12
    assert total.necessary_bytes == 8 * (6 + 3 + 2)
    # The product reads 9 numbers and writes 2, the print reads 2.
    assert total.moved_bytes == 8 * (9 + 2 + 2)


def test_divisions_roots_and_exponentials_are_counted_apart() -> None:
    total = counted("let a = [[1, 2], [3, 4]]\nprint row_sum(exp(a) / 2 - sqrt(a) * log(a))\n")
    assert (total.divisions, total.exponentials, total.simple) == (8, 8, 4 + 4 + 4)


def test_what_is_computed_of_zeros_is_counted_in_a_run() -> None:
    text = "let e = exp([[0, -1000], [-1000, 1]])\nprint e\nprint e / [[2], [3]]\n"
    total = work_on_zeros(inline(mgc.parse(text)))
    assert (total.exponentials, total.divisions) == (2, 2)
    assert total.floating_point_operations == 4
