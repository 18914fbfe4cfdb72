"""Derivatives of the reference, against calculus."""

from __future__ import annotations

import numpy as np
import pytest

from checker import reference
from checker.differences import complex_step, five_point
from tests.checker.references import reference_of

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
    "row_sum(col_max(x))": np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]),
    "col_sum(row_sum(transpose(x) @ x))": 2 * X.sum(axis=1, keepdims=True) * np.ones_like(X),
    "col_sum(row_sum(x * ge(x, [[1.0]])))": np.where(X >= 1, 1.0, 0.0),
    "col_sum(row_sum(x / col_sum(x)))": np.zeros_like(X),
    "row_sum(reshape(permute(reshape(x, 1, 2, 3), 2, 1, 0), 1, 6) * [[1, 2, 3, 4, 5, 6]])": (
        np.array([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]])
    ),
}


@pytest.mark.parametrize("loss", KNOWN)
def test_the_complex_step_is_good_to_1e_14_on(loss: str) -> None:
    found = complex_step(*reference_of(f"let x = {X.tolist()}\nprint {loss}\n"))
    scale = np.abs(KNOWN[loss]).max() or 1.0
    assert found.compared.all()
    assert np.abs(found.gradient - KNOWN[loss]).max() <= 1e-14 * scale


@pytest.mark.parametrize("loss", KNOWN)
def test_five_points_are_good_to_1e_10_on(loss: str) -> None:
    gradient = five_point(*reference_of(f"let x = {X.tolist()}\nprint {loss}\n"))
    scale = np.abs(KNOWN[loss]).max() or 1.0
    assert np.abs(gradient - KNOWN[loss]).max() <= 1e-10 * scale


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("let x = [[0, 1, -1]]\nprint row_sum(relu(x))", [True, False, False]),
        ("let x = [[-0.0, 1]]\nprint row_sum(relu(x))", [True, False]),
        ("let x = [[2, 2, 1]]\nprint row_max(x)", [True, True, False]),
        ("let x = [[0, 1]]\nprint row_sum(x * ge(x, [[0]]))", [True, False]),
        # However flat, however large the loss, however large the parameter.
        ("let x = [[0, 1]]\nprint row_sum(relu(x) * 1e-9)", [True, False]),
        ("let x = [[0, 1]]\nprint row_sum(relu(x) * [[1e-9, 1]])", [True, False]),
        ("let x = [[0, 1]]\nprint row_sum(relu(x)) + 1e10", [True, False]),
        ("let x = [[1e11, 1]]\nprint row_sum(relu(x - 1e11))", [True, False]),
        # A jump: the derivatives from both sides agree, the values do not.
        ("let x = [[0, 1]]\nprint row_sum(ge(x, [[0]]) + x * [[3, 4]])", [True, False]),
        # A value for this one point: it agrees with neither side.
        ("let x = [[0, 1]]\nprint row_sum(ge(x, [[0]]) * ge([[0]], x) + x)", [True, False]),
    ],
)
def test_a_kink_is_left_out(program: str, expected: list[bool]) -> None:
    found = complex_step(*reference_of(program))
    assert (~found.compared).ravel().tolist() == expected
    assert found.kinks == sum(expected)


@pytest.mark.parametrize(
    ("program", "gradient"),
    [
        ("let x = [[2, 3, 1]]\nprint row_sum(x * x * x)", [12, 27, 3]),
        # Near a kink is not on it, and one that two branches cancel is none.
        ("let x = [[1e-9, 1]]\nprint row_sum(relu(x))", [1, 1]),
        ("let x = [[0, 1]]\nprint row_sum(relu(x) - relu(-x))", [1, 1]),
        ("let x = [[0, 1]]\nprint row_sum(relu(x) * x)", [0, 2]),
        (
            "let x = [[2, 2]]\nlet z = x - row_max(x)\nprint row_sum(z - log(row_sum(exp(z))))",
            [0, 0],
        ),
    ],
)
def test_a_smooth_place_is_none(program: str, gradient: list[float]) -> None:
    found = complex_step(*reference_of(program))
    assert found.compared.all()
    np.testing.assert_allclose(found.gradient.ravel(), gradient, atol=1e-15)


def test_chosen_elements_alone_are_differentiated() -> None:
    checked, x = reference_of("let x = [[1, 2], [3, 4]]\nprint col_sum(row_sum(x * x))")
    found = complex_step(checked, x, np.array([0, 3]))
    assert found.gradient.tolist() == [[2, 0], [0, 8]]
    assert found.compared.tolist() == [[True, False], [False, True]]


def test_elements_beyond_one_batch_are_differentiated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"let x = {X.tolist()}\nprint col_sum(row_sum(x * x * x))\n"
    whole = complex_step(*reference_of(program)).gradient
    monkeypatch.setattr(reference, "_BATCH_BYTES", 4 * 16 * X.size)
    checked, x = reference_of(program)
    assert checked.batch_size(x, 16) == 4
    np.testing.assert_array_equal(complex_step(checked, x).gradient, whole)
    # A value larger than a batch leaves batches of one.
    assert checked.batch_size(x, 16 * 100) == 1
