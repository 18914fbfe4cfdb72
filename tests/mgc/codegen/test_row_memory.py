"""Where the values of a row lie."""

from __future__ import annotations

from mgc.codegen.row_memory import Part, RowMemory, parts_between, write_total
from mgc.codegen.rows import Node, RowKernel
from mgc.codegen.text import Body

KERNEL = RowKernel(
    3,
    20,
    ("full", "column", "row", "scalar"),
    (
        Node("mul", (~0, ~2), "full"),
        Node("sum", (0,), "total"),
        Node("sum", (0,), "column"),
        Node("add", (0, 2), "full"),
    ),
    (3, 1),
)


def memory(body: Body, index: str) -> RowMemory:
    return RowMemory(body, KERNEL, index, kept=[0])


def test_the_last_part_of_a_row_has_the_lanes_that_are_left() -> None:
    assert parts_between(16, 22) == [Part("16", 4), Part("20", 2)]
    assert parts_between(16, 16) == []


def test_rows_of_a_matrix_follow_one_another() -> None:
    body = Body()
    row = memory(body, "%row")
    lines = body.text().splitlines()
    assert row.address(~0, Part("0")) == "%v2"
    assert row.address(3, Part("0")) == "%v4"
    assert lines == [
        "  %v1 = mul nuw nsw i64 %row, 20",
        "  %v2 = getelementptr inbounds double, ptr %in0, i64 %v1",
        "  %v3 = getelementptr inbounds double, ptr %in1, i64 %row",
        "  %v4 = getelementptr inbounds double, ptr %out0, i64 %v1",
    ]


def test_what_all_rows_share_lies_in_one_place() -> None:
    row = memory(Body(), "%row")
    places = [row.address(operand, Part("0")) for operand in (~2, ~3, 1, 0)]
    assert places == ["%in2", "%in3", "%out1", "%scratch0"]


def test_a_total_is_written_where_it_lies_for_every_row() -> None:
    body = Body()
    write_total(body, KERNEL, 1, Part("0"), "%x")
    assert body.text() == "  store <4 x double> %x, ptr %out1, align 8"


def test_a_column_is_read_into_every_lane_and_written_once() -> None:
    body = Body()
    row = RowMemory(body, RowKernel(3, 20, ("column",), (Node("neg", (~0,), "column"),), (0,)), "0")
    row.write_number(0, row.read_number(~0))
    text = body.text()
    assert "load double, ptr %in0" in text
    assert "<4 x i32> zeroinitializer" in text
    assert text.splitlines()[-1] == "  store double %v4, ptr %out0, align 8"


def test_a_node_without_memory_is_not_written() -> None:
    body = Body()
    row = memory(body, "0")
    row.write_number(2, "%x")
    assert body.text() == ""
