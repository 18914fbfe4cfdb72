"""Simplified programs: shorter, with the same values but for rounding."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd
import mgc
from mgc.passes.pipeline import SIMPLIFYING, run_passes
from mgc.program import Program
from tests.strategies import literal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# Functions of x, weighted by y, in which maxima cancel, or means are subtracted from their rows.
SHIFTED = (
    "exp(x - row_max(x)) / row_sum(exp(x - row_max(x))) * y",
    "exp(x - col_max(x)) / col_sum(exp(x - col_max(x))) * y",
    "(x - row_max(x) - log(row_sum(exp(x - row_max(x))))) * y",
    "y / (exp(x - row_max(x)) / row_sum(exp(x - row_max(x))))",
    "(log(row_sum(exp(x - row_max(x)))) + row_max(x)) * y",
    "exp((x - row_max(x)) / 0.5) / row_sum(exp((x - row_max(x)) / 0.5)) * y",
    "(x - row_mean(x)) / sqrt(row_mean((x - row_mean(x)) * (x - row_mean(x))) + 1e-05) * y",
    "(x - col_mean(x)) / (1.0 + col_sum((x - col_mean(x)) * (x - col_mean(x)))) * y",
)
NUMBERS = st.floats(-8, 8).map(lambda x: round(x, 3))
EXTREMES = (0.0, -0.0, 1e300, -1e300, 1e-300, 700.0, -745.0, float("inf"), float("-inf"))
WITH_EXTREMES = st.one_of(NUMBERS, st.sampled_from(EXTREMES))


def gradient_of(path: Path, *, simplify: bool = False) -> Program:
    text = path.read_text(encoding="utf-8")
    wrt, loss = autograd.declared_parameters(text), autograd.declared_loss(text)
    return autograd.gradient(mgc.parse(path), wrt, loss, simplify=simplify)


def shifted(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[str]:
    """Programs with a loss in which maxima or means cancel."""

    def program(shape: tuple[int, int]) -> st.SearchStrategy[str]:
        rows, columns = shape
        row = st.lists(numbers, min_size=columns, max_size=columns)
        matrix = st.lists(row, min_size=rows, max_size=rows)
        return st.tuples(matrix, matrix, st.sampled_from(SHIFTED)).map(
            lambda drawn: (
                f"let x = {literal(drawn[0])}\nlet y = {literal(drawn[1])}\n"
                f"print col_sum(row_sum({drawn[2]}))\n"
            )
        )

    return st.tuples(st.integers(1, 3), st.integers(1, 4)).flatmap(program)


def simplified_forms(program: Program) -> list[Program]:
    """The gradient by x written shorter, and the plain one compiled with `mgc --simplify`."""
    plain = autograd.gradient(program, ["x"])
    return [autograd.gradient(program, ["x"], simplify=True), run_passes(plain, SIMPLIFYING)]


@pytest.mark.filterwarnings("ignore::autograd.errors.ComparisonWarning")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.mg")), ids=lambda path: path.stem)
def test_the_simplified_text_is_no_longer_and_computes_the_same(path: Path) -> None:
    plain = gradient_of(path)
    text = autograd.source_text(gradient_of(path, simplify=True))
    assert len(text) <= len(autograd.source_text(plain))
    for expected, actual in zip(mgc.run(plain), mgc.run(mgc.parse(text)), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-13)


def test_the_worked_example_loses_its_matrices_of_ones() -> None:
    text = autograd.source_text(gradient_of(EXAMPLES / "00_worked_example.mg", simplify=True))
    assert "ones" not in text
    assert "let g13 = (" in text


@pytest.mark.parametrize("loss", ["s * 0.0", "s - s", "s / s"])
def test_an_overflow_stays_a_nan_in_the_simplified_program(loss: str) -> None:
    row = ", ".join(["1e308"] * 10)
    program = mgc.parse(f"let x = [[{row}]]\nlet s = row_sum(x)\nprint {loss}\n")
    short = autograd.gradient(program, ["x"], simplify=True)
    assert np.isnan(mgc.run(short)[0]).all()


@settings(deadline=None, max_examples=40)
@given(shifted(NUMBERS))
def test_without_the_adjoints_that_cancel_the_gradient_is_the_same(text: str) -> None:
    program = mgc.parse(text)
    expected = mgc.run(autograd.gradient(program, ["x"]), optimisation=0)
    scale = max(1.0, np.abs(expected[1]).max())
    for short in simplified_forms(program):
        actual = mgc.run(short, optimisation=0)
        np.testing.assert_allclose(actual[0], expected[0], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(actual[1], expected[1], rtol=1e-9, atol=1e-11 * scale)


@settings(deadline=None, max_examples=80)
@given(shifted(WITH_EXTREMES))
def test_what_is_not_finite_in_the_plain_form_is_not_finite_in_the_simplified_one(
    text: str,
) -> None:
    program = mgc.parse(text)
    plain = mgc.run(autograd.gradient(program, ["x"]), optimisation=0)
    for form in simplified_forms(program):
        short = mgc.run(form, optimisation=0)
        for expected, actual in zip(plain, short, strict=True):
            assert not (~np.isfinite(expected) & np.isfinite(actual)).any()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("let x = [[1.0]]\nprint x * x * x", 6.0),
        ("let x = [[1.0]]\nlet a = [[3.0]]\nprint (a * x) * (a * x)", 18.0),
        ("let x = [[1.0]]\nlet a = [[3.0]]\nprint a / x", 6.0),
        ("let x = [[0.0]]\nlet a = [[3.0]]\nprint (exp(a) + x) * (exp(a) + x)", 2.0),
        ("let x = [[2.0]]\nlet a = [[2.0]]\nprint x * x * a", 4.0),
        ("let a = [[2.0]]\nlet x = [[2.0]]\nprint x * x * a", 4.0),
        ("let x = [[1.0]]\nlet a = [[1.0, 1.0]]\nprint row_sum(a * x) * x", 4.0),
    ],
)
def test_a_simplified_program_holds_for_any_elements_and_can_be_differentiated_again(
    body: str, expected: float
) -> None:
    first = autograd.gradient(mgc.parse(f"{body}\n"), ["x"], simplify=True)
    second = autograd.gradient(mgc.parse(autograd.source_text(first)), ["x"], loss=1)
    assert mgc.run(second)[1].item() == expected


@pytest.mark.parametrize(
    "loss",
    [
        "((x - row_max(x)) - (y - row_max(x))) * y",
        "exp(y - row_max(x)) / row_sum(exp(y - row_max(x))) * y",
    ],
)
def test_a_nan_that_a_maximum_carries_to_its_whole_row_is_kept(loss: str) -> None:
    text = "let p = [[-1.0, 4.0, 9.0]]\nlet x = sqrt(p)\nlet y = [[1.0, 2.0, 0.5]]\n"
    program = mgc.parse(f"{text}print row_sum({loss})\n")
    for simplify in (False, True):
        assert np.isnan(mgc.run(autograd.gradient(program, ["p"], simplify=simplify))[1]).all()


@pytest.mark.parametrize(
    ("body", "loss", "derivative"),
    [
        ("let x = [[-1.0]]\nprint x + 1.0 + 1e-20", 1e-20, 1.0),
        ("let x = [[-1.0]]\nprint 1.0 / (x + 1.0 + 1e-20)", 1e20, -1e40),
        (
            "let x = [[1e200, 1e200], [1e200, 1e200]]\n"
            "print col_sum(x * 1e-200 @ [[1e200], [1e200]])",
            4e200,
            1.0,
        ),
    ],
)
def test_what_is_far_from_the_last_place_is_kept(body: str, loss: float, derivative: float) -> None:
    program = mgc.parse(f"{body}\n")
    for simplify in (False, True):
        printed = mgc.run(autograd.gradient(program, ["x"], simplify=simplify))
        np.testing.assert_allclose(printed[0], [[loss]], rtol=1e-14)
        np.testing.assert_allclose(printed[1], np.full_like(printed[1], derivative), rtol=1e-14)


def test_a_root_of_an_exponential_of_minus_infinity_keeps_its_nan() -> None:
    text = "let x = [[-1e999, 1.0]]\nlet y = [[1.0, 2.0]]\nlet e = exp(x - row_max(x))\n"
    program = mgc.parse(f"{text}print row_sum(sqrt(e) / sqrt(row_sum(e)) * y)\n")
    for simplify in (False, True):
        loss, gradient = mgc.run(autograd.gradient(program, ["x"], simplify=simplify))
        assert loss.item() == 2.0
        assert np.isnan(gradient).all()


def test_a_maximum_that_cancels_leaves_no_mask_of_its_ties() -> None:
    softmax = f"let x = [[1.0, 2.0]]\nlet y = [[3.0, 5.0]]\nprint row_sum({SHIFTED[0]})\n"
    program = mgc.parse(softmax)
    assert "ge(" in autograd.source_text(autograd.gradient(program, ["x"]))
    assert "ge(" not in autograd.source_text(autograd.gradient(program, ["x"], simplify=True))


def test_the_adjoint_of_a_softmax_is_written_as_in_textbooks() -> None:
    text = (
        "let x = [[1.0, 2.0], [0.5, -1.0]]\nlet v = [[3.0, 5.0], [1.0, 2.0]]\n"
        "let e = exp(x - row_max(x))\nlet o = (e / row_sum(e)) @ v\nprint col_sum(row_sum(o * o))\n"
    )
    written = autograd.source_text(autograd.gradient(mgc.parse(text), ["x"], simplify=True))
    g, a = r"(?P<g>g\d+)", r"(?P<a>v\d+)"
    assert re.search(rf"= \(\({g} - row_sum\(\((?P=g) \* {a}\)\)\) \* (?P=a)\)\n", written)


def test_a_descent_is_simplified_too() -> None:
    program = mgc.parse("let x = [[4.0, 1.0]]\nprint row_sum((x - 1) * (x - 1))\n")
    plain = autograd.descent(program, ["x"], 3, 0.25)
    short = autograd.descent(program, ["x"], 3, 0.25, simplify=True)
    assert [v.item() for v in mgc.run(short)] == [v.item() for v in mgc.run(plain)]
    assert len(autograd.source_text(short)) < len(autograd.source_text(plain))


@pytest.mark.parametrize(
    ("body", "wrt"),
    [
        ("let a = x * x\nlet b = x * x\nprint a + 2.0 * b", ["a", "b"]),
        ("let a = x * x\nprint a + 2.0 * (x * x)", ["a", "x"]),
        ("let a = x * x\nlet a = a + x * x\nprint a * (x * x)", ["a"]),
        ("let e = exp(x)\nlet s = e + exp(x)\nlet t = e + exp(x)\nprint s * t * t", ["s", "e"]),
    ],
)
def test_a_computed_parameter_has_its_own_gradient_and_not_that_of_an_equal_value(
    body: str, wrt: list[str]
) -> None:
    program = mgc.parse(f"let x = [[0.5]]\n{body}\n")
    expected = mgc.run(autograd.gradient(program, wrt))
    actual = mgc.run(autograd.gradient(program, wrt, simplify=True))
    np.testing.assert_allclose(actual, expected, rtol=1e-14)


def test_what_only_an_equal_value_reaches_the_loss_with_is_refused_all_the_same() -> None:
    program = mgc.parse("let x = [[0.5]]\nlet a = x * x\nprint x * x\n")
    with pytest.raises(autograd.AutogradError, match="does not depend on 'a'"):
        autograd.gradient(program, ["a"], simplify=True)


@pytest.mark.parametrize(
    "body",
    [
        "print row_max(x)",
        "print col_max(row_max(transpose(x) * [[2.0, 1.0]]))",
        "let m = row_max(x)\nprint m - m",
        "let c = [[1.0, 2.0]]\nlet e = exp(c - row_max(x))\nprint row_sum(e / row_sum(e) * c)",
    ],
)
def test_a_maximum_that_is_the_loss_or_all_there_is_of_it_is_no_mistake(body: str) -> None:
    program = mgc.parse(f"let x = [[1.0, 3.0]]\n{body}\n")
    plain, short = (
        mgc.run(autograd.gradient(program, ["x"], simplify=simplify))
        + mgc.run(autograd.descent(program, ["x"], 2, 0.25, simplify=simplify))
        for simplify in (False, True)
    )
    for expected, actual in zip(plain, short, strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("loss", ["1.0 / (x + z)", "exp(1.0 / (z + x))", "1.0 / (x * x + z)"])
def test_the_sign_of_a_zero_that_counts_is_kept(loss: str) -> None:
    program = mgc.parse(f"let x = [[-0.0]]\nlet z = [[0.0]]\nprint {loss}\n")
    plain = mgc.run(autograd.gradient(program, ["x"]))
    short = mgc.run(autograd.gradient(program, ["x"], simplify=True))
    assert [value.tobytes() for value in short] == [value.tobytes() for value in plain]


@pytest.mark.parametrize("loss", ["x @ w + [[0.0]]", "(x + [[0.0, 0.0]]) @ w"])
def test_the_sign_of_a_product_too_small_for_a_double_is_kept(loss: str) -> None:
    lets = "let x = [[-1e-200, -0.0]]\nlet w = [[1e-200], [1.0]]\n"
    program = mgc.parse(f"{lets}print 1.0 / ({loss})\n")
    for simplify in (False, True):
        gradient = autograd.gradient(program, ["x"], simplify=simplify)
        assert mgc.run(gradient)[0].item() == mgc.run(program)[0].item() == float("inf")


def test_a_value_written_out_twice_is_differentiated_once() -> None:
    program = mgc.parse("let x = [[0.5, 1.0]]\nprint row_sum(exp(x) / (1.0 + exp(x)))\n")
    text = autograd.source_text(autograd.gradient(program, ["x"], simplify=True))
    assert text.count("exp(") == 1


def test_equal_literals_stay_parameters_of_their_own() -> None:
    program = mgc.parse("let a = [[2.0]]\nlet b = [[2.0]]\nprint a * b * b\n")
    short = autograd.gradient(program, ["a", "b"], simplify=True)
    assert [g.item() for g in mgc.run(short)] == [8.0, 4.0, 8.0]
