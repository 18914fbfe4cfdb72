"""The command `autograd`, as a user types it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograd.cli import main

LOSS = "let x = [[1.0, 2.0]]\nprint row_sum(x * x)\nprint x\n"


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "loss.mg"
    path.write_text(LOSS)
    return str(path)


def test_the_gradient_program_goes_to_standard_output(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([program, "--wrt", "x"]) == 0
    assert capsys.readouterr().out.startswith("# Written by autograd from loss.mg.")


def test_the_output_option_writes_a_file(program: str, tmp_path: Path) -> None:
    target = tmp_path / "gradient.mg"
    assert main([program, "--wrt", "x", "-o", str(target)]) == 0
    assert "print " in target.read_text()


def test_descend_and_lr_write_a_descent(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([program, "--wrt", "x", "--descend", "2", "--lr", "0.1"]) == 0
    assert capsys.readouterr().out.count("\nprint ") == 3


def test_simplify_writes_a_shorter_program(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([program, "--wrt", "x"]) == 0
    plain = capsys.readouterr().out
    assert main([program, "--wrt", "x", "--simplify"]) == 0
    assert capsys.readouterr().out.count("let ") < plain.count("let ")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--wrt", "y"], 2, "no `let` binds 'y'"),
        (["--wrt", "x,x"], 2, "'x' is asked for twice"),
        (["--wrt", "x", "--loss", "9"], 2, "no print number 9"),
        (["--wrt", "x", "--loss", "1"], 1, "must be a 1x1 matrix"),
    ],
)
def test_a_mistake_is_one_message_and_an_exit_status(
    program: str,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    assert main([program, *arguments]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize("arguments", [[], ["--wrt", "x", "--descend", "3"], ["--wrt"]])
def test_missing_options_are_wrong_use(program: str, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([program, *arguments])
    assert ended.value.code == 2


def test_a_mistake_in_the_program_is_shown_at_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.mg"
    path.write_text("let x = [[1.0]]\nprint x * yy\n")
    assert main([str(path), "--wrt", "x"]) == 1
    assert f"{path}:2:11: error:" in capsys.readouterr().err


def test_a_missing_file_is_exit_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.mg", "--wrt", "x"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_comparison_warning_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mask.mg"
    path.write_text("let x = [[1.0]]\nprint x * ge(x, [[0.0]])\n")
    assert main([str(path), "--wrt", "x"]) == 0
    assert "mask.mg: warning: a parameter enters a comparison (line 2)" in capsys.readouterr().err


def test_a_missing_compiler_is_named_with_the_remedy(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([program, "--wrt", "x", "--mgc", "/nowhere/mgc"]) == 2
    assert "/nowhere/mgc" in capsys.readouterr().err


def test_help_shows_an_example_and_does_not_wait_for_the_compiler() -> None:
    code = (
        "import sys\nfrom autograd.cli import main\n"
        "try:\n    main(['--help'])\n"
        "except SystemExit:\n    assert 'xdsl' not in sys.modules\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert "autograd loss.mg --wrt w,b" in shown


def test_a_closed_pipe_is_no_traceback(program: str) -> None:
    command = (
        f"import sys; from autograd.cli import main; sys.exit(main({[program, '--wrt', 'x']}))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.wait()
