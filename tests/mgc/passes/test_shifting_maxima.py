"""Adjoints of maxima that only shift, in gradients that are compiled with --simplify."""

from __future__ import annotations

import pytest

import autograd
import mgc
from mgc.dialect import GeOp
from mgc.passes.pipeline import SIMPLIFYING, run_passes
from mgc.program import Program
from tests.losses import DEPENDING_ON_A_MAXIMUM, WITH_A_NAN_BY_A_MAXIMUM_ALONE

MATRICES = "let x = [[1.0, 2.0], [4.0, 3.0]]\nlet y = [[0.5, 1.0], [2.0, 3.0]]\n"


def masks(program: Program) -> int:
    """How many masks of maxima are left."""
    short = run_passes(program, SIMPLIFYING)
    return sum(isinstance(operation, GeOp) for operation in short.operations)


def gradient(body: str, loss: str) -> Program:
    text = f"{MATRICES}{body}\nprint col_sum(row_sum({loss}))\n"
    return autograd.gradient(mgc.parse(text), ["x"])


@pytest.mark.parametrize(
    ("body", "loss"),
    [
        ("", "exp(x - row_max(x)) / row_sum(exp(x - row_max(x))) * y"),
        ("", "exp(x - col_max(x)) / col_sum(exp(x - col_max(x))) * y"),
        ("let e = exp(x - row_max(x))", "e / row_sum(e) * y"),
        ("let e = exp(x - row_max(x))", "log(e / row_sum(e)) * y"),
        ("let u = x - row_max(x)", "exp(u) / row_sum(exp(u)) * y"),
        ("let u = x - row_max(x)", "(u - log(row_sum(exp(u)))) * y"),
        ("let m = row_max(x)", "exp(x - m) / row_sum(exp(x - m)) * y"),
        ("let m = row_max(x)", "(x - m - log(row_sum(exp(x - m)))) * y"),
        ("let m = row_max(x)", "(log(row_sum(exp(x - m))) + m) * y"),
        ("let m = row_max(x)", "(3.0 * log(row_sum(exp(x - m))) + m * 3.0) * y"),
        (
            "let rows = exp(x - row_max(x))\nlet columns = exp(x - col_max(x))",
            "rows / row_sum(rows) * y + columns / col_sum(columns) * x * y",
        ),
    ],
)
def test_a_maximum_that_only_shifts_gets_no_adjoint(body: str, loss: str) -> None:
    assert masks(gradient(body, loss)) == 0


@pytest.mark.parametrize(("body", "loss"), DEPENDING_ON_A_MAXIMUM)
def test_a_maximum_that_the_loss_depends_on_keeps_its_adjoint(body: str, loss: str) -> None:
    assert masks(gradient(body, loss)) > 0


@pytest.mark.parametrize(("body", "loss"), WITH_A_NAN_BY_A_MAXIMUM_ALONE)
def test_a_maximum_that_alone_carries_a_nan_to_its_whole_row_keeps_its_adjoint(
    body: str, loss: str
) -> None:
    assert masks(gradient(body, loss)) > 0


SOFTMAX = f"""\
{MATRICES}let m = row_max(x)
let e = exp(x - m)
let s = row_sum(e)
let p = e / s
let c = row_sum(y * p)
let mask = ge(x, m)
let n = row_sum(mask)
let d = row_sum(y * x)
let less = -row_sum(c * p)
let other = exp(y - row_max(y)) / row_sum(exp(y - row_max(y)))
let other_mask = ge(y, row_max(y))
let others = row_sum(other_mask)
let b = [[1.0], [2.0]]
let w = col_sum(y)
let r = row_sum(y)
let not_of_rows = ge(y, m)
"""


def with_maximum(term: str, mask: str = "mask") -> str:
    """What a softmax's gradient adds if the term is b times its probabilities."""
    count = f"row_sum({mask})"
    return f"b * {term} + {mask} * (b / {count}) + {mask} * (-row_sum(b * {term}) / {count})"


def masks_of(expression: str) -> int:
    return masks(mgc.parse(f"{SOFTMAX}print {expression}\n"))


@pytest.mark.parametrize(
    "expression",
    [
        "c * p + mask * (c / n) + mask * (less / n)",
        with_maximum("p"),
        "(mask * (less / n) + y) + (mask * (c / n) + p * c)",
        "c / s * e + mask * ((less + c) / n)",
        "(y - c) * p + mask * (row_sum((y - c) * p) / n)",
        "(c + y) * p + mask * ((c + c - row_sum((c + y) * p)) / n)",
    ],
)
def test_numbers_at_the_maximum_that_add_up_to_0_go(expression: str) -> None:
    assert masks_of(expression) == 0


@pytest.mark.parametrize(
    "expression",
    [
        "c * p + mask * (c / n)",
        "c * p + mask * (c / n) + mask * (row_sum(c * p) / n)",
        "c * p + d * p + mask * ((c - d + less) / n)",
        "d * p + mask * (b / n) + mask * (-row_sum(b * p) / n)",
        "b * p + mask * (b / row_sum(not_of_rows)) + mask * (-row_sum(b * p) / n)",
        "b * p + mask * (b / n) + mask * ((1.0 - row_sum(b * p)) / n)",
        "b * p + mask * (b / n) + mask * (-row_max(b * p) / n)",
        "d / r * e + mask * (d / n) + mask * (-row_sum(d / r * e) / n)",
        with_maximum("(e / d)"),
        with_maximum("(e / col_sum(e))"),
        with_maximum("(exp(y - m) / s)"),
        with_maximum("(exp(y - m) / row_sum(exp(y - m)))", "not_of_rows"),
        "y * p + mask * (c / n) + mask * (less / n)",
        "c * p + mask * (c / 2) + mask * (less / 2)",
        "c * p + c * mask + mask * less",
        "c * p + other_mask * (c / others) + other_mask * (less / others)",
        "c * other + mask * (c / n) + mask * (-row_sum(c * other) / n)",
        "w * p + mask * (row_sum(w * p) / n) + mask * (-row_sum(w * p) / n)",
    ],
)
def test_any_other_number_at_the_maximum_stays(expression: str) -> None:
    assert masks_of(expression) > 0
