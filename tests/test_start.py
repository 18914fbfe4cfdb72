"""What the commands load to do their work: a module too many is felt at every start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mgc.cache import VARIABLE

SCRIPT = (
    "import sys\n"
    "from {package}.cli import main\n"
    "status = main(sys.argv[1:])\n"
    "print(*sys.modules, file=sys.stderr)\n"
    "sys.exit(status)\n"
)
# What writes, prints or parses text for other compilers, and what no gradient needs.
NEEDLESS = {
    "autograd.descent_program",
    "autograd.external",
    "autograd.simplification",
    "importlib.metadata",
    "mgc.mlir_reader",
    "numpy",
    "subprocess",
    "xdsl.dialects.arith",
    "xdsl.irdl.declarative_assembly_format",
    "xdsl.parser",
    "xdsl.pattern_rewriter",
    "xdsl.printer",
}
# What makes programs and code, which is needed once.
MAKERS = {"autograd.gradient_program", "dataclasses", "mgc.codegen.module", "mgc.frontend", "xdsl"}


def loaded_by(package: str, *arguments: str) -> tuple[str, set[str]]:
    """What a command prints, and the modules that it has loaded when it ends."""
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(package=package), *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout, {*process.stderr.split()}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a loss; the cache is empty."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "loss.mg"
    path.write_text("def f(a: tensor[?x2]) = a * a\nlet x = [[1.0, 2.0]]\nprint row_sum(f(x))\n")
    return str(path)


def test_a_gradient_is_written_without_what_it_does_not_need(program: str) -> None:
    _, modules = loaded_by("autograd", program, "--wrt", "x")
    assert modules & {*NEEDLESS, "mgc.codegen", "llvmlite"} == set()


def test_a_program_is_run_without_what_it_does_not_need(program: str) -> None:
    _, modules = loaded_by("mgc", "run", program)
    assert modules & NEEDLESS == set()


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("mgc", ["run", "FILE"]),
        ("autograd", ["FILE", "--wrt", "x"]),
        ("autograd", ["FILE", "--wrt", "x", "--run"]),
    ],
)
def test_what_was_made_before_is_not_made_again(
    program: str, package: str, arguments: list[str]
) -> None:
    command = [package, *(program if argument == "FILE" else argument for argument in arguments)]
    first, makers = loaded_by(*command)
    assert "mgc.frontend" in makers
    second, modules = loaded_by(*command)
    assert first == second
    assert modules & {*MAKERS, *NEEDLESS} == set()
