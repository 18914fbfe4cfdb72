"""Module text read back: to the same text, to the same bits, or refused."""

from __future__ import annotations

from struct import pack, unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mgc
from mgc.dialect import ConstantOp, ScalarOp
from mgc.errors import ModuleTextError
from mgc.mlir_reader import read_module
from mgc.mlir_text import module_text
from mgc.program import Print

BITS = st.integers(0, 2**64 - 1)
END = "  %zero = arith.constant 0 : i32\n  func.return %zero : i32\n}\n"
MATRIX = "tensor<1x1xf64>"
ONE = f"%t1 = mg.constant dense<[[1.0]]> : {MATRIX}"
FUNCTION = f"func.func @f(%x: {MATRIX}) -> {MATRIX} {{\n  func.return %x : {MATRIX}\n}}\n"


def main_of(*lines: str) -> str:
    return "func.func @main() -> i32 {\n" + "".join(f"  {line}\n" for line in lines) + END


def constant(text: str, shape: str) -> list[float]:
    program = read_module(main_of(f"%t1 = mg.constant dense<{text}> : tensor<{shape}xf64>"))
    operation = next(program.operations)
    assert isinstance(operation, ConstantOp)
    return list(unpack(f"<{len(operation.data) // 8}d", operation.data))


def test_a_program_of_functions_reads_back_to_the_same_text() -> None:
    text = module_text(
        mgc.parse(
            "def f_1(x_1: tensor[?x2], t1: tensor[?x2]) = x_1 + t1 * 2\n"
            "def g(x_1: tensor[?x2]) = f_1(x_1, -x_1) @ [[1, 2], [3, 4]]\n"
            "print g([[1, 2], [3, 4]])\nprint permute(reshape([[1, 2]], 1, 2, 1), 2, 0, 1)\n"
        ).module
    )
    assert module_text(read_module(text).module) == text


def test_what_xdsl_prints_of_a_module_reads_back_too() -> None:
    module = mgc.parse(
        "def f(a: tensor[?x2]) = relu(a) * 2\n"
        "def g(a: tensor[1x2]) = transpose(f(a)) @ row_max(a) + [[1], [2]]\n"
        "print g([[1, 2]])\n"
    ).module
    module.verify()
    body = str(module).partition("{")[2].rpartition("}")[0]
    assert "tensor.cast" in body
    numbered = module_text(module).replace("%a", "%0")
    assert module_text(read_module(body).module) == numbered


def test_the_statements_are_the_prints_alone() -> None:
    program = read_module(module_text(mgc.parse("let a = [[1]]\nprint a\nprint a + a\n").module))
    assert [type(statement) for statement in program.statements] == [Print, Print]
    assert [tensor.tolist() for tensor in mgc.run(program)] == [[[1.0]], [[2.0]]]


@given(st.lists(BITS, min_size=1, max_size=4))
def test_doubles_of_a_matrix_survive_by_their_bits(bits: list[int]) -> None:
    written = ", ".join(f"0x{value:016X}" for value in bits)
    values = constant(f"[[{written}]]", f"1x{len(bits)}")
    assert pack(f"<{len(bits)}d", *values) == pack(f"<{len(bits)}Q", *bits)


@given(BITS)
def test_the_scalar_of_an_operation_survives_by_its_bits(bits: int) -> None:
    (value,) = unpack("<d", pack("<Q", bits))
    program = mgc.parse("print [[1]] * 2\n")
    before = program.prints[0].value.owner
    assert isinstance(before, ScalarOp)
    scaled = ScalarOp(before.operand, "mul", value)
    program.body.insert_op_before(scaled, before)
    before.result.replace_all_uses_with(scaled.result)
    read = read_module(module_text(program.module))
    scalars = [op.scalar for op in read.operations if isinstance(op, ScalarOp)]
    assert pack("<d", scalars[0]) == pack("<Q", bits)


def test_a_matrix_may_be_written_as_one_number_for_all() -> None:
    assert constant("2.5", "2x2") == [2.5] * 4
    assert constant("0x7FF0000000000000", "1x2") == [float("inf")] * 2


def test_a_matrix_of_any_rank_is_read() -> None:
    assert constant("[[[1.0, 2.0]], [[3.0, 4.0]]]", "2x1x2") == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a module of the mg dialect"),
        ("func.func @main() -> i32", "the body of @main is not one block"),
        ("module {\n}\n", "the last function must be @main"),
        ("nonsense", "not a module of the mg dialect"),
        (main_of('%t1 = "mg.constant'), ":2: error: a string does not end"),
        (main_of("%t1 = mg.constant dense<[[1.0, 2.0]]> : tensor<2x1xf64>"), "Shape mismatch"),
        (main_of("%t1 = mg.constant dense<[[1.0], [2.0, 3.0]]> : tensor<3x1xf64>"), "module"),
        (main_of("mg.print %t9 : tensor<1x1xf64>"), "%t9"),
        (main_of("%t1 = mg.sigmoid %t0 : tensor<1x1xf64>"), "mg.sigmoid"),
        (main_of("%t1 = arith.constant 1 : i32", "%t2 = arith.addi %t1, %t1 : i32"), "arith.addi"),
        ("func.func @main() -> i32 {\n" + END + "func.func @main() -> i32 {\n" + END, "main"),
        (
            main_of(
                "mg.print %t1 : tensor<1x1xf64>",
                "%t1 = mg.constant dense<[[1.0]]> : tensor<1x1xf64>",
            ),
            "mg.print uses a value before its definition",
        ),
        (
            main_of(
                "%t1 = mg.constant dense<[[1.0]]> : tensor<1x1xf64>",
                "%t2 = mg.matmul %t1, %t1 : tensor<1x1xf64>, tensor<1x1xf64> -> tensor<2x1xf64>",
            ),
            "the result is 2x1 but must be 1x1",
        ),
        (
            "func.func @f(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {\n"
            "  %t1 = func.call @f(%x) : (tensor<1x1xf64>) -> tensor<1x1xf64>\n"
            "  func.return %t1 : tensor<1x1xf64>\n}\n" + main_of(),
            "@f is called before its definition",
        ),
        (
            main_of() + "func.func @f(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {\n"
            "  func.return %x : tensor<1x1xf64>\n}\n",
            "the last function must be @main",
        ),
        (main_of("%t1 = arith.constant 0 : i32", "func.return %t1 : i32"), "func.return"),
        (FUNCTION + main_of(ONE, f"%t2 = func.call @f(%t1) : ({MATRIX}) -> i32"), "a call of @f"),
        (FUNCTION + main_of(f"%t2 = func.call @f() : () -> {MATRIX}"), "a call of @f"),
        (FUNCTION.replace(f"return %x : {MATRIX}", "return") + main_of(), "func.return"),
        ("func.func @main() -> i32 {\n  %t1 = arith.constant 0 : i64\n}", "type i32"),
        ("func.func @main(%x: i32) -> i32 {\n" + END, "@main must take nothing"),
        (
            "func.func @f(%x: i32) -> i32 {\n  func.return %x : i32\n}\n" + main_of(),
            "@f must take and return tensors",
        ),
    ],
)
def test_text_that_is_no_program_is_refused(text: str, words: str) -> None:
    with pytest.raises(ModuleTextError) as refused:
        read_module(text, "other.mlir")
    assert str(refused.value).startswith("other.mlir:")
    assert words in str(refused.value)


@given(st.data())
def test_damaged_text_is_refused_or_a_program(data: st.DataObject) -> None:
    text = module_text(
        mgc.parse(
            "def f(a: tensor[?x2]) = relu(a) * 2 + a\nprint row_sum(f([[1, 2], [3, 1e999]]))\n"
        ).module
    )
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    inserted = data.draw(st.sampled_from(["", "(", ">", "%t1", "x", '"', "tensor<2x2xf64>", "0x"]))
    damaged = text[:start] + inserted + text[end:]
    try:
        program = read_module(damaged)
    except ModuleTextError:
        return
    assert module_text(read_module(module_text(program.module)).module)
