"""LLVM at work: from IR text to object files, and from those to code in this process."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable
from math import prod

import llvmlite.binding as llvm

from mgc.codegen.target import Target
from mgc.errors import OutOfMemoryError


def object_code(text: str, target: Target, optimisation: int) -> bytes:
    """A module as a relocatable object file, by LLVM's code generator at a level of 0 to 3.

    LLVM's passes over IR are not run: kernels are written in vectors, blocks and registers already,
    and value numbering, the most useful of them, made the transformer block's gradient slower by
    0.3 % and its compilation by a fifth.
    """
    module = llvm.parse_assembly(text)
    module.verify()
    data: bytes = target.machine(optimisation).emit_object(module)
    return data


class LoadedProgram:
    """A compiled program in this process."""

    def __init__(self, code: bytes, target: Target) -> None:
        """`code` is an object file of `object_code`."""
        self._compiler = llvm.create_lljit_compiler(target.machine(2), use_jit_link=True)
        self._print = _PRINT(self._printed)
        self._receive: Callable[[tuple[int, ...], bytes], None]
        self._failure: BaseException | None = None
        library = llvm.JITLibraryBuilder().add_object_img(code)
        for name, address in target.symbol_addresses().items():
            library.import_symbol(name, address)
        library.import_symbol("mg_print", ctypes.cast(self._print, ctypes.c_void_p).value)
        for name in ("mg_program", "mg_arena_size", "mg_abort_message"):
            library.export_symbol(name)
        self._code = library.link(self._compiler, "program")

    @property
    def abort(self) -> str | None:
        """The message with which the program ends early, if it does."""
        return ctypes.string_at(self._code["mg_abort_message"]).decode() or None

    def run(self, receive: Callable[[tuple[int, ...], bytes], None]) -> None:
        """Run the program; `receive` gets the shape and the float64 elements of every print.

        Raises:
            OutOfMemoryError: there is no room for the program's values.
        """
        size = 8 * ctypes.c_int64.from_address(self._code["mg_arena_size"]).value
        try:
            # Fresh pages: memory is touched only as the program uses it.
            arena = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, OverflowError, MemoryError):
            raise OutOfMemoryError(
                f"error: not enough memory for {size:,} bytes of values"
            ) from None
        self._receive = receive
        first = ctypes.c_char.from_buffer(arena)
        try:
            _ENTRY(self._code["mg_program"])(ctypes.addressof(first))
        finally:
            del first
            arena.close()
        if self._failure is not None:
            raise self._failure

    def _printed(self, data: int, shape: int) -> None:
        rank = ctypes.c_int64.from_address(shape).value
        sizes = tuple((ctypes.c_int64 * rank).from_address(shape + 8))
        try:
            if self._failure is None:
                self._receive(sizes, ctypes.string_at(data, 8 * prod(sizes)))
        except BaseException as error:
            # An exception cannot pass through compiled code; it waits until that has ended.
            self._failure = error


_PRINT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
