"""The versions of what lies below our own code, as far as results depend on them."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from importlib.metadata import version

_PACKAGES = ("llvmlite", "numpy", "xdsl")


@cache
def package_versions() -> dict[str, str]:
    """What every result depends on."""
    return {
        "Python": sys.version,
        "the kind of machine": platform.machine(),
        "libc": _libc_version(),
        **{package: version(package) for package in _PACKAGES},
    }


def _libc_version() -> str:
    """The C library, whose functions programs call."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or "unknown"
    except (ValueError, OSError):
        return "-".join(platform.libc_ver()) or "unknown"
