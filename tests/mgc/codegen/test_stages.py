"""Which pass over a long row computes what, and what is kept from one to another."""

from __future__ import annotations

from mgc.codegen.rows import Node, RowKernel
from mgc.codegen.stages import Stage, stages_of


def test_running_sums_are_not_kept_across_calls_of_the_library() -> None:
    softmax = (
        Node("max", (~0,), "column"),
        Node("sub", (~0, 0), "full"),
        Node("exp", (1,), "full"),
        Node("sum", (2,), "column"),
        Node("div", (2, 3), "full"),
    )
    stages = stages_of(RowKernel(3, 20, ("full",), softmax, (4,)))
    assert stages.passes == (
        Stage(columns=(), elements=(), reductions=(0,)),
        Stage(columns=(), elements=(1, 2), reductions=()),
        Stage(columns=(), elements=(), reductions=(3,)),
        Stage(columns=(), elements=(4,), reductions=()),
    )
    assert stages.kept == (2,)


def test_a_column_of_a_reduction_is_computed_before_the_next_pass() -> None:
    distance_from_mean = (
        Node("sum", (~0,), "column"),
        Node("div", (0, ~1), "column"),
        Node("sub", (~0, 1), "full"),
    )
    stages = stages_of(RowKernel(3, 20, ("full", "scalar"), distance_from_mean, (2,)))
    assert stages.passes == (
        Stage(columns=(), elements=(), reductions=(0,)),
        Stage(columns=(1,), elements=(2,), reductions=()),
    )


def test_a_value_is_computed_in_the_pass_that_uses_it_rather_than_kept() -> None:
    nodes = (
        Node("neg", (~0,), "full"),
        Node("sum", (~0,), "column"),
        Node("add", (0, 1), "full"),
    )
    stages = stages_of(RowKernel(3, 20, ("full",), nodes, (2,)))
    assert [stage.elements for stage in stages.passes] == [(), (0, 2)]
    assert stages.kept == ()


def test_a_total_belongs_to_the_pass_that_computes_its_operand() -> None:
    nodes = (
        Node("sum", (~0,), "column"),
        Node("mul", (~0, 0), "full"),
        Node("sum", (1,), "total"),
    )
    stages = stages_of(RowKernel(3, 20, ("full",), nodes, (2,)))
    assert [stage.elements for stage in stages.passes] == [(), (1, 2)]
