"""Maxima by which the derivative of the loss is 0."""

from __future__ import annotations

import pytest

import mgc
from autograd.request import _needed_operations
from autograd.shifts import cancelling_maxima
from mgc.passes.pipeline import run_passes
from tests.losses import DEPENDING_ON_A_MAXIMUM, WITH_A_NAN_BY_A_MAXIMUM_ALONE

X = "let x = [[1.0, 2.0], [4.0, 3.0]]\nlet y = [[0.5, 1.0], [2.0, 3.0]]\n"


def cancelling(body: str, loss: str) -> int:
    """How many maxima of the program cancel."""
    text = f"{X}{body}\nprint col_sum(row_sum({loss}))\n"
    program = run_passes(mgc.parse(text), ("common-computations",))
    (printed,) = program.prints
    operations = _needed_operations(list(program.operations), printed.value)
    return len(cancelling_maxima(operations, printed.value))


@pytest.mark.parametrize(
    ("body", "loss"),
    [
        ("let e = exp(x - row_max(x))", "e / row_sum(e) * y"),
        ("let e = exp(x - col_max(x))", "e / col_sum(e) * y"),
        ("let u = x - row_max(x)", "(u - log(row_sum(exp(u)))) * y"),
        ("let m = row_max(x)", "(log(row_sum(exp(x - m))) + m) * y"),
        ("let e = exp((x - row_max(x)) / 2.0)", "e * e / row_sum(e * e) * y"),
        ("let e = exp(-(row_max(x) - x))", "e / sqrt(row_sum(e) * row_sum(e)) * y"),
        ("let e = exp(x - row_max(x))", "log(e / row_sum(e)) * y"),
        ("let u = x - row_max(x)", "exp(u - row_max(u)) / row_sum(exp(u - row_max(u))) * y"),
        ("let m = row_max(x)", "(3.0 * log(row_sum(exp(x - m))) + m * 3.0) * y"),
        ("let e = exp(x - row_max(x))", "1.0 / (row_sum(e) / e) * y"),
    ],
)
def test_a_maximum_that_only_shifts_cancels(body: str, loss: str) -> None:
    assert cancelling(body, loss) >= 1


@pytest.mark.parametrize(("body", "loss"), DEPENDING_ON_A_MAXIMUM)
def test_a_maximum_that_the_loss_depends_on_does_not_cancel(body: str, loss: str) -> None:
    assert cancelling(body, loss) == 0


@pytest.mark.parametrize(("body", "loss"), WITH_A_NAN_BY_A_MAXIMUM_ALONE)
def test_a_maximum_that_alone_carries_a_nan_to_its_whole_row_does_not_cancel(
    body: str, loss: str
) -> None:
    assert cancelling(body, loss) == 0


@pytest.mark.parametrize(
    "weighted",
    [
        "e * y",
        "y * e",
        "e / y",
        "e * 1e300",
        "e * e / y",
        "1.0 / e",
        "e - exp(y - m)",
        "e - e",
        "e + exp(y - m)",
        "-e",
        "e / (e * e)",
        "exp(x - m + y)",
        "exp(m - x)",
        "exp((x - m) * -2.0)",
        "exp((x - m) / 1e999)",
        "exp(-(x - m))",
    ],
)
def test_a_maximum_does_not_cancel_where_a_sum_over_its_row_may_overflow(weighted: str) -> None:
    body = f"let m = row_max(x)\nlet e = exp(x - m)\nlet w = {weighted}"
    assert cancelling(body, "w / row_sum(w) * y") == 0


@pytest.mark.parametrize("bounded", ["e", "e * e", "e + e", "e / row_sum(e)", "exp((x - m) * 3.0)"])
def test_a_maximum_cancels_where_no_sum_over_its_row_can_overflow(bounded: str) -> None:
    body = f"let m = row_max(x)\nlet e = exp(x - m)\nlet w = {bounded}"
    assert cancelling(body, "w / row_sum(w) * y") == 1


def test_a_maximum_is_judged_by_what_reaches_the_loss_alone() -> None:
    assert (
        cancelling("let m = row_max(x)\nlet unused = m * y", "exp(x - m) / row_sum(exp(x - m))")
        == 1
    )


def test_a_value_with_many_users_is_given_up() -> None:
    def with_users(count: int) -> int:
        terms = " + ".join(f"e * {n}.0 / row_sum(e)" for n in range(1, count + 1))
        return cancelling("let e = exp(x - row_max(x))", f"({terms}) * y")

    assert with_users(20) == 1
    assert with_users(100) == 0


def test_a_search_that_grows_long_is_given_up() -> None:
    steps = "\n".join(f"let u{n + 1} = u{n} + y" for n in range(100))
    body = f"let m = row_max(x)\nlet u0 = x - m\n{steps}"
    assert cancelling(body, "(u9 - row_max(u3)) * y") == 1
    assert cancelling(body, "(u99 - row_max(u3)) * y") == 0
