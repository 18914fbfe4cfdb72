"""LLVM at work: from IR text to optimised modules, machine code and objects."""

from __future__ import annotations

import ctypes

import llvmlite.binding as llvm
import numpy as np

from mgc.codegen.module import CompiledProgram
from mgc.codegen.target import Target
from mgc.errors import OutOfMemoryError


def optimised_module(
    text: str, target: Target, optimisation: int, *, linked: bool
) -> tuple[llvm.ModuleRef, llvm.TargetMachine]:
    """Parse IR text and run LLVM's passes of a level of 0 to 3."""
    machine = target.machine(optimisation, position_independent=linked)
    module = llvm.parse_assembly(text)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=optimisation)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module, machine


def run_in_memory(compiled: CompiledProgram, target: Target, optimisation: int) -> list[np.ndarray]:
    """Run a compiled program in this process; one array for each print.

    Raises:
        OutOfMemoryError: there is no room for the program's values.
    """
    module, machine = optimised_module(compiled.text, target, optimisation, linked=False)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(
        engine.get_function_address("mg_program")
    )
    try:
        arena = np.empty(max(compiled.arena_size, 1))
        results = np.empty(max(compiled.result_size, 1))
    except MemoryError:
        raise OutOfMemoryError(
            f"error: not enough memory for {8 * compiled.arena_size:,} bytes of values"
        ) from None
    entry(arena.ctypes.data, results.ctypes.data)
    arrays = []
    offset = 0
    for shape in compiled.shapes:
        size = int(np.prod(shape))
        arrays.append(results[offset : offset + size].reshape(shape).copy())
        offset += size
    return arrays


def object_code(compiled: CompiledProgram, target: Target, optimisation: int) -> bytes:
    """The program as a relocatable object file."""
    module, machine = optimised_module(compiled.text, target, optimisation, linked=True)
    data: bytes = machine.emit_object(module)
    return data
