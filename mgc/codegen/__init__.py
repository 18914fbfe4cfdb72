"""Code generation: from a straight-line `mg` module to LLVM IR, and from there to results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mgc.codegen.llvm import object_code, optimised_module, run_in_memory
from mgc.codegen.module import compile_program
from mgc.codegen.target import host_target
from mgc.errors import SizeMismatchError
from mgc.program import Program

if TYPE_CHECKING:
    import numpy as np

__all__ = ["execute", "llvm_text", "program_object"]


def execute(program: Program, optimisation: int = 2) -> list[np.ndarray]:
    """Compile an inlined program in memory and run it.

    Raises:
        SizeMismatchError: the program ends where the sizes of a call disagree.
        OutOfMemoryError: there is no room for its values.
    """
    target = host_target()
    compiled = compile_program(program, target, linked=False)
    printed = run_in_memory(compiled, target, optimisation)
    if compiled.abort is not None:
        raise SizeMismatchError(compiled.abort, printed)
    return printed


def program_object(program: Program, optimisation: int = 2, *, debug: bool = False) -> bytes:
    """An inlined program as an object file, to be linked with the runtime."""
    target = host_target()
    compiled = compile_program(program, target, linked=True, debug=debug)
    return object_code(compiled, target, optimisation)


def llvm_text(program: Program, optimisation: int = 2) -> str:
    """The LLVM IR of an inlined program, as an executable is made from it."""
    target = host_target()
    compiled = compile_program(program, target, linked=True)
    return str(optimised_module(compiled.text, target, optimisation, linked=True)[0])
