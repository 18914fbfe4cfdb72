"""The machine that code is generated for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import llvmlite.binding as llvm

# AVX2, FMA and no AVX-512, which valgrind does not know, outside what `mgc.codegen.wide` chooses.
_FOUR_LANES = "x86-64-v3"
_BASELINE = "x86-64"
_VECTOR_MATH = "libmvec.so.1"


class Target(NamedTuple):
    """What the generated code may use.

    `fma`: a product and a sum with one rounding in one instruction; `vector_math`: glibc's
    exponential and logarithm of four doubles at once.
    """

    triple: str
    cpu: str
    fma: bool
    vector_math: bool

    @property
    def may_be_wide(self) -> bool:
        """Whether a processor of this kind may have vectors of eight doubles too."""
        return self.cpu == _FOUR_LANES

    def machine(self, optimisation: int) -> llvm.TargetMachine:
        """LLVM's description of the machine, for code generation at a level of 0 to 3."""
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, opt=optimisation, reloc="pic", codemodel="default"
        )

    def symbol_addresses(self) -> dict[str, int]:
        """Where this process has the library functions that kernels call."""
        names = ["exp", "log"]
        if self.vector_math:
            names += ["_ZGVdN4v_exp", "_ZGVdN4v_log"]
        return {name: llvm.address_of_symbol(name) for name in names}


@cache
def host_target() -> Target:
    """This machine, without what would make results or counts depend on newer processors."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    triple = llvm.get_process_triple()
    if not triple.startswith("x86_64"):
        return Target(triple, "generic", fma=False, vector_math=False)
    features = llvm.get_host_cpu_features()
    if not all(features.get(name) for name in ("avx2", "fma", "bmi2", "f16c", "lzcnt", "movbe")):
        return Target(triple, _BASELINE, fma=False, vector_math=False)
    return Target(triple, _FOUR_LANES, fma=True, vector_math=_has_vector_math())


def _has_vector_math() -> bool:
    try:
        llvm.load_library_permanently(_VECTOR_MATH)
    except RuntimeError:
        return False
    return bool(llvm.address_of_symbol("_ZGVdN4v_exp"))
