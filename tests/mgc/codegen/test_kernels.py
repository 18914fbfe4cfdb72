"""Every kernel against NumPy, at sizes around the width of a vector."""

from __future__ import annotations

import numpy as np
import pytest

import mgc
from tests.strategies import literal

SIZES = (1, 2, 3, 4, 5, 7, 8, 9, 16, 17)
LEVELS = (0, 1, 2, 3)


def matrix(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed + 100 * rows + columns).normal(size=(rows, columns))


def run(program: str) -> list[np.ndarray]:
    """What the program prints, after checking that every level prints the same bits."""
    parsed = mgc.parse(program)
    printed = {level: mgc.run(parsed, optimisation=level) for level in LEVELS}
    for level in LEVELS:
        assert [a.tobytes() for a in printed[level]] == [a.tobytes() for a in printed[0]]
    return printed[2]


def lets(**matrices: np.ndarray) -> str:
    return "".join(f"let {name} = {literal(m.tolist())}\n" for name, m in matrices.items())


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize("rows", [1, 3, 8])
def test_elementwise_operations_are_exact(rows: int, columns: int) -> None:
    a, b = matrix(rows, columns), matrix(rows, columns, 1)
    row, column, one = matrix(1, columns, 2), matrix(rows, 1, 3), matrix(1, 1, 4)
    expressions = {
        "a + b": a + b,
        "a - row": a - row,
        "column * a": column * a,
        "a / one": a / one,
        "one - column": one - column,
        "row * column": row * column,
        "ge(a, b)": (a >= b) * 1.0,
        "-a": -a,
        "a * 1.5": a * 1.5,
        "1.5 - a": 1.5 - a,
        "relu(a)": np.maximum(a, 0),
        "sqrt(a * a)": np.sqrt(a * a),
    }
    program = lets(a=a, b=b, row=row, column=column, one=one)
    program += "".join(f"print {expression}\n" for expression in expressions)
    for actual, expected in zip(run(program), expressions.values(), strict=True):
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("columns", SIZES)
def test_exp_and_log_are_good_to_four_units_in_the_last_place(columns: int) -> None:
    a = np.exp(matrix(2, columns) * 5)
    exponential, logarithm = run(f"{lets(a=a)}print exp(log(a) / 3)\nprint log(a)\n")
    np.testing.assert_allclose(logarithm, np.log(a), rtol=1e-15, atol=1e-15)
    np.testing.assert_allclose(exponential, np.exp(np.log(a) / 3), rtol=5e-15)


@pytest.mark.parametrize("columns", [*SIZES, 100])
@pytest.mark.parametrize("rows", [1, 2, 5, 9])
def test_reductions_agree_to_rounding(rows: int, columns: int) -> None:
    a = matrix(rows, columns)
    sums_r, sums_c, max_r, max_c = run(
        f"{lets(a=a)}print row_sum(a)\nprint col_sum(a)\nprint row_max(a)\nprint col_max(a)\n"
    )
    scale = np.abs(a).sum()
    np.testing.assert_allclose(sums_r, a.sum(axis=1, keepdims=True), atol=1e-15 * scale)
    np.testing.assert_allclose(sums_c, a.sum(axis=0, keepdims=True), atol=1e-15 * scale)
    np.testing.assert_array_equal(max_r, a.max(axis=1, keepdims=True))
    np.testing.assert_array_equal(max_c, a.max(axis=0, keepdims=True))


@pytest.mark.parametrize("columns", [5, 6, 7, 17, 33])
def test_what_is_computed_past_the_end_of_a_row_reaches_no_reduction(columns: int) -> None:
    a, b = np.full((2, columns), -8.0), np.full((2, columns), -2.0)
    expressions = {
        "row_sum(a / b)": 4.0 * columns,
        "row_sum(relu(a / b) * b)": -8.0 * columns,
        "row_sum(4 / b)": -2.0 * columns,
        "row_sum(exp(a - a))": 1.0 * columns,
        "row_sum(ge(a, a))": 1.0 * columns,
        "row_max(-(a / b))": -4.0,
    }
    for expression, expected in expressions.items():
        (actual,) = run(f"{lets(a=a, b=b)}print {expression}\n")
        np.testing.assert_array_equal(actual, np.full((2, 1), expected), err_msg=expression)


@pytest.mark.parametrize("inner", [1, 3, 8, 33])
@pytest.mark.parametrize("rows", [1, 3, 4, 6, 9])
def test_products_agree_to_rounding(rows: int, inner: int) -> None:
    a = matrix(rows, inner)
    others = {f"b{columns}": matrix(inner, columns, 1) for columns in SIZES}
    products = run(lets(a=a, **others) + "".join(f"print a @ {name}\n" for name in others))
    for product, b in zip(products, others.values(), strict=True):
        np.testing.assert_allclose(product, a @ b, atol=1e-14 * inner)


@pytest.mark.parametrize("permutation", [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_permutations_move_every_element(permutation: tuple[int, ...]) -> None:
    a = matrix(6, 5)
    axes = ", ".join(map(str, permutation))
    moved, turned = run(
        f"{lets(a=a)}print permute(reshape(a, 2, 3, 5), {axes})\nprint transpose(a)\n"
    )
    np.testing.assert_array_equal(moved, a.reshape(2, 3, 5).transpose(permutation))
    np.testing.assert_array_equal(turned, a.T)


def test_exp_is_right_where_it_over_and_underflows() -> None:
    inf, nan = np.inf, np.nan
    x = [-inf, -1e9, -746.0, -745.2, -745.1, -740.0, -0.0, 709.7, 709.8, inf, nan, 1.0, -1e300]
    (exponential,) = run(
        f"let x = {literal([[0.0 if np.isnan(v) else v for v in x]])}\n"
        f"let hole = {literal([[inf if np.isnan(v) else 0.0 for v in x]])}\n"
        "print exp(x + (hole - hole))\n"
    )
    with np.errstate(over="ignore", under="ignore"):
        np.testing.assert_allclose(exponential, np.exp([x]), rtol=5e-15, atol=5e-324)


def test_special_values_follow_ieee() -> None:
    x = "[[0, -0.0, 1, -1, 1e999, -1e999]]"
    quotient, logarithm, root, rectified, compared, negated = run(
        f"let x = {x}\nlet z = x - x\nprint x / [[0]]\nprint log(x)\nprint sqrt(x)\n"
        "print relu(x)\nprint ge(z, z)\nprint -x\n"
    )
    inf, nan = np.inf, np.nan
    np.testing.assert_array_equal(quotient, [[nan, nan, inf, -inf, inf, -inf]])
    np.testing.assert_array_equal(logarithm, [[-inf, -inf, 0, nan, inf, nan]])
    np.testing.assert_array_equal(root, [[0, -0.0, 1, nan, inf, nan]])
    np.testing.assert_array_equal(rectified, [[0, 0, 1, 0, inf, 0]])
    np.testing.assert_array_equal(compared, [[1, 1, 1, 1, 0, 0]])
    assert np.signbit(negated).tolist() == [[True, False, True, False, True, False]]
    assert np.signbit(root[0, 1])


@pytest.mark.parametrize("columns", [16, 35, 48])
def test_zeros_divided_by_a_number_for_each_row_keep_or_change_their_sign(columns: int) -> None:
    of = np.array([[2.0], [1.0], [5e-324], [-3.0], [-1.0], [0.0], [-0.0], [0.0]])
    by = np.array([[1.0], [0.0], [1.0], [1.0], [0.0], [1.0], [1.0], [0.0]])
    a = np.zeros((len(of), columns))
    a[:, 1::3] = -0.0
    for row in range(len(of)):
        a[row, 4 * row + 3 :: 40] = row + 1.0
    program = lets(a=a, of=of, by=by)
    quotient, total = run(f"{program}print a / (of / by)\nprint row_sum(a / (of / by))\n")
    with np.errstate(all="ignore"):
        expected = a / (of / by)
    np.testing.assert_array_equal(quotient, expected)
    numbers = ~np.isnan(expected)
    assert (np.signbit(quotient) == np.signbit(expected))[numbers].all()
    np.testing.assert_array_equal(total, expected.sum(axis=1, keepdims=True))


def test_a_nan_stays_a_nan_through_relu_and_wins_every_maximum() -> None:
    nan = "(x - x)"
    rectified, row, column, negative = run(
        f"let x = [[1e999, 2, 3]]\nprint relu({nan})\nprint row_max({nan})\n"
        f"print col_max(transpose({nan}))\nprint row_max([[-5, -3, -4]])\n"
    )
    assert np.isnan(rectified[0, 0])
    assert rectified[0, 1:].tolist() == [0, 0]
    assert np.isnan(row).all()
    assert np.isnan(column).all()
    assert negative.item() == -3.0


@pytest.mark.parametrize("count", [1, 2, 4, 5, 17])
def test_a_sum_starts_from_zero_so_that_negative_zeros_add_up_to_zero(count: int) -> None:
    zeros = np.full((1, count), -0.0)
    sums = run(
        f"{lets(z=zeros)}print row_sum(z)\nprint col_sum(transpose(z))\nprint col_sum(z)\n"
        "print z @ transpose(z * 0)\n"
    )
    assert not any(np.signbit(total).any() for total in sums)


def test_the_nan_of_two_infinities_has_the_processors_sign_at_every_level() -> None:
    x = lets(x=np.array([[np.inf, -np.inf]]))
    (plain,) = run(f"{x}print row_sum(x)\n")
    (of_negated,) = run(f"{x}print row_sum(-x)\n")
    (down_a_column,) = run(f"{x}print col_sum(-transpose(x))\n")
    (negated,) = run(f"{x}print -row_sum(x)\n")
    assert of_negated.tobytes() == down_a_column.tobytes() == plain.tobytes()
    assert np.signbit(negated) != np.signbit(plain)


def test_denormals_are_not_flushed() -> None:
    assert run("print [[5e-324]] * 3\n")[0].item() == 1.5e-323
