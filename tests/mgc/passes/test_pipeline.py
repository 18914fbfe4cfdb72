"""Passes by name, and what they may change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from xdsl.dialects.builtin import FileLineColLoc

import mgc
from mgc.codegen.llvm import LoadedProgram, object_code
from mgc.codegen.module import module_text as llvm_module
from mgc.codegen.target import host_target
from mgc.dialect import ScalarOp
from mgc.errors import UnknownPassError
from mgc.mlir_text import module_text
from mgc.passes.inline import inline
from mgc.passes.pipeline import OPTIMISING, PASSES, ROUNDING, SIMPLIFYING, run_passes
from mgc.program import Program
from tests.strategies import ANY_NUMBERS, programs

# Places where the passes that may round differently apply, or nearly do: c and d are normalisers.
MATRICES = """\
let z = [[1.5, -2.0, 0.25], [0.75, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.25, -0.5, 4.0]]
let column = [[2.0], [-3.0]]
let ones = [[1, 1, 1], [1, 1, 1]]
let zeros = [[0, -0.0, 0]]
let c = row_sum(exp(z - row_max(z)))
let d = row_sum(exp(y - row_max(y)))
let p = exp(z - row_max(z)) / c
let over_c = y / c
print over_c
"""
ROUNDED = (
    "row_sum(z / c)",
    "row_max(z / c)",
    "col_sum(z / c)",
    "row_sum(ones * (column / c))",
    "z / c + y / c",
    "z / c - column / c",
    "z / c + y / d",
    "(z / c) * y",
    "(column / c) * y",
    "(z / d) * y",
    "(z * 0.5) @ transpose(y)",
    "transpose(z * 0.5) @ (z * 0.5)",
    "(column * 0.5) @ transpose(column * 0.5)",
    "transpose(column * 0.5) @ (column * 0.5)",
    "z * 3.0 * 5.0 + 1.0 + 2.0",
    "p * y - z * p",
    "p * y + column * p + ge(z, row_max(z)) * (column / row_sum(ge(z, row_max(z))))",
    "z + row_mean(z) + (y + row_mean(y))",
    "row_sum(-z) - col_sum(-y) @ transpose(z)",
    "(z + zeros) @ transpose(zeros + y) - row_sum(z - zeros)",
)

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


@pytest.mark.parametrize("expression", ROUNDED)
def test_the_passes_that_round_differently_change_no_more_than_rounding(expression: str) -> None:
    program = mgc.parse(f"{MATRICES}print {expression}\n")
    rounded = run_passes(program, ("common-computations", *OPTIMISING, *ROUNDING, *OPTIMISING))
    rounded.module.verify()
    for expected, actual in zip(mgc.run(program), mgc.run(rounded), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-14, atol=1e-14)


@SLOW
@given(programs(smooth=True))
def test_random_programs_compute_the_same_to_rounding_after_every_pass(text: str) -> None:
    program = mgc.parse(text)
    # What is infinite in one order of a product may be nan in another.
    rounded = run_passes(program, [name for name in PASSES if name != "reassociated-products"])
    rounded.module.verify()
    plain = mgc.run(program)
    scale = max((np.abs(one[np.isfinite(one)]).max(initial=1.0) for one in plain), default=1.0)
    for expected, actual in zip(plain, mgc.run(rounded), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-11 * scale)


@pytest.mark.parametrize(
    "text",
    [
        "let d = x - row_mean(x)\nprint d + row_sum(d) / 0",
        "let d = x - row_mean(x)\nprint d + row_sum(d) * 1e999",
        "let d = x - row_mean(x)\nprint d + row_sum(d) + (d + row_sum(d) * (1e999 - 1e999))",
        "let t = (x - row_mean(x)) + (x * r - r * x)\n"
        "print t + row_sum(-t) / 3 + (x + row_sum(-x) / 3)",
        "let m = row_max(x)\nlet e = exp(x - m)\nlet n = row_sum(ge(x, m))\n"
        "let a = row_sum(e) / (n - 1)\n"
        "print ge(x, m) * a + ge(x, m) * (-a) + e / row_sum(e) + e / n",
        "let m = row_max(x)\nlet e = exp(x - m)\nlet n = row_sum(ge(x, m))\n"
        "let c = row_sum(r)\nlet p = e / row_sum(e)\n"
        "print c * p + ge(x, m) * (c / n) + ge(x, m) * (-row_sum(c * p) / n)",
        "let b = [[1e160]]\nlet d = x * 1e150 - row_mean(x * 1e150)\n"
        "print b * d + row_sum(-(b * d)) / 3 + (b * x + row_sum(-(b * x)) / 3)",
        "print x * 1e200 * 1e200 * 1e-200 * 1e-200 - row_mean(x)",
    ],
)
def test_what_is_not_finite_stays_so_when_simplified(text: str) -> None:
    lets = "let x = [[1, 2, 6]]\nlet r = sqrt([[1, 4, -1]])\n"
    program = mgc.parse(f"{lets}{text}\n")
    (expected,), (actual,) = mgc.run(program), mgc.run(run_passes(program, SIMPLIFYING))
    assert not np.isfinite(expected).all()
    assert not (~np.isfinite(expected) & np.isfinite(actual)).any()


@pytest.mark.parametrize("divisor", ["3.0", "5e-324"])
def test_a_division_whose_factor_would_be_inexact_or_infinite_stays(divisor: str) -> None:
    program = run_passes(mgc.parse(f"print [[0, 1, -1]] / {divisor}\n"))
    (scalar,) = (op for op in program.operations if isinstance(op, ScalarOp))
    assert scalar.op.data == "div"


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
    assert isinstance(scalar.location, FileLineColLoc)
    assert scalar.location.line.data == 2


def test_an_unknown_pass_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPassError, match=r"no pass 'fast'.*simplify") as refused:
        run_passes(mgc.parse("print [[1]]\n"), ["fast"])
    assert refused.value.exit_status == 2
