"""Rows that are passed over in stages: what is done before a pass, and what is kept in memory."""

from __future__ import annotations

import re

from mgc.codegen.long_rows import emit_long_rows
from mgc.codegen.rows import Kind, Node, RowKernel
from mgc.codegen.text import Body


def pieces(
    inputs: tuple[Kind, ...],
    nodes: tuple[Node, ...],
    outputs: tuple[int, ...],
    columns: int = 36,
) -> list[str]:
    """The code for two rows, cut where a loop begins."""
    body = Body()
    emit_long_rows(body, RowKernel(2, columns, inputs, nodes, outputs))
    return re.split(r"loop\d+:", body.text())


def test_a_scalar_is_read_before_the_rows_and_a_column_before_the_turns() -> None:
    nodes = (Node("mul", (~0, ~1), "full"), Node("mul", (0, ~2), "full"))
    entry, row, turns = pieces(("full", "column", "scalar"), nodes, (1,))
    assert [piece.count("load double") for piece in (entry, row, turns)] == [1, 1, 0]
    assert "load double, ptr %in2" in entry


def test_a_turn_of_zeros_is_not_divided() -> None:
    text = "".join(pieces(("full", "column"), (Node("div", (~0, ~1), "full"),), (0,)))
    skipped = r"icmp eq i256 .*, 0\n  br i1 .*\nunless\d+:(?:\n.* fdiv .*)+"
    assert [found.count("fdiv") for found in re.findall(skipped, text)] == [4, 1]


def test_a_row_of_whole_turns_has_no_code_for_a_rest() -> None:
    division = (Node("div", (~0, ~1), "full"),)
    text = "".join(pieces(("full", "column"), division, (0,), columns=32))
    assert text.count("icmp eq i256") == 1


def test_only_the_last_division_of_a_turn_is_skipped() -> None:
    nodes = (Node("div", (~0, ~1), "full"), Node("div", (0, ~1), "full"))
    _, _, turns = pieces(("full", "column"), nodes, (0, 1))
    order = re.findall("fdiv|icmp eq i256", turns)
    test = "icmp eq i256"
    assert order == [*["fdiv"] * 4, test, *["fdiv"] * 4, "fdiv", test, "fdiv"]


def test_a_total_is_filled_once_and_then_added_to_where_it_is_stored() -> None:
    _, fill, _, turns = pieces(("full",), (Node("sum", (~0,), "total"),), (0,))
    constant = "store <4 x double> <double 0x0000000000000000"
    assert fill.count(constant) == 2
    assert turns.count("store") == 5
    adds = r"(%\w+) = load .* ptr (%\w+),.*\n  (%\w+) = fadd .* \1, .*\n  store .* \3, ptr \2,"
    assert len(re.findall(adds, turns)) == 5


def test_a_value_for_later_passes_is_written_to_scratch_memory_and_read_there() -> None:
    nodes = (
        Node("exp", (~0,), "full"),
        Node("sum", (0,), "column"),
        Node("sub", (0, 1), "full"),
    )
    _, _, *passes = pieces(("full",), nodes, (2,))
    scratch = r"(%\w+) = getelementptr .* %scratch0, .*\n.*"
    assert len(re.findall(scratch + r"store .* ptr \1,", passes[0])) == 5
    for later in passes[1:]:
        assert len(re.findall(scratch + r"load .* ptr \1,", later)) == 5
