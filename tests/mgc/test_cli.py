"""The command `mgc`, as a user types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mgc.cli import main
from mgc.passes.pipeline import PASSES

COMMAND = [sys.executable, "-c", "import sys; from mgc.cli import main; sys.exit(main())"]
MISMATCH = (
    "def f(a: tensor[?x1], b: tensor[?x1]) = a + b\n"
    "print [[7]]\nprint f([[1]], [[1], [2]])\nprint [[8]]\n"
)


def program(folder: Path, text: str) -> str:
    path = folder / "program.mg"
    path.write_text(text, encoding="utf-8")
    return str(path)


def run(*arguments: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, check=False, input=input
    )


def test_run_prints_every_printed_tensor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", program(tmp_path, "print [[1]]\nprint [[2]]\n")]) == 0
    assert capsys.readouterr().out.count("Unranked Memref") == 2


def test_precision_17_prints_doubles_that_read_back_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", program(tmp_path, "print [[1]] / 3\n"), "--precision", "17"]) == 0
    assert "[[0.33333333333333331]]" in capsys.readouterr().out


def test_json_is_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", program(tmp_path, "print [[1]] / 3\n"), "--json", "-O0"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"shape": [1, 1], "data": [1 / 3]}]


def test_products_are_reassociated_only_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # a @ b overflows; b @ c, which takes fewer multiplications, does not.
    lets = "let a = [[1e200], [1e200]]\nlet b = [[1e200, 0]]\nlet c = [[1e-200], [1]]\n"
    path = program(tmp_path, f"{lets}print a @ b @ c\n")
    assert main(["run", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["data"] == ["inf"] * 2
    assert main(["run", path, "--json", "--reassociate"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["data"] == [1e200] * 2


def test_a_program_is_simplified_only_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program(tmp_path, "print [[9.0]] * 0.1 * 0.1\n")
    for _ in range(2):  # the second time from the cache
        assert main(["run", path, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["data"] == [9.0 * 0.1 * 0.1]
        assert main(["run", path, "--json", "--simplify"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["data"] == [9.0 * (0.1 * 0.1)]
    assert 9.0 * 0.1 * 0.1 != 9.0 * (0.1 * 0.1)


def test_standard_input_is_read_for_a_dash() -> None:
    finished = run("run", "-", input="print [[4]]\n")
    assert "[[4]]" in finished.stdout
    wrong = run("run", "-", input="print q\n")
    assert wrong.stderr.startswith("<stdin>:1:7: error:")


def test_llvm_prints_the_kernels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["llvm", program(tmp_path, "print relu([[1]])\n"), "-O0"]) == 0
    text = capsys.readouterr().out
    assert "@relu.1x1" in text
    assert "define void @mg_program" in text


def test_a_mistake_is_one_message_on_standard_error_and_status_1(tmp_path: Path) -> None:
    finished = run("run", program(tmp_path, "print x\n"))
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert finished.stderr.endswith("program.mg:1:7: error: unknown name 'x'\nprint x\n      ^\n")


@pytest.mark.parametrize("command", ["run", "mlir", "llvm"])
def test_a_missing_file_is_one_line_and_status_2(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "nowhere.mg"]) == 2
    assert (
        capsys.readouterr().err == "nowhere.mg: error: cannot read it: No such file or directory\n"
    )


def test_a_file_that_is_not_utf_8_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "latin.mg"
    path.write_bytes(b"# caf\xe9\n")
    assert main(["run", str(path)]) == 2
    assert capsys.readouterr().err == f"{path}: error: not UTF-8 text (byte 5)\n"


@pytest.mark.parametrize("arguments", [[], ["run"], ["run", "x.mg", "-O7"], ["fly", "x.mg"]])
def test_wrong_use_is_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


def test_sizes_that_disagree_end_in_sigabrt_after_what_was_printed(tmp_path: Path) -> None:
    finished = run("run", program(tmp_path, MISMATCH))
    assert finished.returncode == -6
    assert "[[7]]" in finished.stdout
    assert "[[8]]" not in finished.stdout
    assert finished.stderr.count("\n") == 1
    assert "mg.add: sizes 1x1 and 2x1 disagree" in finished.stderr


@pytest.mark.parametrize("command", ["", "run", "build", "mlir", "opt", "llvm"])
def test_help_shows_an_example_and_does_not_wait_for_the_compiler(command: str) -> None:
    code = (
        "import sys\nfrom mgc.cli import main\n"
        "try:\n    main([*sys.argv[1:], '--help'])\n"
        "except SystemExit:\n    assert 'xdsl' not in sys.modules\n"
    )
    arguments = [command] if command else []
    shown = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    ).stdout
    assert f"mgc {command}".strip() in shown.split("example")[1]


def test_the_help_of_opt_names_every_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit):
        main(["opt", "--help"])
    shown = capsys.readouterr().out
    assert [name for name in PASSES if name not in shown] == []


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    file = program(tmp_path, "print [[1]]\n" * 10)
    with subprocess.Popen(
        [*COMMAND, "run", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_output_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        finished = subprocess.run(
            [*COMMAND, "run", program(tmp_path, "print [[1]]\n")],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert finished.returncode == 2
    assert finished.stderr == "error: cannot write the output: No space left on device\n"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert main(["build", program(tmp_path, "print [[1]]\n"), "-o", str(pipe)]) == 0
    assert os.read(reader, 4) == b"\x7fELF"
    os.close(reader)
    assert pipe.is_fifo()


def test_names_of_passes_may_stand_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = program(tmp_path, "print [[1]] + 2\n")
    assert main(["opt", file, "--passes", " simplify, dead-code"]) == 0
    apart = capsys.readouterr().out
    assert main(["opt", file, "--passes", "simplify,dead-code"]) == 0
    assert capsys.readouterr().out == apart


def test_every_pass_is_named_in_the_help() -> None:
    shown = " ".join(run("opt", "--help").stdout.split()).replace("- ", "-")
    assert [name for name in PASSES if name not in shown] == []


def test_opt_prints_the_program_after_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program(tmp_path, "let a = [[1]]\nprint a * 1\n")
    assert main(["opt", path]) == 0
    assert "mg.scalar" not in capsys.readouterr().out
    assert main(["opt", path, "--passes", "dead-code"]) == 0
    assert "mg.scalar" in capsys.readouterr().out
    assert main(["opt", path, "--passes", "fast"]) == 2
    assert "no pass 'fast'" in capsys.readouterr().err
