"""How commands end."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from mgc.command import finished
from mgc.errors import CommandError, FileError


class WrongError(CommandError):
    exit_status = 1


def test_work_that_is_done_is_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert finished(lambda: print("work")) == 0
    assert capsys.readouterr().out == "work\n"


@pytest.mark.parametrize(("error", "status"), [(WrongError("so"), 1), (FileError("so"), 2)])
def test_an_error_is_its_message_and_its_status(
    error: CommandError, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise error

    assert finished(work) == status
    assert capsys.readouterr().err == "so\n"


def test_what_is_no_users_mistake_is_not_hidden() -> None:
    def work() -> None:
        raise KeyError("a defect")

    with pytest.raises(KeyError):
        finished(work)


def ended(code: str, before: str = "", after: str = "") -> subprocess.CompletedProcess[bytes]:
    """How a process ends whose work is the given line; a shell prepares its output."""
    program = (
        "import os, signal, sys\nfrom mgc.command import finished\n"
        f"sys.exit(finished(lambda: {code}))"
    )
    return subprocess.run(
        ["sh", "-c", f'{before} exec "$0" "$@" {after}', sys.executable, "-c", program],
        capture_output=True,
        check=False,
    )


def test_an_interrupt_ends_the_process_as_if_unhandled_and_says_nothing() -> None:
    interrupted = ended("os.kill(os.getpid(), signal.SIGINT)")
    assert interrupted.returncode == -signal.SIGINT
    assert interrupted.stderr == b""


def test_output_that_is_closed_is_a_message() -> None:
    closed = ended("sys.stdout.write('text')", after=">&-")
    assert closed.returncode == 2
    assert closed.stderr == b"error: cannot write the output: Bad file descriptor\n"


def test_what_prints_nothing_needs_no_output() -> None:
    assert ended("None", after=">&-").returncode == 0


def test_output_is_utf_8_whatever_the_locale() -> None:
    printed = ended("print('\u2026' + os.fsdecode(bytes([255])))", before="PYTHONIOENCODING=ascii")
    assert printed.stdout == "\u2026".encode() + b"\xff\n"
    assert printed.returncode == 0


def test_a_message_that_nobody_can_read_changes_no_status() -> None:
    code = "open(os.devnull + '/x')"
    assert ended(code).stderr == b"error: cannot write the output: Not a directory\n"
    assert ended(code, after="2>/dev/full").returncode == 2
    assert ended(code, after="2>&-").returncode == 2
