"""What counts depend on besides the program: the machine and the tools."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from mgc.errors import MissingToolError

_ROOT = Path(__file__).resolve().parents[2]

# The features by which mathematical and string functions, and our own code, choose a variant.
_FEATURES = ("avx", "avx2", "bmi2", "erms", "fma", "sse4_2")


def valgrind() -> str:
    """The path of valgrind.

    Raises:
        MissingToolError: it is not installed.
    """
    found = shutil.which("valgrind")
    if found is None:
        raise MissingToolError(
            "error: counting instructions needs valgrind, which is not installed; "
            "install it with: sudo apt-get install valgrind"
        )
    return found


@cache
def machine_fingerprint() -> dict[str, str]:
    """The machine and the tools, by what counts depend on.

    Raises:
        MissingToolError: valgrind or the C compiler is missing.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise MissingToolError(
            "error: counting instructions needs a C compiler to link with, and there is no `cc`; "
            "install one with: sudo apt-get install gcc libc6-dev"
        )
    return {
        "processor": f"{platform.machine()} {' '.join(_features())}",
        "libc": os.confstr("CS_GNU_LIBC_VERSION") or "unknown",
        "valgrind": _first_line(valgrind(), "--version"),
        "cc": _first_line(compiler, "--version"),
        "llvm": f"llvmlite {version('llvmlite')}",
    }


def compiler_fingerprint() -> str:
    """A digest of the Mountain Goat compiler's own code."""
    hasher = sha256()
    for path in sorted((_ROOT / "mgc").rglob("*")):
        if path.suffix in (".py", ".c", ".h"):
            hasher.update(str(path.relative_to(_ROOT)).encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()[:16]


def _features() -> list[str]:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return []
    flags = next((line for line in text.splitlines() if line.startswith("flags")), "").split()
    return [feature for feature in _FEATURES if feature in flags]


def _first_line(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[0]
