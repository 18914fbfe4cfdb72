"""The independent reference: its values and its derivatives, against calculus."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.ir import SSAValue

import mgc
from checker.differences import complex_step, five_point, kinks
from checker.reference import Reference
from mgc.passes.inline import inline
from mgc.program import Let

X = np.array([[0.3, 1.7, 2.5], [0.9, 1.1, 3.0]])

# A loss of x, and its gradient by calculus.
KNOWN = {
    "col_sum(row_sum(x * x * x))": 3 * X**2,
    "col_sum(row_sum(exp(x)))": np.exp(X),
    "col_sum(row_sum(log(x)))": 1 / X,
    "col_sum(row_sum(sqrt(x)))": 0.5 / np.sqrt(X),
    "col_sum(row_sum(1.0 / x))": -1 / X**2,
    "col_sum(row_sum(exp(-(x * x))))": -2 * X * np.exp(-(X**2)),
    "log(col_sum(row_sum(exp(x))))": np.exp(X) / np.exp(X).sum(),
    "col_sum(row_sum(relu(x - 1.0) * x))": np.where(X > 1, 2 * X - 1, 0.0),
    "col_sum(row_max(x))": np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]),
    "col_sum(row_sum(transpose(x) @ x))": 2 * X.sum(axis=1, keepdims=True) * np.ones_like(X),
}


def reference(program: str) -> tuple[Reference, SSAValue]:
    """The reference of the first print, and the value of `x`."""
    straight = inline(mgc.parse(program))
    (x,) = (s.value for s in straight.statements if isinstance(s, Let) and s.name == "x")
    return Reference(list(straight.operations), straight.prints[0].value), x


@pytest.mark.parametrize("loss", KNOWN)
def test_the_complex_step_is_good_to_1e_14_on(loss: str) -> None:
    gradient = complex_step(*reference(f"let x = {X.tolist()}\nprint {loss}\n"))
    assert np.abs(gradient - KNOWN[loss]).max() <= 1e-14 * np.abs(KNOWN[loss]).max()


@pytest.mark.parametrize("loss", KNOWN)
def test_five_points_are_good_to_1e_10_on(loss: str) -> None:
    gradient = five_point(*reference(f"let x = {X.tolist()}\nprint {loss}\n"))
    assert np.abs(gradient - KNOWN[loss]).max() <= 1e-10 * np.abs(KNOWN[loss]).max()


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("let x = [[0, 1, -1]]\nprint row_sum(relu(x))", [[True, False, False]]),
        ("let x = [[2, 2, 1]]\nprint row_max(x)", [[True, True, False]]),
        ("let x = [[2, 3, 1]]\nprint row_sum(x * x * x)", [[False, False, False]]),
        ("let x = [[1e3, 0.5]]\nprint row_sum(x * x)", [[False, False]]),
    ],
)
def test_a_kink_is_recognised_and_curvature_is_not_one(
    program: str, expected: list[list[bool]]
) -> None:
    assert kinks(*reference(program)).tolist() == expected


def test_a_batch_of_points_gives_what_one_point_at_a_time_gives() -> None:
    program = (
        "let x = [[1.0, 2.0], [3.0, 0.5]]\nlet c = permute(reshape(x, 1, 2, 2), 2, 0, 1)\n"
        "print col_sum(row_sum(reshape(c, 2, 2) @ x / row_max(x) + ge(x, [[1.5]])))\n"
    )
    checked, x = reference(program)
    points = np.random.default_rng(1).normal(size=(5, 2, 2))
    together = checked.at(x, points)
    alone = [checked.at(x, points[k : k + 1])[0] for k in range(5)]
    np.testing.assert_array_equal(together, np.array(alone))


def test_values_that_no_perturbation_reaches_are_repeated_for_every_point() -> None:
    constant, y = reference("let x = [[1.0]]\nprint x * 0.0 + [[5.0]]")
    assert constant.at(y, np.zeros((3, 1, 1))).tolist() == [[[5.0]]] * 3


def test_a_logarithm_outside_its_domain_is_nan_for_complex_points_too() -> None:
    checked, x = reference("let x = [[-1.0]]\nprint log(x)")
    assert np.isnan(checked.value).all()
    assert np.isnan(checked.at(x, np.array([[[-1.0 + 1e-30j]]]))).all()
