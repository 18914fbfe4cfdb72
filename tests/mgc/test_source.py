"""A program's text and its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from mgc.errors import FileError
from mgc.source import Source


def test_the_base_name_can_be_written_whatever_bytes_the_file_name_is_made_of() -> None:
    name = b"folder/caf\xe9.mg".decode(errors="surrogateescape")
    assert Source(name, "").base_name.encode() == b"caf?.mg"


def test_both_line_ends_end_a_line() -> None:
    assert Source("p.mg", "a\r\nb\nc").lines == ["a", "b", "c"]


def test_a_byte_order_mark_is_no_part_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "p.mg"
    path.write_bytes(b"\xef\xbb\xbfprint x\n")
    assert Source.from_file(path).text == "print x\n"
    path.write_bytes(b"\xef\xbb\xbf\xff")
    with pytest.raises(FileError, match=r"not UTF-8 text \(byte 3\)"):
        Source.from_file(path)


def test_an_empty_name_is_shown_as_such() -> None:
    with pytest.raises(FileError, match=r"^'': error: cannot read it: No such file or directory"):
        Source.named("")


def test_control_characters_are_not_sent_to_a_terminal() -> None:
    shown = Source("p.mg", "let\tx \x1b[2J\x9b\x00 = 1\n").describe("so", 1, 7)
    assert shown == "p.mg:1:7: error: so\nlet\tx \ufffd[2J\ufffd\ufffd = 1\n   \t  ^"
