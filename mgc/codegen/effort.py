"""How hard LLVM is asked to try for a program that runs once.

Kernels are written in vectors, blocks and registers already, so what LLVM's code generator makes of
them without optimising is only somewhat slower, and it is there three times as soon. Most programs
run for less time than optimising would take.
"""

from __future__ import annotations

from mgc.codegen.module import ModuleText

# Nanoseconds saved for each line of the kernels, as measured with the transformer block's gradient,
# and lost for each scalar operation, as with products of 256x256 matrices. Those lose most: a
# softmax loses half as much, the small products of the transformer block a tenth.
_SAVED = 12_000
_LOST = 0.35

# At level 3 no time is spared.
_SPARING = (1, 2)


def code_generation_level(module: ModuleText, optimisation: int) -> int:
    """LLVM's level, 0 to 3, for code that runs once, where `optimisation` was asked for."""
    is_brief = _LOST * module.work < _SAVED * module.lines
    return 0 if is_brief and optimisation in _SPARING else optimisation
