"""What programs mean to the front end: names, scalars, literals, functions."""

from __future__ import annotations

from struct import unpack

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import FileLineColLoc

import mgc
from mgc.dialect import ConstantOp, shape_of
from mgc.mlir_text import module_text
from tests.strategies import literal


def printed(program: str) -> list[list[list[float]]]:
    return [tensor.tolist() for tensor in mgc.run(mgc.parse(program), optimisation=0)]


@given(st.lists(st.lists(st.floats(allow_nan=False), min_size=2, max_size=2), min_size=1))
def test_every_double_of_a_literal_keeps_its_bits(rows: list[list[float]]) -> None:
    (constant, *_) = mgc.parse(f"let m = {literal(rows)}").operations
    assert isinstance(constant, ConstantOp)
    assert constant.data == np.array(rows).tobytes()


def test_a_literal_past_the_largest_double_is_infinite() -> None:
    assert printed("print [[1e999, -1e999]]") == [[[float("inf"), float("-inf")]]]


def test_blanks_in_a_literal_do_not_matter() -> None:
    assert printed("print [ [ 1 ,- 2 ] , [3,4.] ]") == [[[1.0, -2.0], [3.0, 4.0]]]


def test_a_large_literal_is_one_constant_in_its_shape() -> None:
    rows = np.arange(112.0 * 112).reshape(112, 112) / 7
    (constant, *_) = mgc.parse(f"let m = {rows.tolist()}").operations
    assert isinstance(constant, ConstantOp)
    assert shape_of(constant.result) == (112, 112)
    assert unpack("<12544d", constant.data) == tuple(rows.ravel())


def test_a_later_let_shadows_an_earlier_one_from_there_on() -> None:
    assert printed("let a = [[1]]\nlet b = a\nlet a = [[2]]\nprint a\nprint b") == [[[2]], [[1]]]


def test_scalars_are_folded_and_kept_apart_from_the_lets() -> None:
    program = mgc.parse("let s = 2 * 3\nlet a = [[1]] * s\n")
    assert program.scalars == {"s": 6.0}
    assert [let.name for let in program.lets] == ["a"]


def test_scalars_fold_as_ieee_doubles() -> None:
    inf = float("inf")
    assert printed("let s = 1e308 * 10\nprint [[1]] * s") == [[[inf]]]
    assert np.isnan(printed("print [[1]] * (1e999 - 1e999)")).all()
    assert str(printed("print [[0]] * (0 / -5)")) == "[[[-0.0]]]"


def test_a_tensor_over_the_scalar_zero_follows_ieee() -> None:
    assert printed("print [[1, -1]] / 0") == [[[float("inf"), float("-inf")]]]


def test_a_scalar_in_place_of_an_integer_argument_must_be_whole() -> None:
    assert printed("let n = 4 / 2\nprint reshape([[1, 2]], n, 1)") == [[[1.0], [2.0]]]


def test_a_let_may_have_the_name_of_a_built_in_function() -> None:
    assert printed("let exp = [[1]]\nprint exp + exp") == [[[2.0]]]


def test_a_function_of_no_parameters_is_a_matrix() -> None:
    assert printed("def one() = [[1]]\nprint one() + one()") == [[[2.0]]]


def test_functions_call_earlier_functions() -> None:
    program = (
        "def double(a: tensor[1x1]) = a + a\n"
        "def quadruple(a: tensor[1x1]) = double(double(a))\nprint quadruple([[3]])"
    )
    assert printed(program) == [[[12.0]]]


def test_every_operation_carries_its_place() -> None:
    program = mgc.parse("let a = [[1]]\nprint a + relu(a)\n")
    places = []
    for operation in program.operations:
        if isinstance(operation.location, FileLineColLoc):
            places.append((operation.location.line.data, operation.location.column.data))
    assert places == [(1, 9), (2, 11), (2, 9), (2, 1)]


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n"])
def test_an_empty_program_is_a_program(text: str) -> None:
    assert "func.func @main() -> i32" in module_text(mgc.parse(text).module)
    assert mgc.run(mgc.parse(text)) == []
