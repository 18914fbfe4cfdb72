"""Files that appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from mgc.errors import FileError
from mgc.files import write_whole


def test_a_file_is_replaced_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")
    write_whole(path, "after \u00e9")
    assert path.read_bytes() == "after \u00e9".encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("executable", "mode"), [(False, 0o644), (True, 0o755)])
def test_the_mode_says_whether_it_is_a_program(tmp_path: Path, executable: bool, mode: int) -> None:
    path = tmp_path / "out"
    write_whole(path, b"", executable=executable)
    assert path.stat().st_mode & 0o777 == mode


def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    with pytest.raises(FileError, match="cannot write it: Is a directory"):
        write_whole(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]
    with pytest.raises(FileError, match="cannot write it: No such file or directory"):
        write_whole(tmp_path / "nowhere" / "out", "text")


def test_a_folder_without_a_name_is_no_file_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="cannot write it"):
        write_whole(Path(""), "text")
    assert not list(tmp_path.iterdir())
