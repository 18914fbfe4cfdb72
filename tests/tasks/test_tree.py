"""The tree that is built in."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

from tasks.record import Record
from tasks.step import digest_of
from tasks.tree import remove_orphans


def test_what_cannot_be_removed_is_told_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    targets = ["first.txt", "second.txt"]
    for target in targets:
        Path(target).write_text(target)
    state = Path("build/state/steps")
    state.mkdir(parents=True)
    record = Record("", {}, {}, {}, "", {target: digest_of(target) for target in targets}, 0.0)
    (state / "first.txt.json").write_text(json.dumps(asdict(record)))
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path == Path("first.txt"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    remove_orphans([])
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "doit: cannot remove first.txt, which nothing makes: Permission denied",
        "doit: removed second.txt, which nothing makes any more",
    ]
    assert [path.name for path in Path().glob("*.txt")] == ["first.txt"]
