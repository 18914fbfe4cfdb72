"""The module around the kernels: what is emitted once, what is laid out where."""

from __future__ import annotations

import numpy as np
import pytest

import mgc
from mgc.codegen.kernels import Kernels
from mgc.codegen.llvm import LoadedProgram, object_code
from mgc.codegen.module import module_text
from mgc.codegen.plan import PlacedCall, Plan, plan
from mgc.codegen.schedule import schedule
from mgc.codegen.target import Target, host_target
from mgc.errors import OutOfMemoryError
from mgc.passes.inline import inline
from mgc.program import Program

CHAIN = "let x = [[1.5, -2.0, 0.25]]\n" + "let x = relu(x * 1.25 - 0.125)\nprint x\n" * 50


def parsed(text: str) -> Program:
    return inline(mgc.parse(text))


def planned(text: str, *, fuse: bool = False) -> tuple[Plan, Kernels]:
    kernels = Kernels(host_target())
    return plan(schedule(parsed(text), fuse=fuse), kernels), kernels


def results(program: Program, target: Target, straight_line_calls: int) -> list[bytes]:
    text = module_text(program, target, fuse=True, straight_line_calls=straight_line_calls).text
    assert ("@mg_table" in text) == (straight_line_calls == 0)
    printed: list[bytes] = []
    LoadedProgram(object_code(text, target, 2), target).run(lambda _, data: printed.append(data))
    return printed


def test_equal_operations_share_one_kernel() -> None:
    _, kernels = planned(CHAIN)
    assert [function.name.split(".")[0] for function in kernels] == ["mul", "sub", "relu"]


def test_operations_that_differ_in_a_scalar_share_one_kernel() -> None:
    program = "let x = [[1]]\nprint x * 0\nprint x * (-0.0)\n"
    assert len(list(planned(program)[1])) == 1
    assert [str(tensor) for tensor in mgc.run(mgc.parse(program))] == ["[[0.]]", "[[-0.]]"]


def test_the_arena_does_not_grow_with_a_chain() -> None:
    def arena(length: int) -> int:
        text = "let x = [[1, 2, 3]]\n" + "let x = x + 1\n" * length + "print x\n"
        return planned(text)[0].arena_size

    assert arena(100) == arena(10)


def test_equal_constants_are_stored_once() -> None:
    def constants(text: str) -> int:
        return len(planned(text)[0].constants)

    once = constants("let x = [[1, 2, 3]]\nprint x + x\n")
    assert constants("let x = [[1, 2, 3]]\nlet y = [[1, 2, 3]]\nprint x + y\n") == once


def test_values_that_are_needed_at_once_never_share_memory() -> None:
    rng = np.random.default_rng(1)
    lines = ["let v0 = [[1, 2, 3, 4, 5]]", "let w0 = [[1, 2]]"]
    for k in range(1, 200):
        a, b = rng.integers(max(0, k - 20), k, 2)
        lines.append(f"let v{k} = v{a} + v{b}")
        lines.append(f"let w{k} = w{b} * {k}")
    text = "\n".join([*lines, "print v199", "print w199", ""])
    calls = [call for call in planned(text)[0].calls if isinstance(call, PlacedCall)]
    holder: dict[int, object] = {}
    for call in calls:
        for place, operand in zip(call.places[1:], call.operation.operands, strict=False):
            if not place.constant:
                assert holder[place.offset] is operand
        holder[call.places[0].offset] = call.operation.results[0]


def test_a_reshape_is_the_same_place_and_keeps_it_alive() -> None:
    program = parsed(
        "let x = [[1, 2]] + 1\nlet r = reshape(x, 2, 1)\nlet a = [[5, 5]] + 1\nprint r\nprint a\n"
    )
    assert [tensor.tolist() for tensor in mgc.run(program)] == [[[2.0], [3.0]], [[6.0, 6.0]]]


def test_a_table_of_calls_gives_the_bits_of_straight_line_code() -> None:
    program = parsed(
        CHAIN + "print x @ transpose(x) + [[1]]\nprint exp(row_sum(x) - x) @ [[1],[2],[3]]\n"
    )
    target = host_target()
    assert results(program, target, 0) == results(program, target, 10_000)


def test_a_machine_without_avx2_computes_the_same_elementwise_bits() -> None:
    program = parsed(CHAIN)
    host = host_target()
    baseline = Target(host.triple, "x86-64", fma=False, vector_math=False)
    assert results(program, host, 10_000) == results(program, baseline, 10_000)


def test_a_machine_without_the_vector_library_and_fma_computes_the_same_to_rounding() -> None:
    program = parsed(
        "let x = [[0.5, -1.5, 3, 0.25, 7]]\nprint exp(x) + log(x * x)\nprint x @ transpose(x)\n"
    )
    host = host_target()
    baseline = Target(host.triple, "x86-64", fma=False, vector_math=False)
    expected, actual = (
        [np.frombuffer(data) for data in results(program, target, 10_000)]
        for target in (host, baseline)
    )
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_line_information_names_the_line_of_each_call() -> None:
    program = parsed("let x = [[1]]\n\nprint x + x\n")
    text = module_text(program, host_target(), fuse=False, debug=True).text
    assert "!DILocation(line: 3, column: 9" in text


@pytest.mark.parametrize("length", [200, 2000])
def test_a_long_program_has_no_more_kernels_and_memory_than_a_short_one(length: int) -> None:
    text = "let x = [[1, 2]]\n" + "let y = x + 1\nlet x = x * y\n" * length + "print x\n"
    placed, kernels = planned(text, fuse=True)
    assert len(list(kernels)) < 10
    assert placed.arena_size < 1000


def test_memory_that_cannot_be_had_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr("mmap.mmap", refuse)
    with pytest.raises(OutOfMemoryError, match="not enough memory for 64 bytes"):
        mgc.run(mgc.parse("let x = [[1]]\nprint exp(x)\n"))


def test_an_exception_in_the_receiver_comes_out_after_the_program() -> None:
    text = module_text(parsed("print [[1]]\nprint [[2]]\n"), host_target(), fuse=True).text
    received: list[bytes] = []

    def receive(_: tuple[int, ...], data: bytes) -> None:
        received.append(data)
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        LoadedProgram(object_code(text, host_target(), 2), host_target()).run(receive)
    assert len(received) == 1
