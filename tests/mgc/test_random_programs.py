"""Laws that hold for every program."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings

import mgc
from checker.reference import Reference
from mgc.mlir_reader import read_module
from mgc.mlir_text import module_text
from mgc.passes.inline import inline
from tests.strategies import ANY_NUMBERS, programs

SLOW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(programs(numbers=ANY_NUMBERS))
def test_every_level_of_optimisation_gives_the_same_bits(text: str) -> None:
    program = mgc.parse(text)
    plain = [tensor.tobytes() for tensor in mgc.run(program, optimisation=0)]
    for level in (2, 3):
        assert [tensor.tobytes() for tensor in mgc.run(program, optimisation=level)] == plain


@SLOW
@given(programs(smooth=True))
def test_the_compiled_program_agrees_with_an_independent_evaluation(text: str) -> None:
    program = mgc.parse(text)
    straight = inline(program)
    operations = list(straight.operations)
    results = mgc.run(program)
    expected = [Reference(operations, statement.value).value for statement in straight.prints]
    finite = [tensor[np.isfinite(tensor)] for tensor in expected]
    scale = max(np.abs(tensor).max(initial=1.0) for tensor in finite) if finite else 1.0
    for result, tensor in zip(results, expected, strict=True):
        assert result.shape == tensor.shape
        np.testing.assert_allclose(result, tensor, rtol=1e-11, atol=1e-11 * scale)


@SLOW
@given(programs(numbers=ANY_NUMBERS))
def test_the_text_of_a_module_reads_back_to_the_same_text(text: str) -> None:
    written = module_text(mgc.parse(text).module)
    assert module_text(read_module(written).module) == written


@SLOW
@given(programs(numbers=ANY_NUMBERS))
def test_modules_verify_before_and_after_inlining(text: str) -> None:
    program = mgc.parse(text)
    program.module.verify()
    inline(program).module.verify()
