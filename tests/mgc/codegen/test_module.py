"""The module around the kernels: what is emitted once, what is laid out where."""

from __future__ import annotations

import mgc
from mgc.codegen.kernels import Kernels
from mgc.codegen.llvm import run_in_memory
from mgc.codegen.module import compile_program
from mgc.codegen.plan import KernelCall, plan
from mgc.codegen.target import Target, host_target
from mgc.passes.inline import inline
from mgc.program import Program

CHAIN = "let x = [[1.5, -2.0, 0.25]]\n" + "let x = relu(x * 1.25 - 0.125)\nprint x\n" * 50


def parsed(text: str) -> Program:
    return inline(mgc.parse(text))


def test_equal_operations_share_one_kernel() -> None:
    kernels = Kernels(host_target())
    plan(parsed(CHAIN), kernels)
    names = [kernel.name.split(".")[1] for kernel in kernels]
    assert names == ["scalar", "scalar", "relu"]


def test_scalars_that_differ_only_in_the_sign_of_zero_have_kernels_of_their_own() -> None:
    program = parsed("let x = [[1]]\nprint x * 0\nprint x * (-0.0)\n")
    assert [str(tensor) for tensor in mgc.run(program)] == ["[[0.]]", "[[-0.]]"]


def test_the_arena_does_not_grow_with_a_chain() -> None:
    def arena(length: int) -> int:
        text = "let x = [[1, 2, 3]]\n" + "let x = x + 1\n" * length + "print x\n"
        return plan(parsed(text), Kernels(host_target())).arena_size

    assert arena(100) == arena(10)


def test_a_value_that_is_used_later_keeps_its_place() -> None:
    program = parsed("let x = [[1]]\nlet y = x + 1\nlet z = y + y\nlet w = z + z\nprint y + w\n")
    calls = [c for c in plan(program, Kernels(host_target())).calls if isinstance(c, KernelCall)]
    y = calls[0].places[0]
    assert all(call.places[0] != y for call in calls[1:3])
    assert mgc.run(program)[0].item() == 10.0


def test_a_reshape_is_the_same_place_and_keeps_it_alive() -> None:
    program = parsed(
        "let x = [[1, 2]] + 1\nlet r = reshape(x, 2, 1)\nlet a = [[5, 5]] + 1\nprint r\nprint a\n"
    )
    assert [tensor.tolist() for tensor in mgc.run(program)] == [[[2.0], [3.0]], [[6.0, 6.0]]]


def test_a_table_of_calls_gives_the_bits_of_straight_line_code() -> None:
    program = parsed(CHAIN + "print x @ transpose(x) + [[1]]\n")
    target = host_target()
    results = []
    for limit in (10_000, 0):
        compiled = compile_program(program, target, linked=False, straight_line_calls=limit)
        assert ("@table" in compiled.text) == (limit == 0)
        results.append([a.tobytes() for a in run_in_memory(compiled, target, 2)])
    assert results[0] == results[1]


def test_a_machine_without_wide_vectors_computes_the_same_elementwise_bits() -> None:
    program = parsed(CHAIN)
    wide = host_target()
    narrow = Target(wide.triple, "x86-64", fma=False, vector_math=False)
    results = [
        [a.tobytes() for a in run_in_memory(compile_program(program, t, linked=False), t, 2)]
        for t in (wide, narrow)
    ]
    assert results[0] == results[1]


def test_line_information_names_the_line_of_each_call() -> None:
    program = parsed("let x = [[1]]\n\nprint x + x\n")
    text = compile_program(program, host_target(), linked=True, debug=True).text
    assert "!DILocation(line: 3, column: 9" in text
