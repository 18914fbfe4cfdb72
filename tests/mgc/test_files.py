"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
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


@pytest.fixture
def umask() -> Iterator[None]:
    """Set back what a test sets."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize(
    ("executable", "mask", "mode"),
    [(False, 0o022, 0o644), (True, 0o022, 0o755), (False, 0o077, 0o600), (True, 0o027, 0o750)],
)
def test_the_mode_says_whether_it_is_a_program_and_who_may_read_it(
    tmp_path: Path, executable: bool, mask: int, mode: int
) -> None:
    path = tmp_path / "out"
    os.umask(mask)
    write_whole(path, b"", executable=executable)
    assert path.stat().st_mode & 0o777 == mode


def test_a_link_stays_a_link_to_what_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "folder" / "target"
    target.parent.mkdir()
    target.write_text("before")
    link = tmp_path / "link"
    link.symlink_to("folder/target")
    write_whole(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_ones_own_output_is_added_to(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n")
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    code = (
        "import sys; from pathlib import Path; from mgc.files import write_whole; "
        "write_whole(Path(sys.argv[1]), 'text')"
    )
    with log.open("a") as output:
        subprocess.run([sys.executable, "-c", code, link], stdout=output, check=True)
    assert log.read_text() == "before\ntext"
    assert link.is_symlink()


def test_half_a_character_of_a_file_name_becomes_a_question_mark(tmp_path: Path) -> None:
    path = tmp_path / "out"
    write_whole(path, f"of {os.fsdecode(bytes([0xFF]))}")
    assert path.read_text() == "of ?"


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
