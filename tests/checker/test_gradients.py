"""Group 1: what a gradient program must print, and the comparison with it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mgc
from checker import gradients
from checker.gradients import compare, expected_gradients


def expected(program: str, limit: int | None = None) -> gradients.Expected:
    return expected_gradients(mgc.parse(program), ("x",), 0, limit=limit)


def test_an_error_of_a_small_element_does_not_hide_behind_a_large_one() -> None:
    found = compare(
        expected("let x = [[1.0, 1.0]]\nprint row_sum(x * [[1000.0, 0.5]])\n"),
        [np.array([[1000.5]]), np.array([[1000.0, 0.51]])],
    )[1]
    assert found.where == "x[0][1]"
    assert found.error == pytest.approx(0.01 / 0.5)


def test_rounding_where_the_true_gradient_is_zero_is_no_error() -> None:
    program = (
        "let x = [[0.3, -1.2, 2.0]]\n"
        "print row_sum(exp(x - row_max(x)) / row_sum(exp(x - row_max(x))))\n"
    )
    _, found = compare(expected(program), [np.array([[1.0]]), np.array([[0.0, 1e-17, -3e-17]])])
    assert found.error < 1e-8
    _, found = compare(expected(program), [np.array([[1.0]]), np.array([[0.0, 1e-12, 0.0]])])
    assert found.error > 1e-8


def test_what_counts_as_rounding_follows_the_size_of_the_parameter() -> None:
    program = (
        "let x = [[300000.0, -1200000.0]]\nlet z = x * 0.000001\n"
        "print row_sum(exp(z) / row_sum(exp(z)))\n"
    )
    _, found = compare(expected(program), [np.array([[1.0]]), np.array([[0.0, 1e-23]])])
    assert found.error < 1e-8
    _, found = compare(expected(program), [np.array([[1.0]]), np.array([[0.0, 1e-17]])])
    assert found.error > 1e-8


def test_rounding_of_a_loss_whose_terms_cancel_is_no_error() -> None:
    wanted = expected("let x = [[0.1, 0.2, -0.3]]\nprint row_sum(x)\n")
    assert compare(wanted, [np.array([[-3e-17]]), np.ones((1, 3))])[0].error < 1e-8
    assert compare(wanted, [np.array([[1e-10]]), np.ones((1, 3))])[0].error > 1e-8


def test_a_nan_at_a_kink_is_reported_though_nothing_is_compared_there() -> None:
    wanted = expected("let x = [[0.0, 1.0]]\nprint row_sum(relu(x))\n")
    assert compare(wanted, [np.array([[1.0]]), np.array([[7.0, 1.0]])])[1].error == 0.0
    assert compare(wanted, [np.array([[1.0]]), np.array([[math.nan, 1.0]])])[1].error == math.inf


def test_a_limit_spreads_the_elements_it_checks_from_first_to_last() -> None:
    wanted = expected(f"let x = {[[1.0] * 9]}\nprint row_sum(x * x)\n", limit=3)
    assert np.flatnonzero(wanted.derivatives["x"].compared).tolist() == [0, 4, 8]


def test_real_differences_that_cross_a_kink_are_not_held_against_the_reference() -> None:
    program = mgc.parse("let x = [[0.0003, 1.0]]\nprint row_sum(relu(x) * x)\n")
    wanted = expected_gradients(program, ("x",), 0, cross_checked=True)
    assert wanted.self_differences["x"].error <= 1e-6


def test_a_name_stands_for_its_last_let_before_the_loss() -> None:
    wanted = expected("let x = [[2.0]]\nlet x = x * x\nprint x * x\nlet x = [[9.0]]\n")
    assert wanted.derivatives["x"].gradient.tolist() == [[8.0]]
