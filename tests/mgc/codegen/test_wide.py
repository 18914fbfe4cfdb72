"""Products in two widths: the same bits, and the one that the processor has."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

import mgc
from mgc.codegen import generate, llvm_text
from mgc.codegen.llvm import LoadedProgram, object_code
from mgc.codegen.module import module_text
from mgc.codegen.target import Target, host_target
from mgc.native import build
from mgc.passes.inline import inline
from mgc.program import Program
from tests.strategies import literal

HAS_AVX512 = bool(llvm.get_host_cpu_features().get("avx512f"))

pytestmark = pytest.mark.skipif(
    not host_target().may_be_wide, reason="this kind of machine has one width alone"
)

# Rows, inner size and columns: with and without rests, and fewer rows than a block or a panel has.
SHAPES = [(128, 128, 128), (131, 129, 127), (129, 2048, 9), (3, 4099, 173), (1, 8192, 257)]


def program(rows: int, inner: int, columns: int) -> Program:
    """Products of the four forms, of matrices whose elements are no short fractions."""
    row, column, middle = (
        literal(np.random.default_rng(seed).normal(size=(1, size)).tolist())
        for seed, size in enumerate((rows, columns, inner))
    )
    return mgc.parse(
        f"let row = {row}\nlet column = {column}\nlet middle = {middle}\n"
        "let a = 1 / (transpose(row) + middle)\nlet b = 1 / (transpose(middle) - column)\n"
        "let at = 1 / (transpose(middle) + row)\nlet bt = 1 / (transpose(column) - middle)\n"
        "print a @ b\nprint transpose(at) @ b\nprint a @ transpose(bt)\n"
        "print transpose(at) @ transpose(bt)\n"
    )


def results(text: str, level: int) -> list[bytes]:
    """What a module's text computes."""
    printed: list[bytes] = []
    target = host_target()
    code = object_code(text, target, level)
    LoadedProgram(code, target).run(lambda _, data: printed.append(data))
    return printed


def without_calls(text: str, width: str) -> str:
    """The module without its calls of the products in one width."""
    changed, count = re.subn(rf"call void @matmul\S+\.{width}\(.*\)", "", text)
    assert count > 0
    return changed


def always(text: str, width: str) -> str:
    """The module with the answer to the question for wide vectors put in its place."""
    answer = {"wide": "true", "narrow": "false"}[width]
    changed, count = re.subn(r"ret i1 %wide", f"ret i1 {answer}", text)
    assert count == 1
    return changed


@pytest.mark.skipif(not HAS_AVX512, reason="this processor has no wide vectors")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_both_widths_give_the_same_bits_at_every_level(shape: tuple[int, int, int]) -> None:
    text = generate(program(*shape)).text
    expected = results(always(text, "narrow"), 2)
    assert len(expected) == 4
    for level in range(4):
        assert results(always(text, "wide"), level) == expected


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_large_products_agree_to_rounding(shape: tuple[int, int, int]) -> None:
    rows, inner, columns = shape
    row, column, middle = (
        np.random.default_rng(seed).normal(size=(1, size))
        for seed, size in enumerate((rows, columns, inner))
    )
    a, b = 1 / (row.T + middle), 1 / (middle.T - column)
    at, bt = 1 / (middle.T + row), 1 / (column.T - middle)
    expected = [a @ b, at.T @ b, a @ bt.T, at.T @ bt.T]
    scales = [np.abs(left) @ np.abs(right) for left, right in [(a, b), (at.T, b), (a, bt.T)]]
    scales.append(np.abs(at.T) @ np.abs(bt.T))
    for product, right, scale in zip(mgc.run(program(*shape)), expected, scales, strict=True):
        assert np.all(np.abs(product - right) <= 1e-13 * scale)


def test_the_processor_decides_which_width_runs() -> None:
    text = generate(program(128, 128, 128)).text
    expected = results(text, 2)
    unused = "narrow" if HAS_AVX512 else "wide"
    used = "wide" if HAS_AVX512 else "narrow"
    assert results(without_calls(text, unused), 2) == expected
    assert results(without_calls(text, used), 2) != expected


def test_a_small_product_is_emitted_once_and_asks_nothing() -> None:
    text = llvm_text(program(8, 8, 8))
    assert "@matmul" in text
    assert "wide" not in text


def test_code_for_every_machine_asks_nothing() -> None:
    target = Target(host_target().triple, "x86-64", fma=False, vector_math=False)
    text = module_text(inline(program(128, 128, 128)), target, fuse=True).text
    assert "@matmul" in text
    assert "wide" not in text


@pytest.mark.skipif(not all(map(shutil.which, ("cc", "valgrind"))), reason="no cc or no valgrind")
def test_an_executable_runs_under_a_tool_that_knows_no_wide_vectors(tmp_path: Path) -> None:
    executable = tmp_path / "program"
    build(generate(program(128, 128, 128)).text, executable)
    alone = subprocess.run([executable], capture_output=True, check=True)
    watched = subprocess.run(
        ["valgrind", "--tool=none", "-q", executable], capture_output=True, check=True
    )
    assert watched.stdout == alone.stdout
    assert alone.stdout.count(b"Unranked") == 4
