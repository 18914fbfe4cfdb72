"""What the derivative is where there is a choice."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

import autograd
import mgc
from autograd.errors import ComparisonWarning, IndependentLossError
from tests.autograd.finite_differences import generated


def gradients(program: str, *names: str) -> list[np.ndarray]:
    return mgc.run(autograd.gradient(mgc.parse(program), wrt=names))[1:]


def hessian_vector_product(program: str, direction: str) -> np.ndarray:
    """d/dx of <gradient by x, direction>, by differentiating the gradient program again."""
    first = autograd.source_text(autograd.gradient(mgc.parse(program), wrt=["x"]))
    gradient_name = first.rstrip().rsplit("print ", 1)[1]
    product = f"{first}print col_sum(row_sum({gradient_name} * {direction}))\n"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ComparisonWarning)
        again = autograd.gradient(mgc.parse(product), wrt=["x"], loss=2, allow_unused=True)
    return mgc.run(again)[1]


def test_ties_in_a_row_share_the_adjoint_equally() -> None:
    assert generated("let x = [[2, 2, 1]]\nprint row_max(x)").tolist() == [[0.5, 0.5, 0.0]]


def test_ties_in_a_column_share_the_adjoint_equally() -> None:
    program = "let x = [[2, 5], [2, 1], [2, 5]]\nprint row_sum(col_max(x))"
    third = 1 / 3
    assert generated(program).tolist() == [[third, 0.5], [third, 0.0], [third, 0.5]]


def test_ties_are_counted_in_each_row_by_itself() -> None:
    program = "let x = [[1, 3, 3], [2, 2, 0]]\nprint col_sum(row_max(x))"
    assert generated(program).tolist() == [[0.0, 0.5, 0.5], [0.5, 0.5, 0.0]]


def test_relu_lets_the_adjoint_through_at_zero() -> None:
    program = "let x = [[0, -0.0, 1, -1]]\nprint row_sum(relu(x))"
    assert generated(program).tolist() == [[1.0, 1.0, 1.0, 0.0]]


def test_the_second_derivative_of_a_squared_relu_is_two_where_it_is_positive() -> None:
    program = "let x = [[0.5, 1, -1]]\nprint row_sum(relu(x) * relu(x))"
    assert hessian_vector_product(program, "[[1, 1, 1]]").tolist() == [[2.0, 2.0, 0.0]]


def test_the_second_derivative_of_a_linear_loss_is_zero() -> None:
    program = "let x = [[1, 2]]\nprint row_sum(x * 3.0)"
    assert hessian_vector_product(program, "[[1, 1]]").tolist() == [[0.0, 0.0]]


def test_the_second_derivative_of_a_maximum_is_zero() -> None:
    program = "let x = [[1, 2, 0.5]]\nprint row_max(x)"
    assert hessian_vector_product(program, "[[1, 1, 1]]").tolist() == [[0.0, 0.0, 0.0]]


def test_the_derivative_of_sqrt_at_zero_is_infinite() -> None:
    assert generated("let x = [[0, 4]]\nprint row_sum(sqrt(x))").tolist() == [[math.inf, 0.25]]


def test_a_norm_at_the_origin_has_a_nan_and_no_invented_zero() -> None:
    norm = "let x = [[0, 0]]\nlet n = sqrt(row_sum(x * x))\nprint n * n"
    assert np.isnan(generated(norm)).all()
    assert generated("let x = [[0, 0]]\nprint row_sum(x * x)").tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("row", ["[[3, 3, 3]]", "[[3]]"])
def test_the_deviation_of_a_constant_row_is_nan_and_its_variance_has_gradient_zero(
    row: str,
) -> None:
    variance = "row_mean((x - row_mean(x)) * (x - row_mean(x)))"
    assert np.isnan(generated(f"let x = {row}\nprint sqrt({variance})")).all()
    assert not generated(f"let x = {row}\nprint {variance}").any()


def test_a_denominator_whose_square_overflows_has_a_finite_gradient() -> None:
    program = "let a = [[1e200]]\nlet b = [[1e200]]\nprint a / b"
    by_a, by_b = gradients(program, "a", "b")
    np.testing.assert_allclose(by_a, [[1e-200]], rtol=1e-15)
    np.testing.assert_allclose(by_b, [[-1e-200]], rtol=1e-15)


def test_a_scalar_over_a_large_value_has_a_gradient_that_does_not_overflow() -> None:
    np.testing.assert_allclose(
        generated("let x = [[1e200]]\nprint 1e200 / x"), [[-1e-200]], rtol=1e-15
    )


@pytest.mark.parametrize("name", ["x", "t"])
def test_a_loss_that_is_only_a_comparison_is_refused_for_both_sides(name: str) -> None:
    program = mgc.parse("let x = [[1, 2]]\nlet t = [[1.5, 1.5]]\nprint row_sum(ge(x, t))\n")
    with pytest.raises(IndependentLossError, match=f"'{name}' only through a comparison"):
        autograd.gradient(program, wrt=[name])


def test_a_loss_with_a_comparison_beside_a_smooth_path_is_differentiated_with_one_warning() -> None:
    program = mgc.parse("let x = [[1, -2]]\nlet z = [[0]]\nprint row_sum(x * ge(x, z))\n")
    with pytest.warns(ComparisonWarning, match="line 3") as caught:
        result = autograd.gradient(program, wrt=["x"])
    assert len(caught) == 1
    assert mgc.run(result)[1].tolist() == [[1.0, 0.0]]


def test_a_mask_does_not_hide_an_infinity_on_the_side_it_does_not_select() -> None:
    program = "let x = [[0]]\nlet m = [[1]]\nprint m * x + (1 - m) * sqrt(x)"
    assert np.isnan(generated(program)).all()


def test_a_stable_log_of_two_exponentials_has_finite_first_and_second_derivatives() -> None:
    program = "let x = [[800, 0]]\nlet m = row_max(x)\nprint m + log(row_sum(exp(x - m)))\n"
    assert generated(program).tolist() == [[1.0, 0.0]]
    assert np.isfinite(hessian_vector_product(program, "[[1, -1]]")).all()


@pytest.mark.parametrize("expression", ["x * 0.0", "x - x"])
def test_an_overflowing_sum_stays_visible_in_loss_times_nothing(expression: str) -> None:
    row = "[[" + ", ".join(["1e308"] * 10) + "]]"
    program = f"let x = {row}\nlet s = row_sum(x)\nlet x2 = s\nprint {expression.replace('x', 's')}"
    assert np.isnan(mgc.run(mgc.parse(program))[0]).all()
    assert np.isnan(mgc.run(autograd.gradient(mgc.parse(program), wrt=["x"]))[0]).all()


@pytest.mark.parametrize("x", ["[[0.5, 2, 4]]", "[[0.5], [2], [4]]"])
@pytest.mark.parametrize("sums", ["col_sum(row_sum(log(x)))", "row_sum(col_sum(log(x)))"])
def test_the_gradient_of_a_sum_of_logs_is_the_reciprocal_in_either_order(x: str, sums: str) -> None:
    assert generated(f"let x = {x}\nprint {sums}").ravel().tolist() == [2.0, 0.5, 0.25]


def test_a_later_let_shadows_an_earlier_one() -> None:
    program = "let x = [[3]]\nlet a = x * x\nlet a = a * x\nprint a"
    assert generated(program).tolist() == [[27.0]]


def test_a_parameter_with_the_literal_of_another_let_has_its_own_gradient() -> None:
    program = "let a = [[2]]\nlet b = [[2]]\nlet c = [[2]]\nprint a * 3 + b * 5 + c * 7"
    assert [g.item() for g in gradients(program, "a", "b", "c")] == [3.0, 5.0, 7.0]


def test_a_parameter_with_the_literal_of_an_earlier_expression_has_its_own_gradient() -> None:
    program = "let a = [[2]]\nlet b = a * [[4]]\nlet c = [[4]]\nprint b * c"
    assert [g.item() for g in gradients(program, "c", "a")] == [8.0, 16.0]


def test_a_name_asked_for_is_the_binding_that_the_loss_sees() -> None:
    program = "let a = [[2]]\nprint a * a\nlet a = [[5]]\nprint a * a * a"
    first = autograd.gradient(mgc.parse(program), wrt=["a"], loss=0)
    second = autograd.gradient(mgc.parse(program), wrt=["a"], loss=1)
    assert mgc.run(first)[1].item() == 4.0
    assert mgc.run(second)[1].item() == 75.0
