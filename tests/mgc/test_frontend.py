"""What programs mean to the front end: names, scalars, literals, functions."""

from __future__ import annotations

from struct import unpack

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import FileLineColLoc

import mgc
from mgc.dialect import ConstantOp, shape_of
from mgc.errors import ProgramError
from mgc.frontend import analyse
from mgc.mlir_text import module_text
from mgc.source import Source
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


def test_of_several_mistakes_the_first_is_reported() -> None:
    with pytest.raises(ProgramError) as refused:
        mgc.parse("print q\nlet = 3\n")
    assert (refused.value.line, refused.value.column) == (1, 7)


def test_what_needs_no_operation_leaves_no_use_behind() -> None:
    program = mgc.parse("let a = [[1, 2]]\nlet b = permute(a, 0, 1)\nlet c = reshape(a, 1, 2)\n")
    assert program.lets[0].value is program.lets[1].value is program.lets[2].value
    assert program.lets[0].value.first_use is None


def test_a_broadcast_keeps_the_sizes_that_it_does_not_stretch() -> None:
    text = module_text(mgc.parse("def f(a: tensor[?x1]) = a + [[1, 2], [3, 4]]\n").module)
    assert "mg.broadcast %a : tensor<?x1xf64> -> tensor<?x2xf64>" in text
    assert "mg.add %t2, %t1 : tensor<?x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>" in text


def test_contract_of_unknown_sizes_needs_no_reshape_for_a_pair_of_axes() -> None:
    program = "def f(a: tensor[?x2]) = contract(a, (0), a, (0))\nprint f([[1, 2], [3, 4]])"
    assert printed(program) == [[[10.0, 14.0], [14.0, 20.0]]]


def test_contract_in_any_order_of_axes_is_einsum() -> None:
    a = np.arange(24.0).reshape(2, 3, 4)
    b = np.arange(60.0).reshape(4, 3, 5)
    program = (
        f"let a = reshape({a.reshape(1, -1).tolist()}, 2, 3, 4)\n"
        f"let b = reshape({b.reshape(1, -1).tolist()}, 4, 3, 5)\n"
        "print contract(a, (2, 1), b, (0, 1))\n"
        "print contract(b, (1), a, (1))\n"
        "print contract(a, (2, 0, 1), a, (2, 0, 1))\n"
        "print contract(a, (), reshape(b, 60), ())\n"
    )
    expected = ["ijk,kjl->il", "kjl,ijm->klim", "ijk,ijk->", "ijk,l->ijkl"]
    operands = [(a, b), (b, a), (a, a), (a, b.ravel())]
    for tensor, form, pair in zip(mgc.run(mgc.parse(program)), expected, operands, strict=True):
        np.testing.assert_array_equal(tensor, np.atleast_2d(np.einsum(form, *pair)))


PIECES = st.sampled_from(
    [
        *"abf()[]=+-*/@,:#?10\n\r\t\f\x00\u00e9",
        *("let ", "print ", "def ", "relu", "contract", "reshape", "tensor", "tensor[2x?]"),
        *("[[1, 2]]", "[[", "]]", "1e999", "1e", ".5", "9" * 5000, "\r\n", " "),
    ]
)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_a_program_or_refused_at_a_place_in_it(text: str) -> None:
    source = Source("any.mg", f"let a = [[1, 2]]\ndef f(b: tensor[?x2]) = b\n{text}")
    line, column = 1, 1
    try:
        analyse(source)
    except ProgramError as error:
        line, column = error.line, error.column
    assert 1 <= line <= len(source.lines)
    assert 1 <= column <= len(source.lines[line - 1]) + 1
