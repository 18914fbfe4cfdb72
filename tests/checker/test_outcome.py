"""Comparisons, and the outcomes they lead to."""

from __future__ import annotations

import math

import numpy as np
import pytest

from checker.outcome import Outcome, Verdict, difference, within


def test_the_worst_element_is_named_with_both_values() -> None:
    found = difference("w", np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.5], [3.0, 4.0]]))
    assert found.where == "w[0][1]"
    assert (found.expected, found.actual) == (2.0, 2.5)
    assert found.sentence() == "w[0][1]: expected 2.0, got 2.5"


def test_errors_are_relative_to_the_largest_entry() -> None:
    assert difference("w", np.array([[100.0, 1.0]]), np.array([[100.0, 2.0]])).error == 0.01


def test_errors_of_a_matrix_of_zeros_are_absolute() -> None:
    assert difference("w", np.zeros((1, 2)), np.array([[0.0, 1e-9]])).error == 1e-9


def test_with_a_share_errors_are_relative_to_the_element_or_that_share_of_the_largest() -> None:
    expected, actual = np.array([[100.0, 20.0, 1.0]]), np.array([[100.0, 20.0, 2.0]])
    assert difference("w", expected, actual, share=0.001).error == 1.0
    assert difference("w", expected, actual, share=0.1).error == 0.1


def test_errors_are_relative_to_a_floor_at_least() -> None:
    found = difference("w", np.array([[1e-20]]), np.array([[2e-20]]), floor=1e-10)
    assert found.error == pytest.approx(1e-10)


def test_what_is_not_compared_must_be_finite_all_the_same() -> None:
    compared = np.array([[True, False]])
    expected = np.array([[1.0, 0.0]])
    assert difference("w", expected, np.array([[1.0, 5.0]]), compared=compared).error == 0.0
    found = difference("w", expected, np.array([[1.0, math.inf]]), compared=compared)
    assert found.error == math.inf


def test_a_nan_on_both_sides_is_no_agreement() -> None:
    found = difference("w", np.array([[1.0, math.nan]]), np.array([[1.0, math.nan]]))
    assert found.error == math.inf
    assert found.where == "w[0][1]"
    assert not within([found], 1.0).passed


def test_an_infinity_on_both_sides_is_no_agreement() -> None:
    assert difference("w", np.array([[math.inf]]), np.array([[math.inf]])).error == math.inf


def test_another_shape_is_told_with_both_shapes() -> None:
    found = difference("w", np.zeros((1, 2)), np.zeros((2, 1)))
    assert found.error == math.inf
    assert "expected shape 1x2, got 2x1" in found.where


def test_a_finding_tells_the_worst_of_several_matrices() -> None:
    small = difference("a", np.array([[1.0]]), np.array([[1.1]]))
    large = difference("b", np.array([[1.0]]), np.array([[1.5]]))
    finding = within([small, large], 1e-8)
    assert not finding.passed
    assert finding.where == "b[0][0]"


def test_an_outcome_survives_json() -> None:
    outcome = Outcome("a:b", "ties", "s", Verdict.FAILED, "d", math.inf, "w[0][0]", 1.5)
    assert Outcome.from_json(outcome.to_json()) == outcome
