"""Rows that stay in registers: what is read, called and stored when."""

from __future__ import annotations

import re

from mgc.codegen.rows import Kind, Node, RowKernel
from mgc.codegen.short_rows import emit_short_rows
from mgc.codegen.text import Body


def steps(inputs: tuple[Kind, ...], nodes: tuple[Node, ...], outputs: tuple[int, ...]) -> list[str]:
    """What the code for three rows of four columns does, in order."""
    body = Body()
    emit_short_rows(body, RowKernel(3, 4, inputs, nodes, outputs))
    return re.findall(r"load|store|fmul|@mg_exp|\.end:", body.text())


def test_what_can_be_is_computed_before_a_call_of_the_library() -> None:
    nodes = (Node("exp", (~0,), "full"), Node("mul", (~0, ~0), "full"))
    assert steps(("full",), nodes, (0, 1)) == ["load", "fmul", "store", "@mg_exp", "store", ".end:"]


def test_a_value_is_stored_before_the_next_call() -> None:
    nodes = (Node("exp", (~0,), "full"), Node("exp", (0,), "full"))
    assert steps(("full",), nodes, (0, 1)) == [
        "load",
        "@mg_exp",
        "store",
        "@mg_exp",
        "store",
        ".end:",
    ]


def test_a_scalar_is_read_before_the_rows_and_a_column_in_each() -> None:
    nodes = (Node("mul", (~1, ~0), "column"), Node("mul", (0, ~0), "column"))
    body = Body()
    emit_short_rows(body, RowKernel(3, 4, ("column", "scalar"), nodes, (1,)))
    entry, row = re.split(r"loop\d+:", body.text())
    assert [piece.count("load double") for piece in (entry, row)] == [1, 1]
    assert "load double, ptr %in1" in entry


def test_a_total_is_stored_after_the_rows() -> None:
    nodes = (Node("mul", (~0, ~0), "full"), Node("sum", (0,), "total"))
    assert steps(("full",), nodes, (1,)) == ["load", "fmul", ".end:", "store"]
