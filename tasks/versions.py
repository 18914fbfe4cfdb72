"""The versions of what lies below our own code, as far as results depend on them."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("llvmlite", "numpy", "xdsl")
# Facts of the machine; every other name in a step's `tools` is a program.
_FACTS = {"libc", "cpu"}


@cache
def package_versions() -> dict[str, str]:
    """What every result depends on."""
    return {
        "Python": sys.version,
        "the kind of machine": platform.machine(),
        "libc": libc_version(),
        **{package: version(package) for package in _PACKAGES},
    }


@cache
def tool_version(tool: str) -> str:
    """What a program says when asked for its version, or what is the fact of that name."""
    if tool == "libc":
        return libc_version()
    if tool == "cpu":
        return _cpu_features()
    path = shutil.which(tool)
    if path is None:
        return "not installed"
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout or said.stderr).partition("\n")[0].strip()


@cache
def missing_tools(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Those programs among the tools that are not installed."""
    return tuple(tool for tool in tools if tool not in _FACTS and shutil.which(tool) is None)


def libc_version() -> str:
    """The C library, whose functions programs call."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or "unknown"
    except (ValueError, OSError):
        return "-".join(platform.libc_ver()) or "unknown"


def _cpu_features() -> str:
    """A digest of what the processor can do; the C library picks its functions by that."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return sha256(" ".join(sorted(flags.partition(":")[2].split())).encode()).hexdigest()[:16]
