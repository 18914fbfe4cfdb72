"""Code generation: from an `mg` module to LLVM IR, and from there to results.

What only runs object code loads neither xDSL nor NumPy, so the compiler's parts are imported where
they are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mgc.errors import SizeMismatchError

if TYPE_CHECKING:
    import numpy as np

    from mgc.codegen.module import ModuleText
    from mgc.program import Program

__all__ = ["compile_object", "execute", "generate", "llvm_text", "machine_name", "run_object"]


def generate(
    program: Program,
    optimisation: int = 2,
    *,
    debug: bool = False,
    unroll: bool = True,
    consume: bool = False,
) -> ModuleText:
    """The LLVM module of a program.

    Level 0 calls one kernel for each operation; from level 1 on our passes run and operations are
    fused. Without `unroll` there is less code to compile. With `consume` the program is not used
    again, which saves a copy.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    from mgc.codegen.module import module_text
    from mgc.codegen.target import host_target
    from mgc.passes.inline import inline
    from mgc.passes.pipeline import run_passes

    optimises = optimisation > 0
    chosen = run_passes(program, consume=consume) if optimises else inline(program)
    return module_text(chosen, host_target(), fuse=optimises, debug=debug, unroll=unroll)


def compile_object(
    program: Program, optimisation: int = 2, *, once: bool = False, consume: bool = False
) -> bytes:
    """A program as an object file.

    Args:
        program: any program; it is inlined first.
        optimisation: 0 to 3; the results do not depend on it.
        once: the code is made to be run once, so at levels 1 and 2 there is as little of it as can
            be, and LLVM optimises it only where that takes less time than it saves.
        consume: the program is not used again, which saves a copy.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    from mgc.codegen.effort import code_generation_level, is_spared
    from mgc.codegen.llvm import object_code
    from mgc.codegen.target import host_target

    unroll = not (once and is_spared(optimisation))
    module = generate(program, optimisation, unroll=unroll, consume=consume)
    level = code_generation_level(module, optimisation) if once else optimisation
    return object_code(module.text, host_target(), level)


def run_object(code: bytes, receive: Callable[[tuple[int, ...], bytes], None]) -> str | None:
    """Run an object file of `compile_object` in this process.

    Args:
        code: the object file, made for this machine.
        receive: called for every print with the shape and the float64 elements.

    Returns:
        The message with which the program ended early, if it did.

    Raises:
        OutOfMemoryError: there is no room for the program's values.
    """
    from mgc.codegen.llvm import LoadedProgram
    from mgc.codegen.target import host_target

    loaded = LoadedProgram(code, host_target())
    loaded.run(receive)
    return loaded.abort


def execute(program: Program, optimisation: int = 2) -> list[np.ndarray]:
    """Compile a program in memory and run it: a float64 array for each print, in its shape.

    Raises:
        ProgramError: the program cannot be inlined.
        SizeMismatchError: the program ends where the sizes of a call disagree.
        OutOfMemoryError: there is no room for its values.
    """
    import numpy as np

    printed: list[np.ndarray] = []

    def receive(shape: tuple[int, ...], data: bytes) -> None:
        printed.append(np.frombuffer(data).reshape(shape).copy())

    abort = run_object(compile_object(program, optimisation, once=True), receive)
    if abort is not None:
        raise SizeMismatchError(abort, printed)
    return printed


def llvm_text(program: Program, optimisation: int = 2) -> str:
    """The LLVM IR of a program.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    return generate(program, optimisation).text


def machine_name() -> str:
    """What object code made here depends on besides the program."""
    import llvmlite

    from mgc.codegen.target import host_target

    return f"{host_target()!r}, llvmlite {llvmlite.__version__}"
