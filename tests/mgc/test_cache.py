"""The cache of compiled programs."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import ModuleType

import pytest

import mgc
from mgc import cache
from mgc.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chosen = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(chosen))
    return chosen


def test_what_is_stored_is_loaded(folder: Path) -> None:
    cache.store("k", b"content")
    assert cache.load("k") == b"content"
    assert cache.load("other") is None


def test_a_damaged_entry_is_as_good_as_none(folder: Path) -> None:
    cache.store("k", b"content")
    data = (folder / "k").read_bytes()
    for damaged in (data[:-1], data[:-1] + b"x", b""):
        (folder / "k").write_bytes(damaged)
        assert cache.load("k") is None


def test_every_part_of_a_key_counts() -> None:
    keys = {cache.key_of("a", "b"), cache.key_of("ab", ""), cache.key_of("a", "c")}
    assert len(keys) == 3
    assert cache.key_of("a", "b") in keys


def test_the_code_of_every_package_counts(tmp_path: Path) -> None:
    package = ModuleType("package")
    package.__path__ = [str(tmp_path)]
    code = tmp_path / "folder" / "code.py"
    code.parent.mkdir()
    keys = set()
    for text in ("a = 1", "a = 2"):
        code.write_text(text)
        keys.add(cache.key_of("a", packages=[mgc, package]))
    assert len({*keys, cache.key_of("a", packages=[mgc]), cache.key_of("a", packages=[])}) == 4
    assert cache.key_of("a") == cache.key_of("a", packages=[mgc])


def test_what_is_remembered_is_made_once(folder: Path) -> None:
    made = iter([b"first", b"second"])
    assert cache.remembered("k", lambda: next(made)) == b"first"
    assert cache.remembered("k", lambda: next(made)) == b"first"
    (folder / "k").write_bytes(b"damaged")
    assert cache.remembered("k", lambda: next(made)) == b"second"


def test_an_empty_variable_turns_the_cache_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "")
    cache.store("k", b"content")
    assert cache.load("k") is None


def test_a_cache_that_cannot_be_written_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))
    cache.store("k", b"content")
    assert cache.load("k") is None


@pytest.mark.parametrize(("limit", "value"), [("MAX_ENTRIES", 2), ("MAX_BYTES", 100)])
def test_entries_that_were_not_used_for_longest_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(cache, limit, value)
    keys = [cache.key_of(name) for name in ("a", "b", "c")]
    for number, key in enumerate(keys):
        cache.store(key, b"content")
        if key != keys[-1]:
            os.utime(folder / key, (number, number))
    assert {path.name for path in folder.iterdir()} == set(keys[1:])


@pytest.mark.parametrize("name", ["thesis.txt", "notes/thesis.txt"])
def test_files_of_others_in_the_folder_are_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 0)
    other = folder / name
    other.parent.mkdir(parents=True)
    other.write_text("ten years of work")
    cache.store(cache.key_of("a"), b"content")
    assert [path for path in folder.rglob("*") if path.is_file()] == [other]


def test_what_a_killed_process_left_half_written_goes_after_a_day(folder: Path) -> None:
    folder.mkdir()
    entry = "0" * 64
    ages = {
        f".{entry}.0123abcd": cache.ABANDONED + 60,  # the only one that goes
        f".{entry}.4567cdef": cache.ABANDONED - 60,
        f".{entry}.not-ours": cache.ABANDONED + 60,
        ".note.txt.0123abcd": cache.ABANDONED + 60,
    }
    now = time.time()
    for name, age in ages.items():
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (now - age, now - age))
    cache.store("f" * 64, b"content")
    kept = list(ages)[1:]
    assert sorted(path.name for path in folder.iterdir()) == sorted([*kept, "f" * 64])


def test_a_changed_program_is_compiled_anew(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "program.mg"
    for number in ("4", "5"):
        path.write_text(f"print [[{number}]]\n")
        assert main(["run", str(path)]) == 0
        assert f"[[{number}]]" in capsys.readouterr().out
