"""What the turns of a loop hand on."""

from __future__ import annotations

from math import inf

from mgc.codegen.accumulators import accumulating, initial_accumulators
from mgc.codegen.rows import Node, RowKernel
from mgc.codegen.text import Body, splat


def test_sums_start_from_zero_and_maxima_from_minus_infinity() -> None:
    nodes = (Node("sum", (~0,), "column"), Node("max", (~0,), "column"))
    kernel = RowKernel(2, 20, ("full",), nodes, (0, 1))
    assert initial_accumulators(kernel, [1, 0], 2) == {
        1: [splat(-inf), splat(-inf)],
        0: [splat(0.0), splat(0.0)],
    }


def test_a_turn_finds_what_the_turn_before_left() -> None:
    body = Body()
    running = {5: ["%a", "%b"], 7: ["%c"]}
    with accumulating(body, 3, 1, running):
        found = [*running[5], *running[7]]
        running[5] = ["%x", "%y"]
        running[7][0] = "%z"
    for name, before, after in zip(found, "abc", "xyz", strict=True):
        assert f"{name} = phi <4 x double> [%{before}, %entry], [%{after}, %loop1]" in body.text()
    assert running == {5: ["%x", "%y"], 7: ["%z"]}


def test_a_single_turn_finds_what_was_there_at_first() -> None:
    body = Body()
    running = {0: ["%a"]}
    with accumulating(body, 4, 4, running) as index:
        assert (index, running) == ("0", {0: ["%a"]})
        running[0] = ["%x"]
    assert running == {0: ["%x"]}
    assert body.text() == ""
