"""The order of the rooms: who may import whom."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "mgc": set(),
    "autograd": {"mgc"},
    "checker": {"autograd", "mgc"},
    "tasks": {"autograd", "checker", "mgc"},
    "benchmarks": {"autograd", "mgc"},
}


def imports(path: Path) -> set[str]:
    """All modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    forbidden = MAY_IMPORT.keys() - MAY_IMPORT[room] - {room}
    for path in (ROOT / room).rglob("*.py"):
        packages = {name.split(".")[0] for name in imports(path)}
        assert not packages & forbidden, f"{path} imports {packages & forbidden}"


def test_dodo_imports_the_tasks_alone() -> None:
    ours = {name.split(".")[0] for name in imports(ROOT / "dodo.py")} & {*MAY_IMPORT, "tests"}
    assert ours == {"tasks"}


def test_the_checker_uses_the_public_names_of_autograd_alone() -> None:
    for path in (ROOT / "checker").rglob("*.py"):
        for name in imports(path):
            package, _, rest = name.partition(".")
            if package == "autograd" and rest:
                assert rest in importlib.import_module("autograd").__all__, f"{path}: {name}"


@pytest.mark.parametrize("package", ["autograd", "mgc"])
def test_every_public_name_can_be_imported(package: str) -> None:
    module = importlib.import_module(package)
    assert list(module.__all__) == sorted(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
