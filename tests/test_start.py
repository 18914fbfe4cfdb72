"""What the commands load to do their work: a module too many is felt at every start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = (
    "import sys\n"
    "from {package}.cli import main\n"
    "status = main(sys.argv[1:])\n"
    "print(*sys.modules, file=sys.stderr)\n"
    "sys.exit(status)\n"
)


def loaded_by(package: str, *arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(package=package), *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return {*process.stderr.split()}


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "loss.mg"
    path.write_text("def f(a: tensor[?x2]) = a * a\nlet x = [[1.0, 2.0]]\nprint row_sum(f(x))\n")
    return str(path)


def test_a_gradient_is_written_without_what_it_does_not_need(program: str) -> None:
    needless = {
        "autograd.descent_program",
        "autograd.external",
        "autograd.simplification",
        "importlib.metadata",
        "mgc.codegen",
        "mgc.mlir_reader",
        "numpy",
        "subprocess",
        "xdsl.dialects.arith",
        "xdsl.irdl.declarative_assembly_format",
        "xdsl.parser",
        "xdsl.pattern_rewriter",
        "xdsl.printer",
    }
    assert needless & loaded_by("autograd", program, "--wrt", "x") == set()
