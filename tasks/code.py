"""Which of our modules an action's module runs, and a fingerprint of them.

Imports are read from the source, those inside functions included, so that a step re-runs when the
code that makes its result changes and not when other code does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("autograd", "checker", "mgc", "tasks")
_DEPENDENCIES = ("llvmlite", "numpy", "xdsl")


@cache
def fingerprint_of_code(module: str) -> str:
    """A digest of the module, of all modules of ours it imports, and of the packages below."""
    hasher = sha256(sys.version.encode())
    for dependency in _DEPENDENCIES:
        hasher.update(f"{dependency} {version(dependency)}\n".encode())
    for name, path in sorted(modules_behind(module).items()):
        hasher.update(f"{name}\n".encode() + path.read_bytes())
    return hasher.hexdigest()


def modules_behind(module: str) -> dict[str, Path]:
    """The module and all modules of ours that it imports, with their files."""
    found: dict[str, Path] = {}
    pending = [module]
    while pending:
        name = pending.pop()
        path = _file_of(name)
        if name not in found and path is not None:
            found[name] = path
            pending.extend(_imports(path))
    return found


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file_of(module: str) -> Path | None:
    parts = module.split(".")
    if parts[0] not in _PACKAGES:
        return None
    path = _ROOT.joinpath(*parts)
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None
