"""A program's text and its name."""

from __future__ import annotations

from mgc.source import Source


def test_the_base_name_can_be_written_whatever_bytes_the_file_name_is_made_of() -> None:
    name = b"folder/caf\xe9.mg".decode(errors="surrogateescape")
    assert Source(name, "").base_name.encode() == b"caf?.mg"


def test_both_line_ends_end_a_line() -> None:
    assert Source("p.mg", "a\r\nb\nc").lines == ["a", "b", "c"]
