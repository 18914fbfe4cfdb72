"""Every rule of `autograd/rules.py`, against finite differences in double precision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd.errors import MissingRuleError
from autograd.rules import contributions
from mgc.dialect import AbortOp
from tests.autograd.finite_differences import differenced, generated, loss_program

TOLERANCE = 1e-9

M = np.array([[0.5, -1.25, 2.0], [1.5, 0.75, -0.5]])
POSITIVE = np.array([[0.5, 1.25, 2.0], [3.5, 0.75, 1.5]])
ROW = np.array([[0.5, -1.0, 2.0]])
COLUMN = np.array([[0.75], [-1.5]])
ONE = np.array([[1.25]])

K = "[[1.5, -0.5, 0.25], [2.0, 1.0, -1.25]]"

CASES = {
    "the left operand of add": (M, f"(x + {K}) * (x + {K})"),
    "the right operand of sub": (M, f"({K} - x) * ({K} - x)"),
    "the left operand of sub": (M, f"(x - {K}) * (x - {K})"),
    "the operands of mul": (M, f"(x * {K}) * x"),
    "the left operand of div": (M, f"x * x / {K}"),
    "the right operand of div": (POSITIVE, f"{K} / (x * x)"),
    "neg": (M, "-(x * x)"),
    "a scalar added on the right": (M, "(x + 1.5) * (x + 1.5)"),
    "a scalar added on the left": (M, "(1.5 + x) * (1.5 + x)"),
    "a scalar subtracted": (M, "(x - 1.5) * (x - 1.5)"),
    "a subtraction from a scalar": (M, "(1.5 - x) * (1.5 - x) * (1.5 - x)"),
    "a scalar factor on the right": (M, "x * 3.0 * x"),
    "a scalar factor on the left": (M, "3.0 * x * x"),
    "a scalar divisor": (M, "x / 4.0 * x"),
    "a scalar divided": (POSITIVE, "4.0 / x"),
    "exp": (M, "exp(x * x)"),
    "log": (POSITIVE, "log(x)"),
    "sqrt": (POSITIVE, "sqrt(x)"),
    "relu on both sides of its kink": (M, "relu(x) * relu(x) + relu(x)"),
    "ge beside a smooth path": (M, "x * x * ge(x, [[0.0]])"),
    "the left operand of matmul": (M, "x @ [[1.0, 2.0], [0.5, -1.0], [3.0, 0.25]]"),
    "the right operand of matmul": (M, "[[1.0, 2.0], [0.5, -1.0], [3.0, 0.25]] @ x"),
    "both operands of matmul": (M, "x @ transpose(x) @ x"),
    "transpose": (M, "transpose(x) @ x"),
    "reshape": (M, "reshape(x, 3, 2) @ x * (reshape(x, 3, 2) @ reshape(x * x, 2, 3))"),
    "row_sum": (M, "row_sum(x) * row_sum(x * x)"),
    "col_sum": (M, "col_sum(x) * col_sum(x * x)"),
    "row_max": (M, "row_max(x) * row_max(x)"),
    "col_max": (M, "col_max(x) * col_max(x)"),
    "row_mean": (M, "row_mean(x) * row_mean(x * x)"),
    "col_mean": (M, "col_mean(x) * col_mean(x * x)"),
    "a row stretched over rows": (ROW, f"x * {K} * x"),
    "a column stretched over columns": (COLUMN, f"x * {K} * x"),
    "a single element stretched over a matrix": (ONE, f"x * {K} * x"),
    "a row stretched against a column": (ROW, "x * [[1.0], [2.0], [-0.5]] / (x * x + 1.0)"),
    "a row of one element stretched down": (ONE, "x * [[1.0], [2.0], [-0.5]] * x"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore::autograd.errors.ComparisonWarning")
def test_the_gradient_equals_finite_differences_through(case: str) -> None:
    x, expression = CASES[case]
    body = f"col_sum(row_sum({expression}))"
    np.testing.assert_allclose(
        generated(loss_program("", body, x)), differenced("", body, x), rtol=TOLERANCE, atol=1e-9
    )


TENSORS = {
    "permute of rank 3, not its own inverse": "permute(reshape(x, 3, 2, 1), 1, 2, 0)",
    "permute of rank 4": "permute(reshape(x, 1, 3, 1, 2), 3, 0, 1, 2)",
    "reshape through rank 1": "reshape(x, 6)",
}


@pytest.mark.parametrize("case", TENSORS)
def test_the_gradient_equals_finite_differences_through_a_tensor_by(case: str) -> None:
    row = f"reshape({TENSORS[case]}, 1, 6) * reshape(x, 1, 6)"
    body = f"({row}) @ [[1.0], [-2.0], [0.5], [3.0], [1.5], [0.25]]"
    np.testing.assert_allclose(
        generated(loss_program("", body, M)), differenced("", body, M), rtol=TOLERANCE, atol=1e-9
    )


def test_a_tensor_used_twice_receives_the_sum_of_both_contributions() -> None:
    program = (
        "let x = [[0.5, -1.25, 2.0], [1.5, 0.75, -0.5]]\n"
        "let cube = reshape(x, 1, 2, 3)\n"
        "let left = reshape(permute(cube, 2, 0, 1), 3, 2)\n"
        "print col_sum(row_sum(left @ reshape(cube, 2, 3)))\n"
    )
    body = "col_sum(row_sum(reshape(permute(reshape(x, 1, 2, 3), 2, 0, 1), 3, 2) @ x))"
    np.testing.assert_allclose(
        generated(program), differenced("", body, M), rtol=TOLERANCE, atol=1e-9
    )


CONTRACTIONS = {
    "one pair of axes": "contract(x, (1), [[1, 2], [0.5, -1], [3, 0.25]], (0))",
    "the other axis": "contract(x, (0), [[1, 2], [0.5, -1]], (1))",
    "both axes": f"contract(x, (0, 1), {K}, (0, 1))",
    "both axes crossed": "contract(x, (1, 0), [[1, 2], [0.5, -1], [3, 0.25]], (0, 1))",
    "no axes": "reshape(contract(x, (), [[2, -1]], ()), 2, 6)",
    "an axis of size 1": "contract(reshape(x, 6, 1), (1), [[1, -2, 3]], (0))",
    "axes of a repeated size": "contract(x @ transpose(x), (0), [[1, 2], [3, -1]], (1))",
}


@pytest.mark.parametrize("case", CONTRACTIONS)
def test_the_gradient_equals_finite_differences_through_a_contraction_over(case: str) -> None:
    expression = CONTRACTIONS[case]
    body = f"col_sum(row_sum({expression} * {expression}))"
    np.testing.assert_allclose(
        generated(loss_program("", body, M)), differenced("", body, M), rtol=TOLERANCE, atol=1e-9
    )


@settings(max_examples=10, deadline=None)
@given(
    rows=st.integers(1, 4),
    inner=st.integers(1, 4),
    columns=st.integers(1, 4),
    seed=st.integers(0, 10_000),
)
def test_the_gradient_of_a_weighted_product_is_the_weight_times_the_other_factor(
    rows: int, inner: int, columns: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    a = random.normal(size=(rows, inner))
    b = random.normal(size=(inner, columns))
    w = random.normal(size=(rows, columns))
    program = (
        f"let a = {a.tolist()}\nlet b = {b.tolist()}\nlet w = {w.tolist()}\n"
        "print col_sum(row_sum(w * (a @ b)))\n"
    )
    np.testing.assert_allclose(generated(program, "a"), w @ b.T, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(generated(program, "b"), a.T @ w, rtol=1e-12, atol=1e-13)


def test_an_operation_without_a_rule_is_named() -> None:
    with pytest.raises(MissingRuleError, match=r"mg\.abort"):
        contributions(AbortOp("sizes disagree"), None, None)  # type: ignore[arg-type]
