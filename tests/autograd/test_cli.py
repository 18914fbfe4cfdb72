"""The command `autograd`, as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mgc.cli
from autograd.cli import main

ROOT = Path(__file__).resolve().parents[2]
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


def test_a_file_of_a_strange_name_is_named_as_far_as_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / b"caf\xe9.mg".decode(errors="surrogateescape")
    path.write_text(LOSS)
    target = tmp_path / "gradient.mg"
    assert main([str(path), "--wrt", "x", "-o", str(target)]) == 0
    assert target.read_text().startswith("# Written by autograd from caf?.mg.")


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


def test_a_warning_comes_again_with_what_is_found_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mask.mg"
    path.write_text("let x = [[1.0]]\nprint x * ge(x, [[0.0]])\n")
    assert main([str(path), "--wrt", "x"]) == 0
    first = capsys.readouterr()
    monkeypatch.delattr("autograd.gradient_program.gradient")
    assert main([str(path), "--wrt", "x"]) == 0
    assert capsys.readouterr() == first
    assert "warning" in first.err


@pytest.mark.parametrize(
    ("example", "arguments"),
    [
        ("00_worked_example", ["--wrt", "w,x"]),
        ("h33_attention", ["--wrt", "q0,wk0,wv0,wo0", "--descend", "2", "--lr", "0.1"]),
        ("h33_attention", ["--wrt", "q0,wk0,wv0,wo0", "--simplify"]),
        ("h35_transformer_step1", ["--wrt", "e0,g10,wq0,w10,c20,wu0"]),
    ],
)
@pytest.mark.parametrize("form", [[], ["--precision", "17"], ["--json"]])
def test_run_prints_what_the_written_program_prints_to_the_bit(
    example: str,
    arguments: list[str],
    form: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = [str(ROOT / "examples" / f"{example}.mg"), *arguments]
    written = tmp_path / "written.mg"
    assert main([*asked, "-o", str(written)]) == 0
    assert mgc.cli.main(["run", str(written), *form]) == 0
    expected = capsys.readouterr().out
    for _ in range(2):
        assert main([*asked, "--run", *form]) == 0
        assert capsys.readouterr().out == expected


def test_run_compiles_once(
    program: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([program, "--wrt", "x", "--run", "--json"]) == 0
    assert [tensor["data"] for tensor in json.loads(capsys.readouterr().out)] == [[5.0], [2.0, 4.0]]
    monkeypatch.delattr("mgc.codegen.compile_object")
    monkeypatch.delattr("autograd.gradient_program.gradient")
    assert main([program, "--wrt", "x", "--run", "--precision", "1"]) == 0
    assert capsys.readouterr().out.count("Unranked Memref") == 2


@pytest.mark.parametrize(
    "arguments",
    [["--run", "-o", "out.mg"], ["--json"], ["--precision", "17"], ["--run", "--precision", "0"]],
)
def test_options_that_do_not_go_together_are_wrong_use(
    program: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([program, "--wrt", "x", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


def test_run_reports_a_mistake_as_writing_does(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([program, "--wrt", "x", "--loss", "1", "--run"]) == 1
    assert "must be a 1x1 matrix" in capsys.readouterr().err
    assert main(["nowhere.mg", "--wrt", "x", "--run"]) == 2


def test_another_compiler_runs_what_it_reads(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other-mgc"
    other.write_text(
        f"#!{sys.executable}\nimport sys\nfrom mgc.cli import main\n"
        "status = main(sys.argv[1:])\nif sys.argv[1] == 'run':\n    print('other')\n"
        "sys.exit(status)\n"
    )
    other.chmod(0o755)
    assert main([program, "--wrt", "x", "--run", "--mgc", str(other)]) == 0
    assert "[[2,   4]]\nother\n" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([program, "--wrt", "x", "--run", "--json", "--mgc", str(other)])


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


@pytest.mark.parametrize("running", [[], ["--run"]])
def test_a_closed_pipe_is_no_traceback(program: str, running: list[str]) -> None:
    arguments = [program, "--wrt", "x", *running]
    command = f"import sys; from autograd.cli import main; sys.exit(main({arguments}))"
    process = subprocess.Popen(
        [sys.executable, "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.wait()


@pytest.mark.parametrize("arguments", [[], ["--run"]])
def test_standard_input_is_read_for_a_dash(program: str, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "autograd"]
    text = Path(program).read_text()
    piped = subprocess.run(
        [*command, "-", "--wrt", "x", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    named = subprocess.run(
        [*command, program, "--wrt", "x", *arguments], capture_output=True, text=True, check=True
    ).stdout
    assert piped.replace("<stdin>", Path(program).name) == named


def test_another_compiler_reads_no_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["-", "--wrt", "w", "--mgc", "mgc"])
    assert ended.value.code == 2
    assert "name a file" in capsys.readouterr().err
