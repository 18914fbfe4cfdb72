"""Mountain Goat source from straight-line programs."""

from __future__ import annotations

import math
from struct import pack

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd
import mgc
from autograd.errors import UnwritableError
from autograd.values import Emitter, FreshNames, Value
from mgc.dialect import AddOp, BroadcastOp, ConstantOp
from mgc.passes.inline import inline


def written(program: str) -> str:
    return autograd.source_text(inline(mgc.parse(program)))


def assert_same_output(program: str) -> None:
    expected = mgc.run(mgc.parse(program))
    actual = mgc.run(mgc.parse(written(program)))
    assert [a.tobytes() for a in actual] == [e.tobytes() for e in expected]


@pytest.mark.parametrize(
    "expression",
    [
        "x + y",
        "x - y * x / y",
        "-x",
        "2.0 - x",
        "x * -3.5",
        "1e300 / x",
        "x * 1e999",
        "x + (1e999 - 1e999)",
        "x @ transpose(y)",
        "relu(x) + exp(x) * log(y) - sqrt(y)",
        "ge(x, [[1.5]])",
        "row_sum(x) * col_max(y) + row_mean(x)",
        "x + [[1.0, 2.0]]",
        "[[1.0], [2.0]] * [[3.0, 4.0]]",
        "reshape(x, 4, 1)",
        "permute(reshape(x, 1, 2, 2), 2, 0, 1)",
        "contract(x, (0), y, (1))",
    ],
)
def test_the_source_of_an_expression_computes_the_same_bits(expression: str) -> None:
    assert_same_output(
        "let x = [[1.5, -2.0], [0.5, 3.0]]\n"
        f"let y = [[0.25, 1.0], [2.0, 4.0]]\nprint {expression}\n"
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=8))
def test_every_number_of_a_literal_reads_back_to_the_same_bits(numbers: list[float]) -> None:
    emitter = Emitter(FreshNames(()))
    constant = emitter.emit(ConstantOp(pack(f"<{len(numbers)}d", *numbers), (1, len(numbers))))
    emitter.print(emitter.let("x", constant))
    text = autograd.source_text(emitter.program("numbers"))
    assert mgc.run(mgc.parse(text))[0].tobytes() == np.array([numbers]).tobytes()


def test_a_nan_in_a_literal_cannot_be_written() -> None:
    emitter = Emitter(FreshNames(()))
    emitter.print(emitter.emit(ConstantOp(pack("<d", math.nan), (1, 1))))
    with pytest.raises(UnwritableError, match="NaN"):
        autograd.source_text(emitter.program("nan"))


def test_stretching_that_no_operand_implies_is_written_out() -> None:
    emitter = Emitter(FreshNames(()))
    one = emitter.let("one", emitter.emit(ConstantOp(pack("<d", 3.0), (1, 1))))
    wide = [emitter.emit(BroadcastOp(one.ssa, (2, 2))) for _ in range(2)]
    emitter.print(emitter.emit(AddOp(wide[0].ssa, wide[1].ssa)))
    text = autograd.source_text(emitter.program("wide"))
    assert mgc.run(mgc.parse(text))[0].tolist() == [[6.0, 6.0], [6.0, 6.0]]


def test_an_unnamed_value_with_several_users_is_written_once() -> None:
    emitter = Emitter(FreshNames(["v1"]))
    value: Value = emitter.let("x", emitter.emit(ConstantOp(pack("<d", 1.5), (1, 1))))
    for _ in range(40):
        value = value + value
    emitter.print(value)
    text = autograd.source_text(emitter.program("doubled"))
    assert len(text) < 40 * 40
    assert mgc.run(mgc.parse(text))[0].item() == 1.5 * 2**40


def test_a_sum_of_five_thousand_terms_is_written_without_recursion() -> None:
    assert_same_output("let x = [[0.1]]\nprint " + " + ".join(["x"] * 5000) + "\n")


def test_an_alias_is_written_as_an_alias() -> None:
    assert "let b = a\n" in written("let a = [[1.0]]\nlet b = a\nprint b\n")


def test_a_program_that_ends_early_cannot_be_written() -> None:
    program = mgc.parse(
        "def f(a: tensor[?x1], b: tensor[?x1]) = a + b\nprint f([[1], [2]], [[1], [2], [3]])\n"
    )
    with pytest.raises(UnwritableError, match="ends early"):
        autograd.source_text(inline(program))


def test_a_comment_stays_on_one_line_whatever_the_file_is_called() -> None:
    emitter = Emitter(FreshNames(()))
    emitter.comment("from a\nprint [[1.0]]")
    assert autograd.source_text(emitter.program("odd")) == "# from a print [[1.0]]\n"
