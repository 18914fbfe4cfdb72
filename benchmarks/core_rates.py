"""What one core can do, measured: the rates that bound a compiled program.

All with vectors of four doubles, which is what compiled programs use, and from registers or the
second level of cache.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass

import llvmlite.binding as llvm

import mgc
from benchmarks.ours.compiled import CompiledProgram
from mgc.codegen.llvm import object_code
from mgc.codegen.target import host_target

_VECTOR = "<4 x double>"
# Enough running values to hide the latency of a multiply-add at two a cycle, and few enough for
# the sixteen registers.
_CHAINS = 12
_TURNS = 20_000
# Doubles: past the first level of cache, within the second.
_BUFFER = 1 << 16
_EXPONENTIALS = 4096


@dataclass(frozen=True)
class Probe:
    """A call that does so much of one kind of work, in elements or bytes, as fast as can be."""

    call: Callable[[], object]
    amount: int


def probes() -> dict[str, Probe]:
    """What measures the rates, by the fields of `benchmarks.work.Work`."""
    count = 4 * _CHAINS * _TURNS
    fma = f"call {_VECTOR} @llvm.fma.v4f64({_VECTOR} {{}}, {_VECTOR} %x, {_VECTOR} %x)"
    multiply_adds = Probe(_arithmetic(fma), count)
    numbers = [k / _EXPONENTIALS for k in range(_EXPONENTIALS)]
    reading = Probe(_reading(), 8 * _BUFFER)
    return {
        "multiply_adds": multiply_adds,
        # An addition takes the place of a multiply-add.
        "simple": multiply_adds,
        "divisions": Probe(_arithmetic(f"fdiv {_VECTOR} %x, {{}}"), count),
        "exponentials": Probe(
            CompiledProgram(mgc.parse(f"print exp([{numbers}])\n")), _EXPONENTIALS
        ),
        "necessary_bytes": reading,
        "moved_bytes": reading,
    }


def _arithmetic(instruction: str) -> Callable[[], object]:
    """A loop of one instruction on independent running values.

    The instruction must keep them ordinary numbers: infinities divide faster.
    """
    ones = "<" + ", ".join(["double 1.0"] * 4) + ">"
    phis = "".join(
        f"  %a{k} = phi {_VECTOR} [{ones}, %entry], [%b{k}, %next]\n" for k in range(_CHAINS)
    )
    steps = "".join(f"  %b{k} = {instruction.format(f'%a{k}')}\n" for k in range(_CHAINS))
    return _loop(phis, steps, _CHAINS, _TURNS)


def _reading() -> Callable[[], object]:
    """A loop that reads the buffer, summed so that the reads are needed."""
    phis = "".join(
        f"  %a{k} = phi {_VECTOR} [zeroinitializer, %entry], [%b{k}, %next]\n" for k in range(8)
    )
    steps = "".join(
        f"  %i{k} = add i64 %first, {4 * k}\n"
        f"  %p{k} = getelementptr double, ptr %buffer, i64 %i{k}\n"
        f"  %l{k} = load {_VECTOR}, ptr %p{k}, align 8\n"
        f"  %b{k} = fadd {_VECTOR} %a{k}, %l{k}\n"
        for k in range(8)
    )
    return _loop(phis, "  %first = mul i64 %turn, 32\n" + steps, 8, _BUFFER // 32)


def _loop(phis: str, steps: str, chains: int, turns: int) -> Callable[[], object]:
    # The first vector, which is %x, stays as it is.
    stores = "".join(
        f"  %o{k} = getelementptr {_VECTOR}, ptr %buffer, i64 {k + 1}\n"
        f"  store {_VECTOR} %b{k}, ptr %o{k}, align 8\n"
        for k in range(chains)
    )
    text = (
        f"declare {_VECTOR} @llvm.fma.v4f64({_VECTOR}, {_VECTOR}, {_VECTOR})\n"
        "define void @loop(ptr %buffer) {\nentry:\n"
        f"  %x = load {_VECTOR}, ptr %buffer, align 8\n  br label %next\nnext:\n"
        f"  %turn = phi i64 [0, %entry], [%following, %next]\n{phis}{steps}"
        f"  %following = add i64 %turn, 1\n  %done = icmp eq i64 %following, {turns}\n"
        f"  br i1 %done, label %end, label %next\nend:\n{stores}  ret void\n}}\n"
    )
    target = host_target()
    compiler = llvm.create_lljit_compiler(target.machine(2), use_jit_link=True)
    library = llvm.JITLibraryBuilder().add_object_img(object_code(text, target, 2))
    code = library.export_symbol("loop").link(compiler, "loop")
    entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code["loop"])
    buffer = (ctypes.c_double * _BUFFER)(*[0.7] * _BUFFER)

    def call() -> None:
        # `compiler` and `code` own what `entry` points to.
        _ = compiler, code
        entry(ctypes.addressof(buffer))

    return call
