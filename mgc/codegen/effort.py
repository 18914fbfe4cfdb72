"""How much is made of a program that runs once, and how hard LLVM is asked to try.

Kernels are written in vectors, blocks and registers already, so what LLVM's code generator makes of
them without optimising is only somewhat slower, and it is there three times as soon; twice as soon
again where no loop is written out. Most programs run for less time than optimising would take.
"""

from __future__ import annotations

from mgc.codegen.module import ModuleText

# Nanoseconds saved for each line of the kernels, as measured with the transformer block's gradient,
# and lost for each scalar operation, as with products of 256x256 matrices. Those lose most: a
# softmax loses half as much, products of 64x64 matrices as well.
_SAVED = 25_000
_LOST = 0.4

# At level 3 no time is spared.
_SPARING = (1, 2)


def is_spared(optimisation: int) -> bool:
    """Whether code that runs once is to be had soon, where this level was asked for."""
    return optimisation in _SPARING


def code_generation_level(module: ModuleText, optimisation: int) -> int:
    """LLVM's level, 0 to 3, for code that runs once, where `optimisation` was asked for."""
    is_brief = _LOST * module.work < _SAVED * module.lines
    return 0 if is_brief and is_spared(optimisation) else optimisation
