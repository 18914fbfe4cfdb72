"""The form of module text where other tools depend on it."""

from __future__ import annotations

from struct import pack, unpack

import pytest

import mgc
from mgc.dialect import AbortOp
from mgc.mlir_text import module_text, number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2.0"),
        (-1e9, "-1000000000.0"),
        (1.5e-7, "1.5e-07"),
        (1e16, "1.0e+16"),
        (-1e-300, "-1.0e-300"),
        (5e-324, "5.0e-324"),
        (-0.0, "-0.0"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (float("inf"), "1.0e+999"),
        (float("-inf"), "-1.0e+999"),
    ],
)
def test_a_number_has_its_shortest_digits_and_a_point(value: float, text: str) -> None:
    assert number(value) == text
    assert float(text) == value


def test_a_nan_is_written_by_its_bits() -> None:
    (quiet,) = unpack("<d", pack("<Q", 0xFFF8000000000001))
    assert number(quiet) == "0xFFF8000000000001"


def test_parameters_keep_names_that_end_like_copies() -> None:
    text = module_text(mgc.parse("def f(x_1: tensor[1x1], x_2: tensor[1x1]) = x_1 + x_2\n").module)
    assert "@f(%x_1: tensor<1x1xf64>, %x_2: tensor<1x1xf64>)" in text
    assert "%t1 = mg.add %x_1, %x_2 :" in text


def test_results_leave_out_the_names_of_parameters() -> None:
    text = module_text(
        mgc.parse("def f(t2: tensor[1x1], t: tensor[1x1]) = t2 + t + t + t\n").module
    )
    assert [line.split()[0] for line in text.splitlines() if "mg.add" in line] == [
        "%t1",
        "%t3",
        "%t4",
    ]


def test_a_literal_prints_in_full_nested_rows() -> None:
    text = module_text(mgc.parse("let z = [[0, 0], [0, 0], [0, 0]]\n").module)
    assert "dense<[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf64>" in text


def test_the_message_of_an_abort_is_a_quoted_string() -> None:
    program = mgc.parse("print [[1]]\n")
    program.body.insert_op_before(AbortOp('a "b"'), program.prints[0].operation)
    assert 'mg.abort {message = "a \\22b\\22"}' in module_text(program.module)
