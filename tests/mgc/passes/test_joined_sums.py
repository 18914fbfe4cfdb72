"""Sums of rows that are added to the same rows."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import FileLineColLoc

import mgc
from mgc.dialect import ReduceOp
from mgc.passes.pipeline import run_passes
from mgc.program import Program

MATRICES = """\
let x = [[1.5, -2.0, 0.25], [0.75, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.25, -0.5, 4.0]]
let z = [[7.0, 0.125, 2.5], [-6.0, 1.0, 0.75]]
let t = [[1, 1, 1], [1, 1, 1]] * row_sum(x)
"""


def parsed(expression: str) -> Program:
    return mgc.parse(f"{MATRICES}print {expression}\n")


def joined(expression: str) -> Program:
    passes = ("simplify", "common-computations", "joined-sums", "dead-code")
    return run_passes(parsed(expression), passes)


def sums(program: Program) -> int:
    return sum(isinstance(operation, ReduceOp) for operation in program.operations)


@pytest.mark.parametrize(
    "expression",
    [
        "x + row_sum(x) + (y + row_sum(y))",
        "row_mean(y) + z + x + y + row_mean(x)",
        "x + (0.0 - row_sum(x)) / -3 + (0.0 - row_sum(y)) / -3 + y",
        "x + col_sum(x) * 0.5 + y + z + col_sum(z) * 0.5 + col_sum(y) * 0.5",
        "x + x + y + row_sum(x) + row_sum(y) + row_sum(x)",
        "x * z + row_sum(x * z) + y * z + row_sum(y * z)",
        "z + z + x + row_sum(x) + (y + row_sum(y))",
    ],
)
def test_rows_are_summed_once(expression: str) -> None:
    program = joined(expression)
    program.module.verify()
    assert sums(program) == 1
    (expected,), (actual,) = mgc.run(parsed(expression)), mgc.run(program)
    np.testing.assert_allclose(actual, expected, rtol=1e-14)


@pytest.mark.parametrize(
    "expression",
    [
        "x + row_sum(x) + (y + row_sum(y) * 0.5)",
        "x + row_sum(x) * 2 + (y + row_sum(y) * 2)",
        "x + row_sum(x) * 1e999 + (y + row_sum(y) * 1e999)",
        "x + row_sum(x) / 0.5 + (y + row_sum(y) / 0.5)",
        "x + row_sum(x) / 0 + (y + row_sum(y) / 0)",
        "x + row_sum(x) / 1e999 + (y + row_sum(y) / 1e999)",
        "x + (1.0 - row_sum(x)) + (y + (1.0 - row_sum(y)))",
        "x + row_sum(x) + (y + col_sum(y))",
        "x + row_max(x) + (y + row_max(y))",
        "x + row_sum(x) + (y + (1.0 - row_sum(y)))",
        "x + (row_sum(x) + 1.0) + (y + (row_sum(y) + 1.0))",
        "x + 2.0 / row_sum(x) + (y + 2.0 / row_sum(y))",
        "z + row_sum(x) + row_sum(y)",
        "x + row_sum(x) + row_sum(y)",
        "x + row_sum(x) - y + row_sum(y)",
    ],
)
def test_sums_of_other_rows_or_with_other_factors_stay_apart(expression: str) -> None:
    assert sums(joined(expression)) == 2


@pytest.mark.parametrize(
    "expression",
    [
        "x + t + row_sum(t)",
        "x + row_sum(t) + t",
        "t + row_sum(t) + x + row_sum(x)",
        "x + row_sum(x) + y + row_sum(y) + z + row_mean(z) + t + row_mean(t)",
    ],
)
def test_what_is_the_sum_of_one_term_and_summed_to_another_is_added_once(expression: str) -> None:
    program, short = parsed(expression), joined(expression)
    short.module.verify()
    np.testing.assert_allclose(mgc.run(short)[0], mgc.run(program)[0], rtol=1e-14)


def test_one_matrix_that_is_added_twice_is_summed_as_it_was() -> None:
    assert sums(joined("x + row_sum(x) + x + row_sum(x)")) == 1
    first = next(
        op for op in joined("x + row_sum(x) + x + row_sum(x)").operations if op.name == "mg.reduce"
    )
    assert first.operands[0].owner.name == "mg.constant"  # type: ignore[union-attr]


@pytest.mark.parametrize("elements", ["1e999, 1.0, 2.0", "1e999, -1e999, 0.0"])
def test_what_is_not_finite_stays_so(elements: str) -> None:
    text = f"let x = [[{elements}]]\nlet y = [[-1e999, 5.0, 1.0]]\n"
    program = mgc.parse(f"{text}print x + row_sum(x) + (y + row_sum(y))\n")
    short = run_passes(program, ("simplify", "joined-sums", "dead-code"))
    assert sums(short) == 1
    assert not np.isfinite(mgc.run(program)[0]).any()
    assert not np.isfinite(mgc.run(short)[0]).any()


def test_operations_keep_the_place_of_the_sum() -> None:
    program = joined("x + row_sum(x) + (y + row_sum(y))")
    total = next(op for op in program.operations if isinstance(op, ReduceOp))
    assert isinstance(total.location, FileLineColLoc)
    assert total.location.line.data == 5
