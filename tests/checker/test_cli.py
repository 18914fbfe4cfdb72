"""The command `autograd check`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import checker.cli
from autograd.cli import main
from autograd.values import Value
from mgc.dialect import MulOp, ReluOp
from tests.checker.wrong_rules import use_rule


def program(folder: Path, text: str) -> str:
    path = folder / "own.mg"
    path.write_text(text)
    return str(path)


def test_a_right_gradient_is_a_table_and_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = program(tmp_path, "let w = [[1.0, 2.0]]\nprint row_sum(w * w)\n")
    assert main(["check", file, "--wrt", "w"]) == 0
    header, loss, row = capsys.readouterr().out.splitlines()
    assert header.split() == [
        "parameter",
        "shape",
        "checked",
        "worst",
        "relative",
        "error",
        "where",
        "verdict",
    ]
    assert loss.split()[:2] == ["loss", "1x1"]
    assert row.split()[:3] == ["w", "1x2", "2"]
    assert row.split()[-1] == "ok"


def test_a_wrong_gradient_names_the_element_and_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(op: MulOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
        return g, g

    use_rule(monkeypatch, MulOp, wrong)
    file = program(tmp_path, "let w = [[1.0, 5.0]]\nprint row_sum(w * w)\n")
    assert main(["check", file, "--wrt", "w"]) == 1
    assert "w[0][1]: expected 10.0, got 2.0" in capsys.readouterr().err


def test_json_holds_the_same_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = program(tmp_path, "let w = [[3.0]]\nprint w * w\n")
    assert main(["check", file, "--wrt", "w", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["parameter"] for row in rows] == ["loss", "w"]
    assert rows[1]["shape"] == "1x1"


def test_a_kink_is_told_and_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = program(tmp_path, "let w = [[0.0, 1.0]]\nprint row_sum(relu(w))\n")
    assert main(["check", file, "--wrt", "w"]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert "1 of 2" in row
    assert row.endswith("kink at 1")


def test_a_wrong_gradient_near_a_kink_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(op: ReluOp, g: Value, r: Value, a: Value) -> tuple[Value]:
        return (g * 0.0,)

    use_rule(monkeypatch, ReluOp, wrong)
    file = program(tmp_path, "let w = [[0.000001, 1.0]]\nprint row_sum(relu(w))\n")
    assert main(["check", file, "--wrt", "w"]) == 1
    assert "w[0][0]: expected 1.0, got 0.0" in capsys.readouterr().err


def test_with_elements_a_part_of_a_large_parameter_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = program(tmp_path, f"let w = {[[0.5] * 100]}\nprint row_sum(w * w)\n")
    assert main(["check", file, "--wrt", "w", "--elements", "7"]) == 0
    assert "7 of 100" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    "option", [["--elements", "0"], ["--elements", "x"], ["--tolerance", "nan"]]
)
def test_an_impossible_setting_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    file = program(tmp_path, "let w = [[1.0]]\nprint w\n")
    with pytest.raises(SystemExit) as ended:
        main(["check", file, "--wrt", "w", *option])
    assert ended.value.code == 2
    assert option[1] in capsys.readouterr().err


def test_on_a_terminal_the_table_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    file = program(tmp_path, "let w = [[1.0]]\nprint w\n")
    assert main(["check", file, "--wrt", "w"]) == 0
    assert "┃" in capsys.readouterr().out


@pytest.mark.parametrize("loss", ["row_sum(sqrt(w) * 2.0)", "row_sum(log(w - 5.0))"])
def test_a_loss_or_gradient_that_is_not_finite_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], loss: str
) -> None:
    file = program(tmp_path, f"let w = [[0.0, 1.0]]\nprint {loss}\n")
    assert main(["check", file, "--wrt", "w"]) == 1
    assert "not finite" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "wrt", "status"),
    [
        ("let w = [[1.0]]\nprint w\n", "q", 2),
        ("let w = [[1.0, 2.0]]\nprint w\n", "w", 1),
        ("let w = [[1.0]]\nprint w +\n", "w", 1),
    ],
)
def test_a_mistake_is_a_message_and_the_status_of_the_command_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wrt: str, status: int
) -> None:
    assert main(["check", program(tmp_path, text), "--wrt", wrt]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error: " in captured.err


def test_a_mistake_with_a_place_is_told_with_its_place_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = program(tmp_path, "let w = [[1.0, 2.0]]\nprint w\n")
    assert main(["check", file, "--wrt", "w"]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:2:1: error: the loss must be a 1x1")


@pytest.mark.parametrize(
    ("command", "arguments"), [("check", []), ("check", ["--json"]), ("cost", [])]
)
def test_output_that_cannot_be_written_is_no_traceback(
    tmp_path: Path, command: str, arguments: list[str]
) -> None:
    if command == "cost" and shutil.which("valgrind") is None:
        pytest.skip("nothing to count with")
    file = program(tmp_path, "let w = [[3.0]]\nprint w * w\n")
    start = [sys.executable, "-m", "autograd", command, file, "--wrt", "w", *arguments]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(start, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.stderr == "error: cannot write the output: No space left on device\n"
    assert ended.returncode == 2
    with subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_wrong_gradient_is_status_1_where_nobody_reads_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rows: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(checker.cli, "_print_table", broken)
    monkeypatch.setattr("mgc.command._drop_output", lambda: None)
    file = program(tmp_path, "let w = [[1.0]]\nprint w / (w - w)\n")
    assert main(["check", file, "--wrt", "w"]) == 1
