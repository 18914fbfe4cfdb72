"""How commands end."""

from __future__ import annotations

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
