"""Passes by name, and what they may change."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

import mgc
from mgc.codegen.llvm import LoadedProgram, object_code
from mgc.codegen.module import module_text as llvm_module
from mgc.codegen.target import host_target
from mgc.errors import UnknownPassError
from mgc.mlir_text import module_text
from mgc.passes.inline import inline
from mgc.passes.pipeline import OPTIMISING, PASSES, run_passes
from mgc.program import Program
from tests.strategies import ANY_NUMBERS, programs

SLOW = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


def bits(program: Program) -> list[bytes]:
    """What a straight-line program prints without fusion."""
    text = llvm_module(program, host_target(), fuse=False).text
    printed: list[bytes] = []
    code = object_code(text, host_target(), 0)
    LoadedProgram(code, host_target()).run(lambda _, data: printed.append(data))
    return printed


@SLOW
@given(programs(numbers=ANY_NUMBERS))
def test_the_passes_of_the_levels_change_no_bit(text: str) -> None:
    program = mgc.parse(text)
    optimised = run_passes(program, OPTIMISING)
    optimised.module.verify()
    assert bits(optimised) == bits(inline(program))


def test_the_given_program_is_left_as_it_is() -> None:
    program = mgc.parse("let a = [[1, 2]]\nlet b = a * 1\nprint b + b * 1\n")
    before = module_text(program.module)
    run_passes(program, PASSES)
    assert module_text(program.module) == before


def test_lets_follow_their_values_and_prints_keep_their_order() -> None:
    program = mgc.parse("let a = [[1]]\nlet b = a * 1\nlet unused = exp(a)\nprint b\nprint a + a\n")
    optimised = run_passes(program)
    names = {let.name: let.value for let in optimised.lets}
    assert set(names) == {"a", "b"}
    assert names["a"] is names["b"]
    assert [statement.line for statement in optimised.prints] == [4, 5]
    assert optimised.prints[0].value is names["a"]


def test_operations_keep_the_place_they_come_from() -> None:
    program = run_passes(mgc.parse("let a = [[1, 2]]\nlet b = a / 4\nprint b\n"))
    scalar = next(op for op in program.operations if op.name == "mg.scalar")
    assert scalar.location.line.data == 2  # type: ignore[attr-defined]


def test_an_unknown_pass_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPassError, match=r"no pass 'fast'.*simplify") as refused:
        run_passes(mgc.parse("print [[1]]\n"), ["fast"])
    assert refused.value.exit_status == 2
