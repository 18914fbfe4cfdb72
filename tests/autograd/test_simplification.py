"""Simplified programs: shorter, with the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import autograd
import mgc
from mgc.program import Program

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def gradient_of(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    wrt = autograd.declared_parameters(text)
    return autograd.gradient(mgc.parse(path), wrt, autograd.declared_loss(text))


@pytest.mark.filterwarnings("ignore::autograd.errors.ComparisonWarning")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.mg")), ids=lambda path: path.stem)
def test_the_simplified_text_is_no_longer_and_computes_the_same_bits(path: Path) -> None:
    plain = gradient_of(path)
    text = autograd.source_text(autograd.simplified(plain))
    assert len(text) <= len(autograd.source_text(plain))
    expected = [tensor.tobytes() for tensor in mgc.run(plain)]
    assert [tensor.tobytes() for tensor in mgc.run(mgc.parse(text))] == expected


def test_the_worked_example_loses_its_matrices_of_ones() -> None:
    text = autograd.source_text(autograd.simplified(gradient_of(EXAMPLES / "00_worked_example.mg")))
    assert "ones" not in text
    assert "let g13 = (" in text


@pytest.mark.parametrize("loss", ["s * 0.0", "s - s"])
def test_an_overflow_stays_a_nan_in_the_simplified_program(loss: str) -> None:
    row = ", ".join(["1e308"] * 10)
    program = mgc.parse(f"let x = [[{row}]]\nlet s = row_sum(x)\nprint {loss}\n")
    short = autograd.simplified(autograd.gradient(program, ["x"]))
    assert np.isnan(mgc.run(short)[0]).all()


def test_a_descent_is_simplified_too() -> None:
    program = mgc.parse("let x = [[4.0, 1.0]]\nprint row_sum((x - 1) * (x - 1))\n")
    plain = autograd.descent(program, ["x"], 3, 0.25)
    short = autograd.simplified(plain)
    assert [v.item() for v in mgc.run(short)] == [v.item() for v in mgc.run(plain)]
    assert len(autograd.source_text(short)) < len(autograd.source_text(plain))


@pytest.mark.filterwarnings("ignore::autograd.errors.ComparisonWarning")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.mg")), ids=lambda path: path.stem)
def test_a_program_that_shares_its_values_has_the_gradients_of_the_plain_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wrt = autograd.declared_parameters(text)
    program = autograd.shared(mgc.parse(path))
    short = autograd.simplified(autograd.gradient(program, wrt, autograd.declared_loss(text)))
    for expected, actual in zip(mgc.run(gradient_of(path)), mgc.run(short), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-13)


def test_a_value_written_out_twice_is_differentiated_once() -> None:
    program = mgc.parse("let x = [[0.5, 1.0]]\nprint row_sum(exp(x) / (1.0 + exp(x)))\n")
    text = autograd.source_text(autograd.gradient(autograd.shared(program), ["x"]))
    assert text.count("exp(") == 1


def test_equal_literals_stay_parameters_of_their_own() -> None:
    program = autograd.shared(mgc.parse("let a = [[2.0]]\nlet b = [[2.0]]\nprint a * b * b\n"))
    assert [g.item() for g in mgc.run(autograd.gradient(program, ["a", "b"]))] == [8.0, 4.0, 8.0]
