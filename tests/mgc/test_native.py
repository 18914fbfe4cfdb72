"""Native executables."""

from __future__ import annotations

import resource
import shutil
import subprocess
from pathlib import Path

import pytest

import mgc
from mgc.cli import main
from mgc.codegen import compile_object, generate
from mgc.display import memref_text
from mgc.errors import FileError, MissingToolError
from mgc.native import build
from mgc.passes.inline import inline
from mgc.program import Program
from tests.mgc.test_cli import MISMATCH

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
needs_valgrind = pytest.mark.skipif(shutil.which("valgrind") is None, reason="there is no valgrind")

SPECIAL = """\
let x = [[0, -0.0, 1, -1, 1e999, -1e999, 5e-324, 1e308, 0.1]]
print x
print x / x
print log(x)
print sqrt(x)
print relu(x - x)
print -(x / x)
print x * 1e6 + 0.5
print reshape(x, 3, 1, 3)
print reshape(x, 9)
print reshape(x * 123456.789, 3, 3)
"""


def parsed(source: str | Path) -> Program:
    return inline(mgc.parse(source))


def expected_output(program: Program) -> str:
    return "".join(map(memref_text, mgc.run(program)))


def built(program: Program, folder: Path, level: int = 2, *, debug: bool = False) -> Path:
    executable = folder / f"program-O{level}"
    build(generate(program, level, debug=debug).text, executable, level)
    return executable


def output_of(executable: Path) -> str:
    return subprocess.run([executable], capture_output=True, check=True).stdout.decode()


@needs_cc
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_an_executable_prints_the_bytes_that_run_prints(tmp_path: Path, level: int) -> None:
    for source in (SPECIAL, EXAMPLES / "m06_reductions.mg", EXAMPLES / "m12_tensors.mg"):
        program = parsed(source)
        assert output_of(built(program, tmp_path, level)) == expected_output(program)


@needs_cc
def test_line_information_changes_nothing_that_is_printed(tmp_path: Path) -> None:
    program = parsed(EXAMPLES / "m09_softmax.mg")
    assert output_of(built(program, tmp_path, debug=True)) == expected_output(program)


@needs_cc
@needs_valgrind
def test_an_executable_has_no_memory_error_and_no_leak(tmp_path: Path) -> None:
    for name in ("m03_broadcast", "m06_reductions", "m12_tensors", "h33_attention"):
        executable = built(parsed(EXAMPLES / f"{name}.mg"), tmp_path)
        checked = subprocess.run(
            ["valgrind", "-q", "--leak-check=full", "--error-exitcode=9", executable],
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stderr


@needs_cc
def test_no_instruction_uses_avx_512(tmp_path: Path) -> None:
    objects = tmp_path / "program.o"
    objects.write_bytes(compile_object(parsed(EXAMPLES / "h33_attention.mg"), 3))
    listing = subprocess.run(
        ["objdump", "-d", objects], capture_output=True, text=True, check=True
    ).stdout
    assert "ret" in listing
    assert "zmm" not in listing
    assert "%k1" not in listing


@needs_cc
def test_sizes_that_disagree_end_in_sigabrt_after_what_was_printed(tmp_path: Path) -> None:
    finished = subprocess.run(
        [built(parsed(MISMATCH), tmp_path)], capture_output=True, text=True, check=False
    )
    assert finished.returncode == -6
    assert "[[7]]" in finished.stdout
    assert (
        finished.stderr
        == "<text>:1:43: error: mg.add: sizes 1x1 and 2x1 disagree (in the call on line 3)\n"
    )


@needs_cc
def test_the_command_builds_an_executable(tmp_path: Path) -> None:
    target = tmp_path / "worked"
    assert main(["build", str(EXAMPLES / "00_worked_example.mg"), "-o", str(target)]) == 0
    assert "[[26]]" in output_of(target)
    assert [path.name for path in tmp_path.iterdir()] == ["worked"]


@needs_cc
def test_an_executable_takes_the_place_of_an_earlier_one_in_one_step(tmp_path: Path) -> None:
    executable = built(parsed("print [[1]]\n"), tmp_path)
    earlier = tmp_path / "earlier"
    earlier.hardlink_to(executable)
    built(parsed("print [[2]]\n"), tmp_path)
    # The file that was there is another one, and nobody has written to it.
    assert "[[1]]" in output_of(earlier)
    assert "[[2]]" in output_of(executable)


def test_a_missing_c_compiler_is_named_with_its_install_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingToolError, match="apt-get install gcc") as refused:
        build(generate(parsed("print [[1]]")).text, tmp_path / "program")
    assert refused.value.exit_status == 2


@needs_cc
def test_a_folder_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot write"):
        build(generate(parsed("print [[1]]")).text, tmp_path / "missing" / "program")


@needs_cc
def test_the_report_says_what_the_executable_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "program.mg"
    source.write_text("let x = [[1, 2]]\nprint exp(x) @ transpose(x)\n")
    target = tmp_path / "program"
    assert main(["build", str(source), "-o", str(target), "--report"]) == 0
    # exp(x), the product, each in a cache line; the literal; two kernels and a print.
    assert capsys.readouterr().out == (
        f"{target}: 3 calls of 2 kernels; "
        "the arena holds 128 bytes at its peak, constants 64 bytes\n"
    )


@needs_cc
def test_memory_that_cannot_be_had_is_a_message(tmp_path: Path) -> None:
    ones = "[[" + ", ".join(["1"] * 10_000) + "]]"
    executable = built(
        parsed(f"let x = {ones}\nprint row_max(col_max(transpose(x) @ x))\n"), tmp_path
    )

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))

    finished = subprocess.run(
        [executable], capture_output=True, text=True, check=False, preexec_fn=limit_memory
    )
    assert finished.returncode == 1
    assert finished.stderr.startswith("error: not enough memory for 8")
    assert finished.stderr.count("\n") == 1
    assert finished.stdout == ""


@needs_cc
def test_output_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    executable = built(parsed("print [[1]]\n"), tmp_path)
    with open("/dev/full", "w") as full:
        finished = subprocess.run(
            [executable], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert finished.returncode == 2
    assert finished.stderr == "error: cannot write the output: No space left on device\n"
