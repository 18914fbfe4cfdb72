"""A Mountain Goat program compiled in memory, to be run again and again.

python -m benchmarks.ours.compiled FILE is a worker that does so.

What the program prints is copied to one array by compiled code, as a caller from a compiled
language would have it; a call from Python for every print would be part of the time otherwise.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

import mgc
from benchmarks.serve import serve
from mgc.codegen import compile_object
from mgc.codegen.target import host_target
from mgc.program import Program

# Runs the program with the place of the first print; every print moves on by its size.
_CALL = """
@place = internal global ptr null
declare void @mg_program(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @call(ptr %arena, ptr %results) {
  store ptr %results, ptr @place
  call void @mg_program(ptr %arena)
  ret void
}

define void @mg_print(ptr %data, ptr %shape) {
entry:
  %rank = load i64, ptr %shape
  br label %next
next:
  %k = phi i64 [0, %entry], [%k.next, %next]
  %bytes = phi i64 [8, %entry], [%bytes.next, %next]
  %k.next = add i64 %k, 1
  %at = getelementptr i64, ptr %shape, i64 %k.next
  %size = load i64, ptr %at
  %bytes.next = mul i64 %bytes, %size
  %done = icmp eq i64 %k.next, %rank
  br i1 %done, label %copy, label %next
copy:
  %to = load ptr, ptr @place
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %data, i64 %bytes.next, i1 0)
  %following = getelementptr i8, ptr %to, i64 %bytes.next
  store ptr %following, ptr @place
  ret void
}
"""


class CompiledProgram:
    """A program in this process, to be called again and again."""

    def __init__(self, program: Program) -> None:
        target = host_target()
        self._compiler = llvm.create_lljit_compiler(target.machine(2), use_jit_link=True)
        library = llvm.JITLibraryBuilder()
        library.add_object_img(compile_object(program)).add_ir(_CALL)
        for name, address in target.symbol_addresses().items():
            library.import_symbol(name, address)
        library.export_symbol("call").export_symbol("mg_arena_size")
        self._code = library.link(self._compiler, "program")
        self._call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(self._code["call"])
        self._arena = _pages(ctypes.c_int64.from_address(self._code["mg_arena_size"]).value)
        self.printed = _pages(sum(array.size for array in mgc.run(program)))
        self._places = self._arena.ctypes.data, self.printed.ctypes.data

    def __call__(self) -> None:
        """Run the program once; `printed` then holds all that it prints."""
        self._call(*self._places)


def _pages(size: int) -> np.ndarray:
    """An array of so many doubles that starts where a page does, as a program's arena does."""
    return np.frombuffer(mmap.mmap(-1, 8 * max(size, 1)))


def main() -> None:
    """Compile, run once, serve."""
    program = CompiledProgram(mgc.parse(Path(sys.argv[1])))
    program()
    serve(program, float(np.abs(program.printed).sum()))


if __name__ == "__main__":
    main()
