"""Profiles: read from text, and taken of real executables."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import mgc
from checker.cost import callgrind
from checker.cost.callgrind import Profile, profile, read_profile
from checker.cost.measure import Build, measure
from checker.errors import UnstableCountError
from mgc.codegen import generate
from mgc.errors import MissingToolError, ToolFailedError
from mgc.native import build

WITHOUT_FUSION = Build(0)

needs_tools = pytest.mark.skipif(
    not all(map(shutil.which, ("cc", "valgrind"))), reason="there is no cc or no valgrind"
)

WRITTEN = """\
# callgrind format
version: 1
positions: line
events: Ir
summary: 1000

ob=/program
fl=/loss.mg
fn=mg_part0
0 8
3 4
cfi=???
cfn=matmul
calls=1 0
3 100
4 2
cfn=matmul
calls=1 0
4 100

fn=mg_program
0 5
cfn=mg_part0
calls=1 0
0 214

fn=main
0 9
cfn=mg_program
calls=1 0
0 219
"""


def test_lines_hold_their_own_cost_and_that_of_the_kernels_they_call() -> None:
    assert read_profile(WRITTEN) == Profile(1000, 219, {3: 104, 4: 102})


def test_the_lines_and_the_rest_add_up_to_the_total() -> None:
    found = read_profile(WRITTEN)
    assert sum(found.lines.values()) + found.rest == found.total


def test_two_counts_that_differ_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = iter([(WRITTEN, ""), (WRITTEN.replace("summary: 1000", "summary: 1001"), "")])
    monkeypatch.setattr(callgrind, "_run", lambda executable: next(texts))
    with pytest.raises(UnstableCountError, match="1,000 and 1,001"):
        profile(Path("program"))


def test_missing_valgrind_is_named_with_its_install_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingToolError, match="apt-get install valgrind") as refused:
        profile(tmp_path / "program")
    assert refused.value.exit_status == 2


def product(columns: int) -> str:
    row = f"[{', '.join(['1'] * columns)}]"
    return f"let a = [[1, 2], [3, 4]]\nlet b = [{row}, {row}]\nlet c = a @ b\nprint c\n"


def built(program: str, executable: Path) -> Path:
    executable.parent.mkdir(exist_ok=True)
    build(generate(mgc.parse(program), debug=True).text, executable)
    return executable


@needs_tools
def test_counts_are_equal_from_two_folders(tmp_path: Path) -> None:
    short = built(product(8), tmp_path / "a" / "program")
    long = built(product(8), tmp_path / ("b" * 80) / "program")
    assert profile(short)[0] == profile(long)[0]


@needs_tools
def test_a_product_twice_as_long_shows_on_its_line(tmp_path: Path) -> None:
    once = measure("once", product(64), [WITHOUT_FUSION]).profiles[WITHOUT_FUSION]
    twice = measure("twice", product(128), [WITHOUT_FUSION]).profiles[WITHOUT_FUSION]
    assert 1.7 < twice.lines[3] / once.lines[3] < 2.3


@needs_tools
def test_the_inside_is_what_valgrind_collects_when_toggled_at_the_program(tmp_path: Path) -> None:
    executable = built(product(8), tmp_path / "program")
    toggled = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            "--toggle-collect=mg_program",
            f"--callgrind-out-file={tmp_path / 'out'}",
            "./program",
        ],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    )
    collected = int(toggled.stderr.split("Collected : ")[1].split()[0])
    assert abs(profile(executable)[0].inside - collected) <= 10


@needs_tools
def test_an_executable_that_fails_is_an_error_and_no_count(tmp_path: Path) -> None:
    program = "def f(a: tensor[?x1], b: tensor[?x1]) = a + b\nprint f([[1]], [[1], [2]])\n"
    with pytest.raises(ToolFailedError, match="program ended with status"):
        profile(built(program, tmp_path / "program"))


@needs_tools
def test_an_executable_that_prints_something_else_is_an_error_and_no_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("checker.cost.measure.memref_text", lambda tensor: "other")
    with pytest.raises(ToolFailedError, match="prints something else"):
        measure("program", product(2), [WITHOUT_FUSION])


@needs_tools
def test_a_program_built_with_simplify_is_counted_and_compared_with_what_that_computes() -> None:
    short = Build(2, simplify=True)
    text = "let x = [[1, 2, 3]]\nprint x * 0.1 * 0.1\n"
    profiles = measure("program", text, [Build(2), short]).profiles
    assert profiles[short].inside < profiles[Build(2)].inside
