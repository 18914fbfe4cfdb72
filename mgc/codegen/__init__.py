"""Code generation: from an `mg` module to LLVM IR, and from there to results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mgc.codegen.llvm import LoadedProgram, object_code, optimised_module
from mgc.codegen.module import ModuleText, module_text
from mgc.codegen.target import host_target
from mgc.errors import SizeMismatchError
from mgc.passes.inline import inline
from mgc.passes.pipeline import run_passes
from mgc.program import Program

if TYPE_CHECKING:
    import numpy as np

__all__ = ["compile_object", "execute", "generate", "llvm_text"]


def generate(
    program: Program, optimisation: int = 2, *, debug: bool = False, consume: bool = False
) -> ModuleText:
    """The LLVM module of a program, before LLVM's own passes.

    Level 0 calls one kernel for each operation; from level 1 on our passes run and operations are
    fused. With `consume` the program is not used again, which saves a copy.
    """
    optimises = optimisation > 0
    chosen = run_passes(program, consume=consume) if optimises else inline(program)
    return module_text(chosen, host_target(), fuse=optimises, debug=debug)


def compile_object(
    program: Program, optimisation: int = 2, *, debug: bool = False, consume: bool = False
) -> bytes:
    """A program as an object file; the arguments are those of `generate`."""
    text = generate(program, optimisation, debug=debug, consume=consume).text
    return object_code(text, host_target(), optimisation)


def execute(program: Program, optimisation: int = 2) -> list[np.ndarray]:
    """Compile a program in memory and run it.

    Raises:
        SizeMismatchError: the program ends where the sizes of a call disagree.
        OutOfMemoryError: there is no room for its values.
    """
    import numpy as np

    printed: list[np.ndarray] = []

    def receive(shape: tuple[int, ...], data: bytes) -> None:
        printed.append(np.frombuffer(data).reshape(shape).copy())

    loaded = LoadedProgram(compile_object(program, optimisation), host_target())
    loaded.run(receive)
    if loaded.abort is not None:
        raise SizeMismatchError(loaded.abort, printed)
    return printed


def llvm_text(program: Program, optimisation: int = 2) -> str:
    """The LLVM IR of a program."""
    text = generate(program, optimisation).text
    return str(optimised_module(text, host_target(), optimisation)[0])
