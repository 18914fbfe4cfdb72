"""The border between short rows and long ones."""

from __future__ import annotations

from mgc.codegen.row_code import row_body, row_scratch
from mgc.codegen.rows import Node, RowKernel


def softmax(columns: int) -> RowKernel:
    nodes = (
        Node("exp", (~0,), "full"),
        Node("sum", (0,), "column"),
        Node("div", (0, 1), "full"),
    )
    return RowKernel(1, columns, ("full",), nodes, (2,))


def test_four_vectors_of_a_row_stay_in_registers() -> None:
    assert row_scratch(softmax(16)) == ()
    assert "%scratch" not in row_body(softmax(16)).text()


def test_what_a_longer_row_keeps_between_its_passes_is_in_memory() -> None:
    assert row_scratch(softmax(17)) == (17,)
    assert "%scratch0" in row_body(softmax(17)).text()
