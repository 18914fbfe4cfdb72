"""Sizes of a call in modules of another compiler, which may cast and stretch as ours does not."""

from __future__ import annotations

import pytest

import mgc
from mgc.errors import SizeMismatchError
from mgc.mlir_reader import read_module

CONSTANT = "%t1 = mg.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>"


def run_main(*lines: str) -> list[list[list[float]]]:
    text = "".join(f"  {line}\n" for line in (CONSTANT, *lines))
    program = read_module(
        f"func.func @main() -> i32 {{\n{text}"
        "  %zero = arith.constant 0 : i32\n  func.return %zero : i32\n}\n"
    )
    return [tensor.tolist() for tensor in mgc.run(program)]


CAST = "%t2 = tensor.cast %t1 : tensor<3x1xf64> to tensor<?x1xf64>"


def test_a_cast_back_to_the_actual_size_is_no_operation() -> None:
    back = "%t3 = tensor.cast %t2 : tensor<?x1xf64> to tensor<3x1xf64>"
    assert run_main(CAST, back, "mg.print %t3 : tensor<3x1xf64>") == [[[1.0], [2.0], [3.0]]]


def test_a_cast_to_another_size_ends_the_program() -> None:
    other = "%t3 = tensor.cast %t2 : tensor<?x1xf64> to tensor<4x1xf64>"
    with pytest.raises(SizeMismatchError, match=r"tensor\.cast: sizes 3x1 and 4x1 disagree"):
        run_main(CAST, other, "mg.print %t3 : tensor<4x1xf64>")


def test_a_stretch_checks_the_sizes_that_it_keeps() -> None:
    right = "%t3 = mg.broadcast %t2 : tensor<?x1xf64> -> tensor<3x2xf64>"
    assert run_main(CAST, right, "mg.print %t3 : tensor<3x2xf64>") == [[[1, 1], [2, 2], [3, 3]]]
    wrong = "%t3 = mg.broadcast %t2 : tensor<?x1xf64> -> tensor<4x2xf64>"
    with pytest.raises(SizeMismatchError, match=r"mg\.broadcast: sizes 3x1 and 4x2 disagree"):
        run_main(CAST, wrong, "mg.print %t3 : tensor<4x2xf64>")
