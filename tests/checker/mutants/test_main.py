"""The command that tries mutants: shares of them, and processes that are killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from checker.mutants import __main__ as command
from checker.mutants.__main__ import _parser, _share, main
from checker.mutants.catalogue import MUTANTS
from checker.mutants.mutant import Mutant


def test_shards_cover_every_mutant_once() -> None:
    shares = [_share(_parser(), f"{k}/3") for k in (1, 2, 3)]
    assert sorted(m.id for share in shares for m in share) == sorted(m.id for m in MUTANTS)


@pytest.mark.parametrize("shard", ["0/3", "4/3", "one", "1"])
def test_a_share_that_does_not_exist_is_wrong_use(shard: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--shard", shard])
    assert ended.value.code == 2


def test_a_worker_that_is_killed_ends_the_command_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Court:
        def __init__(self, examples: Path) -> None: ...

        def try_mutant(self, mutant: Mutant) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(command, "Court", Court)
    assert main(["--results", str(tmp_path), "--outputs", str(tmp_path)]) == 1
    assert "was killed, perhaps for want of memory" in capsys.readouterr().err
