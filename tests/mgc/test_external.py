"""Another compiler through its command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mgc.errors import MissingToolError, ToolFailedError
from mgc.external import ExternalCompiler


def compiler(folder: Path, code: str) -> ExternalCompiler:
    path = folder / "other-mgc"
    path.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    path.chmod(0o755)
    return ExternalCompiler(str(path))


def test_the_program_and_its_arguments_reach_the_compiler_unchanged(tmp_path: Path) -> None:
    echo = compiler(tmp_path, "print(sys.argv[1:])")
    odd = Path("a b; $(c).mg")
    assert echo.run(odd) == "['run', 'a b; $(c).mg']\n"
    assert echo.module_text(odd) == "['mlir', 'a b; $(c).mg']\n"


def test_a_compiler_that_refuses_is_quoted(tmp_path: Path) -> None:
    refusing = compiler(tmp_path, "sys.exit('x.mg:1:1: error: no')")
    with pytest.raises(ToolFailedError, match=r"^x\.mg:1:1: error: no$"):
        refusing.run(Path("x.mg"))


def test_a_compiler_that_dies_silently_is_reported_with_its_status(tmp_path: Path) -> None:
    with pytest.raises(ToolFailedError, match="status 3"):
        compiler(tmp_path, "sys.exit(3)").build(Path("x.mg"), Path("x"))


def test_a_missing_compiler_is_named_with_the_remedy() -> None:
    with pytest.raises(MissingToolError, match=r"/nowhere/mgc.*set MGC"):
        ExternalCompiler("/nowhere/mgc").run(Path("x.mg"))


def test_a_file_that_is_no_program_is_a_missing_tool(tmp_path: Path) -> None:
    text = tmp_path / "mgc"
    text.write_text("not a program")
    text.chmod(0o755)
    with pytest.raises(MissingToolError, match=r"cannot run .*/mgc': Exec format error; set MGC"):
        ExternalCompiler(str(text)).run(Path("x.mg"))
