"""Machine code that runs once is optimised only where that pays."""

from __future__ import annotations

import pytest

import mgc
from mgc.codegen import compile_object, generate, run_object
from mgc.codegen.effort import code_generation_level
from mgc.codegen.module import ModuleText

SHORT = "let a = [[1, 2], [3, 4]]\nprint a @ a\n"


def module(work: int, lines: int) -> ModuleText:
    return ModuleText("", 0, 0, 1, 1, work, lines)


@pytest.mark.parametrize("level", [1, 2])
def test_a_brief_program_is_not_optimised_by_llvm(level: int) -> None:
    assert code_generation_level(module(work=1_000, lines=100), level) == 0


@pytest.mark.parametrize("level", [1, 2])
def test_a_long_running_program_is_optimised(level: int) -> None:
    assert code_generation_level(module(work=10**9, lines=100), level) == level


@pytest.mark.parametrize("level", [0, 3])
def test_the_lowest_and_the_highest_level_are_taken_at_their_word(level: int) -> None:
    assert code_generation_level(module(work=1_000, lines=100), level) == level


def test_only_code_that_runs_once_is_spared() -> None:
    program = mgc.parse(SHORT)
    assert compile_object(program, 2) == compile_object(program, 3)
    assert compile_object(program, 2, once=True) != compile_object(program, 2)
    assert compile_object(program, 3, once=True) == compile_object(program, 3)


def test_without_unrolling_there_is_less_code_with_the_same_bits() -> None:
    rows = ", ".join(f"[{', '.join(str(r * k % 7 - 2.3) for k in range(19))}]" for r in range(9))
    program = mgc.parse(f"let a = [{rows}]\nprint a @ transpose(a)\nprint transpose(a) @ a\n")
    assert 2 * generate(program, unroll=False).lines < generate(program).lines
    printed = []
    for once in (False, True):
        run_object(compile_object(program, once=once), lambda _, data: printed.append(data))
    assert printed[:2] == printed[2:]


def test_work_is_counted_for_every_call_and_lines_once_for_every_kernel() -> None:
    once = generate(mgc.parse("let a = [[1, 2], [3, 4]]\nprint a @ a\n"))
    twice = generate(mgc.parse("let a = [[1, 2], [3, 4]]\nlet b = a @ a\nprint a @ b\n"))
    assert (once.work, twice.work) == (8, 16)
    assert once.lines == twice.lines > 0
