"""Programs without calls, and the sizes of each call."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import FileLineColLoc

import mgc
from mgc.dialect import AbortOp, CallOp, shape_of
from mgc.errors import ProgramError, SizeMismatchError
from mgc.mlir_text import module_text
from mgc.passes.inline import inline

JOIN = "def join(a: tensor[?x2], b: tensor[?x2]) = a + b\n"


def test_a_program_without_calls_is_returned_as_it_is() -> None:
    program = mgc.parse("let a = [[1]]\nprint a\n")
    assert inline(program) is program


def test_no_call_and_no_unknown_size_is_left() -> None:
    program = inline(mgc.parse(f"{JOIN}let x = join([[1, 2]], [[3, 4]])\nprint transpose(x)\n"))
    assert not any(isinstance(operation, CallOp) for operation in program.operations)
    assert shape_of(program.prints[0].value) == (2, 1)
    program.module.verify()


def test_a_function_is_specialised_for_the_sizes_of_each_call() -> None:
    program = mgc.parse(
        f"{JOIN}print join([[1, 2]], [[3, 4]])\nprint join([[1, 2], [3, 4]], [[5, 6], [7, 8]])\n"
    )
    assert [tensor.shape for tensor in mgc.run(program)] == [(1, 2), (2, 2)]


def test_lets_and_prints_follow_their_values() -> None:
    program = inline(mgc.parse(f"{JOIN}let x = [[1, 2]]\nlet y = join(x, x)\nprint y\n"))
    assert [let.name for let in program.lets] == ["x", "y"]
    assert program.prints[0].value is program.lets[1].value


def test_sizes_that_disagree_end_the_program_after_what_was_printed() -> None:
    program = mgc.parse(f"{JOIN}print [[7]]\nprint join([[1, 2]], [[1, 2], [3, 4]])\nprint [[8]]\n")
    with pytest.raises(SizeMismatchError) as ended:
        mgc.run(program)
    assert [tensor.tolist() for tensor in ended.value.printed] == [[[7.0]]]
    assert ended.value.message == (
        "<text>:1:46: error: mg.add: sizes 1x2 and 2x2 disagree (in the call on line 3)"
    )


def test_inner_sizes_of_a_product_may_disagree_too() -> None:
    program = mgc.parse(
        "def f(a: tensor[?x?], b: tensor[?x?]) = a @ b\nprint f([[1, 2]], [[1, 2]])\n"
    )
    with pytest.raises(SizeMismatchError, match=r"mg\.matmul: inner sizes of 1x2 and 1x2 disagree"):
        mgc.run(program)


def test_a_column_of_unknown_height_is_stretched_to_its_own_height_alone() -> None:
    text = "def f(a: tensor[?x1]) = a + [[1, 2], [3, 4]]\n"
    assert mgc.run(mgc.parse(f"{text}print f([[1], [2]])\n"))[0].tolist() == [[2, 3], [5, 6]]
    for column in ("[[1]]", "[[1], [2], [3]]"):
        with pytest.raises(SizeMismatchError, match=r"mg\.add: sizes [13]x2 and 2x2 disagree"):
            mgc.run(mgc.parse(f"{text}print f({column})\n"))


def test_an_unknown_size_is_not_stretched_even_where_it_is_1() -> None:
    program = mgc.parse(f"{JOIN}print join([[1, 2]], [[1, 2], [3, 4], [5, 6]])\n")
    with pytest.raises(SizeMismatchError, match="sizes 1x2 and 3x2 disagree"):
        mgc.run(program)


def test_the_abort_stands_at_the_operation_and_ends_the_statements() -> None:
    program = inline(
        mgc.parse(
            f"{JOIN}let a = [[1, 2]]\nlet b = join(a, [[1, 2], [3, 4]])\nlet c = a\nprint c\n"
        )
    )
    *_, abort, _, _ = program.operations
    assert isinstance(abort, AbortOp)
    assert isinstance(abort.location, FileLineColLoc)
    assert (abort.location.line.data, abort.location.column.data) == (1, 46)
    assert [let.name for let in program.lets] == ["a"]
    assert program.prints == []


def test_sizes_may_disagree_in_a_call_within_a_call() -> None:
    program = mgc.parse(
        f"{JOIN}def outer(a: tensor[?x2]) = join(a, [[1, 2], [3, 4]])\nprint outer([[1, 2]])\n"
    )
    with pytest.raises(SizeMismatchError) as ended:
        mgc.run(program)
    assert ended.value.message.startswith("<text>:1:46: error: mg.add")
    assert ended.value.message.endswith("(in the call on line 3)")


def test_an_unused_function_is_left_out() -> None:
    program = inline(mgc.parse(f"{JOIN}print [[1]]\n"))
    assert program.functions == []
    assert [tensor.tolist() for tensor in mgc.run(program)] == [[[1.0]]]


def test_the_program_itself_stays_as_it_was() -> None:
    program = mgc.parse(f"{JOIN}let x = join([[1, 2]], [[3, 4]])\nprint x\n")
    before = module_text(program.module)
    inline(program)
    assert module_text(program.module) == before
    program.module.verify()


def test_a_product_too_large_for_the_sizes_of_a_call_is_refused() -> None:
    column = "[" + ", ".join(["[1]"] * 20_000) + "]"
    program = mgc.parse(f"def f(a: tensor[?x1]) = a @ transpose(a)\nprint f({column})\n")
    with pytest.raises(ProgramError, match=r"400,000,000 elements.*call on line 2") as refused:
        inline(program)
    assert (refused.value.line, refused.value.column) == (1, 27)


def test_calls_that_multiply_beyond_measure_are_refused() -> None:
    lines = ["def f0(a: tensor[1x1]) = a + a"]
    lines += [f"def f{k}(a: tensor[1x1]) = f{k - 1}(f{k - 1}(a))" for k in range(1, 40)]
    program = mgc.parse("\n".join([*lines, "print f39([[1]])", ""]))
    with pytest.raises(ProgramError, match="2,000,000"):
        inline(program)


def test_a_deep_chain_of_functions_needs_no_recursion() -> None:
    lines = ["def f0(a: tensor[1x1]) = a + 1"]
    lines += [f"def f{k}(a: tensor[1x1]) = f{k - 1}(a)" for k in range(1, 3000)]
    program = mgc.parse("\n".join([*lines, "print f2999([[1]])", ""]))
    assert mgc.run(program)[0].item() == 2.0
