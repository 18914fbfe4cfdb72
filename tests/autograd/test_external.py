"""Programs that another compiler reads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import autograd
import mgc
from autograd.external import analyse_with
from mgc.errors import ToolFailedError
from mgc.source import Source

FORWARDING = "from mgc.cli import main\nsys.exit(main(sys.argv[1:]))"

# The same module in other words: the built-in front end would count the results differently.
RENAMING = """
import contextlib, io
from mgc.cli import main
text = io.StringIO()
with contextlib.redirect_stdout(text):
    main(sys.argv[1:])
print(text.getvalue().replace("%t", "%value"), end="")
"""

PROGRAM = """\
let zero = [[0.0, 0.0]]
let x = [[1.0, 2.0]]
let also = [[1.0, 2.0]] # the same numbers
let h = x * also + [[1.0, 2.0]]
let last = [[1.0, 2.0]]
print row_sum(h * last + zero)
"""


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "program.mg"
    path.write_text(PROGRAM)
    return Source.from_file(path)


def compiler(folder: Path, code: str) -> str:
    path = folder / "other-mgc"
    path.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    path.chmod(0o755)
    return str(path)


def test_a_compiler_with_the_same_module_leaves_every_let_known(
    source: Source, tmp_path: Path
) -> None:
    program = analyse_with(compiler(tmp_path, FORWARDING), source)
    assert [let.name for let in program.lets] == ["zero", "x", "also", "h", "last"]


def test_literal_lets_are_found_in_order_in_the_text_of_another_compiler(
    source: Source, tmp_path: Path
) -> None:
    program = analyse_with(compiler(tmp_path, RENAMING), source)
    by_x, by_also = mgc.run(autograd.gradient(program, ["x", "also"]))[1:]
    assert by_x.tolist() == [[1.0, 4.0]]
    assert by_also.tolist() == [[1.0, 4.0]]
    by_zero = mgc.run(autograd.gradient(program, ["zero"]))[1]
    assert by_zero.tolist() == [[1.0, 1.0]]


def test_a_program_that_the_other_compiler_refuses_is_refused_in_its_words(
    source: Source, tmp_path: Path
) -> None:
    refusing = compiler(tmp_path, "sys.exit('program.mg:1:1: error: not today')")
    with pytest.raises(ToolFailedError, match="not today"):
        analyse_with(refusing, source)


def test_without_a_command_the_built_in_front_end_reads(source: Source) -> None:
    assert len(analyse_with(None, source).lets) == 5
