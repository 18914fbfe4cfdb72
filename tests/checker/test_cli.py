"""The command `autograd check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import autograd.rules
from autograd.cli import main
from autograd.values import Value
from mgc.dialect import MulOp


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
        "worst",
        "relative",
        "error",
        "where",
        "verdict",
    ]
    assert loss.split()[:2] == ["loss", "1x1"]
    assert row.split()[:2] == ["w", "1x2"]
    assert row.split()[-1] == "ok"


def test_a_wrong_gradient_names_the_element_and_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(op: MulOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
        return g, g

    monkeypatch.setitem(autograd.rules._RULES, MulOp, wrong)
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
    assert "kink" in capsys.readouterr().out


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
