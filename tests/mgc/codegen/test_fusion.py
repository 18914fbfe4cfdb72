"""Which operations become one kernel, and that it computes what they compute apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import mgc
from mgc.codegen.matmul import MatmulKernel
from mgc.codegen.rows import RowKernel
from mgc.codegen.schedule import Call, schedule
from mgc.passes.pipeline import run_passes
from tests.strategies import ANY_NUMBERS, literal, programs

SLOW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


def calls(text: str) -> list[Call]:
    scheduled = schedule(run_passes(mgc.parse(text)), fuse=True)
    return [call for call in scheduled.calls if isinstance(call, Call)]


def kernel(text: str) -> RowKernel:
    """The one kernel of a program."""
    (call,) = calls(text)
    assert isinstance(call.kernel, RowKernel)
    return call.kernel


def zeros(rows: int, columns: int) -> str:
    return literal([[0.5] * columns] * rows)


SOFTMAX = "let e = exp(m - row_max(m))\nprint e / row_sum(e)\n"


def test_a_chain_over_broadcasts_is_one_kernel_over_one_row() -> None:
    fused = kernel(f"let m = {zeros(3, 20)}\nprint relu(-m * 2 + [[1]]) / m\n")
    assert (fused.rows, fused.columns) == (1, 60)
    assert fused.inputs == ("full", "scalar", "scalar")


def test_softmax_is_one_kernel() -> None:
    fused = kernel(f"let m = {zeros(3, 20)}\n{SOFTMAX}")
    assert [node.opcode for node in fused.nodes] == ["max", "sub", "exp", "sum", "div"]
    assert len(fused.outputs) == 1


def test_layer_normalisation_is_one_kernel() -> None:
    fused = kernel(
        f"let h = {zeros(5, 8)}\nlet c = h - row_mean(h)\n"
        "print c / sqrt(row_mean(c * c) + 1e-5) * [[1, 2, 3, 4, 5, 6, 7, 8]]\n"
    )
    assert "row" in fused.inputs


def test_sums_down_the_columns_end_a_kernel() -> None:
    text = f"let m = {zeros(5, 8)}\nlet s = col_sum(exp(m))\nprint m - s\n"
    assert len(calls(text)) == 2


def test_a_second_operation_on_a_product_joins_the_first() -> None:
    text = f"let p = {zeros(3, 4)} @ {zeros(4, 5)}\nprint exp(p)\nprint p * {zeros(3, 5)}\n"
    assert len(calls(text)) == 2


def test_products_take_transposed_operands_as_they_are_stored() -> None:
    text = f"let a = {zeros(4, 3)}\nlet b = {zeros(5, 4)}\nprint transpose(a) @ transpose(b)\n"
    assert [call.kernel for call in calls(text)] == [MatmulKernel(3, 4, 5, True, True)]


@pytest.mark.parametrize("rows", [1, 2, 5, 70])
@pytest.mark.parametrize("inner", [1, 3, 9, 65])
def test_transposed_products_have_the_bits_of_plain_ones(rows: int, inner: int) -> None:
    rng = np.random.default_rng(rows * inner)
    a = rng.normal(size=(rows, inner))
    factors = [rng.normal(size=(inner, columns)) for columns in (1, 3, 4, 13, 30)]
    lines = [f"let a = {literal(a.tolist())}", f"let at = {literal(a.T.tolist())}"]
    for b in factors:
        lines += [
            f"let b = {literal(b.tolist())}",
            f"let bt = {literal(b.T.tolist())}",
            "print a @ b",
            "print transpose(at) @ b",
            "print a @ transpose(bt)",
            "print transpose(at) @ transpose(bt)",
        ]
    program = mgc.parse("\n".join([*lines, ""]))
    printed, unfused = mgc.run(program), mgc.run(program, optimisation=0)
    assert len(printed) == 4 * len(factors)
    for k, (product, plain) in enumerate(zip(printed, unfused, strict=True)):
        np.testing.assert_allclose(product, a @ factors[k // 4], atol=1e-14 * inner)
        assert product.tobytes() == plain.tobytes() == printed[k - k % 4].tobytes()


@pytest.mark.parametrize("columns", [2, 3, 16, 17, 19, 35])
@pytest.mark.parametrize("rows", [1, 2, 5])
def test_fused_kernels_have_the_bits_of_single_operations(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows + columns)
    program = mgc.parse(
        f"let m = {literal((rng.normal(size=(rows, columns)) * 9).tolist())}\n"
        f"let r = {literal(rng.normal(size=(1, columns)).tolist())}\n"
        f"let c = {literal(rng.normal(size=(rows, 1)).tolist())}\n"
        f"{SOFTMAX}"
        "let n = m * r - c\nlet s = row_sum(n * m) / 3\nlet t = -(n / (s * s + 1))\n"
        "let k = ge(t, row_max(t))\n"
        "print col_sum(t * k)\nprint col_max(n + t)\nprint row_sum(k)\n"
        "print row_max(-t) + log(c * c)\n"
        "print (n - row_mean(n)) @ transpose(t)\n"
    )
    plain = [tensor.tobytes() for tensor in mgc.run(program, optimisation=0)]
    for level in (1, 2, 3):
        assert [tensor.tobytes() for tensor in mgc.run(program, level)] == plain


@SLOW
@given(programs(numbers=ANY_NUMBERS, statements=14))
def test_programs_that_print_only_their_end_have_the_same_bits_at_every_level(text: str) -> None:
    lines = text.splitlines()
    prints = [line for line in lines if line.startswith("print")]
    kept = [line for line in lines if line not in prints[:-2]]
    program = mgc.parse("\n".join([*kept, ""]))
    plain = [tensor.tobytes() for tensor in mgc.run(program, optimisation=0)]
    for level in (2, 3):
        assert [tensor.tobytes() for tensor in mgc.run(program, optimisation=level)] == plain
