"""The Mountain Goat compiler.

>>> import mgc
>>> mgc.run(mgc.parse("print [[1, 2]] + 1\\n"))
[array([[2., 3.]])]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mgc.api import parse, run
    from mgc.codegen import compile_object, machine_name
    from mgc.errors import MgcError, ProgramError, SizeMismatchError
    from mgc.program import Program
    from mgc.running import run_and_print

__all__ = [
    "MgcError",
    "Program",
    "ProgramError",
    "SizeMismatchError",
    "compile_object",
    "machine_name",
    "parse",
    "run",
    "run_and_print",
]

_HOMES = {
    "MgcError": "mgc.errors",
    "Program": "mgc.program",
    "ProgramError": "mgc.errors",
    "SizeMismatchError": "mgc.errors",
    "compile_object": "mgc.codegen",
    "machine_name": "mgc.codegen",
    "parse": "mgc.api",
    "run": "mgc.api",
    "run_and_print": "mgc.running",
}


def __getattr__(name: str) -> Any:
    # Loaded at first use: commands that need no compiler should not wait for one.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
