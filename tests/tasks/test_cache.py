"""The action cache: what it keeps, what it refuses to believe, and that it never fails a build."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tasks.cache import ActionCache, open_cache
from tasks.entry import DamagedEntryError, Entry, Target
from tasks.remote import RemoteStore
from tasks.store import FolderStore

KEY = "ab" + "0" * 62
ENTRY = Entry([Target("outputs/a.txt", b"one\n", False), Target("build/b", b"\x7fELF", True)], 1.5)
LARGE = 1_000_000


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and nothing on the terminal."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A real web server on this machine, and the folder that it serves."""
    folder = tmp_path / "served"
    folder.mkdir()
    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}", folder
        running.shutdown()


def folder_cache(folder: Path) -> ActionCache:
    return ActionCache(FolderStore(folder, LARGE), None, False)


def test_an_entry_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    folder_cache(tmp_path).store(KEY, ENTRY)
    assert folder_cache(tmp_path).load(KEY) == ENTRY


def test_an_entry_is_not_found_under_another_key(tmp_path: Path) -> None:
    folder_cache(tmp_path).store(KEY, ENTRY)
    assert folder_cache(tmp_path).load("cd" + "0" * 62) is None


def test_a_change_of_any_byte_is_noticed() -> None:
    data = ENTRY.to_bytes(KEY)
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 1
        if position != 64:  # The line's end after the digest says nothing.
            with pytest.raises(DamagedEntryError):
                Entry.from_bytes(KEY, bytes(damaged))


def test_an_entry_of_another_key_is_not_believed() -> None:
    with pytest.raises(DamagedEntryError):
        Entry.from_bytes("cd" + "0" * 62, ENTRY.to_bytes(KEY))


@pytest.mark.parametrize("content", [b"", b"half", ENTRY.to_bytes(KEY)[:-1]])
def test_a_damaged_entry_is_removed_and_mentioned(tmp_path: Path, content: bytes) -> None:
    cache = folder_cache(tmp_path)
    cache.store(KEY, ENTRY)
    path = tmp_path / KEY[:2] / KEY
    path.write_bytes(content)
    assert cache.load(KEY) is None
    assert not path.exists()
    assert "damaged" in cache.warnings[0]


def test_the_least_recently_used_entries_give_way(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, 1000)
    keys = [f"{number:02d}" + "0" * 62 for number in range(5)]
    for age, key in enumerate(keys[:4]):
        store.write(key, b"x" * 240)
        os.utime(tmp_path / key[:2] / key, (age, age))
    assert store.read(keys[0]) is not None
    store.write(keys[4], b"x" * 240)
    kept = [key for key in keys if (tmp_path / key[:2] / key).exists()]
    assert kept == [keys[0], keys[3], keys[4]]
    assert store.size() == 720


def test_the_size_survives_a_lost_count(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, LARGE)
    store.write(KEY, b"x" * 100)
    (tmp_path / "size").write_text("nonsense")
    assert store.size() == 100


def test_an_entry_larger_than_the_bound_is_not_kept(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, 100)
    store.write(KEY, b"x" * 101)
    assert store.count() == 0


def test_a_folder_that_cannot_be_used_is_mentioned_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = folder_cache(tmp_path / "file" / "cache")
    for _ in range(3):
        assert cache.load(KEY) is None
        cache.store(KEY, ENTRY)
    assert len(cache.warnings) == 1


def test_what_a_remote_has_is_kept_in_the_folder(tmp_path: Path) -> None:
    remote = RemoteStore(f"file://{tmp_path}/remote")
    remote.write(KEY, ENTRY.to_bytes(KEY))
    cache = ActionCache(FolderStore(tmp_path / "local", LARGE), remote, False)
    assert cache.load(KEY) == ENTRY
    assert folder_cache(tmp_path / "local").load(KEY) == ENTRY


@pytest.mark.parametrize("allowed", [False, True])
def test_a_remote_is_written_only_where_allowed(allowed: bool) -> None:
    remote = RemoteStore(f"memory://{'written' if allowed else 'read'}")
    ActionCache(None, remote, allowed).store(KEY, ENTRY)
    assert (remote.read(KEY) is not None) == allowed


def test_a_remote_that_lies_is_not_believed(tmp_path: Path) -> None:
    remote = RemoteStore("memory://lies")
    remote.write(KEY, ENTRY.to_bytes(KEY).replace(b"one", b"two"))
    cache = ActionCache(FolderStore(tmp_path, LARGE), remote, False)
    assert cache.load(KEY) is None
    assert folder_cache(tmp_path).load(KEY) is None


def test_a_remote_leaves_no_temporary_file(tmp_path: Path) -> None:
    RemoteStore(f"file://{tmp_path}").write(KEY, b"bytes")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "ab" / KEY]


def test_a_web_server_serves_entries(server: tuple[str, Path]) -> None:
    url, folder = server
    RemoteStore(f"file://{folder}").write(KEY, ENTRY.to_bytes(KEY))
    cache = ActionCache(None, RemoteStore(url), False)
    assert cache.load(KEY) == ENTRY
    assert cache.load("cd" + "0" * 62) is None
    assert cache.warnings == []


def test_a_web_server_that_is_away_is_mentioned_once() -> None:
    cache = ActionCache(None, RemoteStore("http://127.0.0.1:9"), False)
    assert cache.load(KEY) is None
    assert cache.load(KEY) is None
    assert len(cache.warnings) == 1


def test_the_extra_is_advised_only_where_it_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MG_CACHE_URL", "bogus://x")
    open_cache.cache_clear()
    (warning,) = open_cache().warnings
    open_cache.cache_clear()
    assert warning == "cannot use MG_CACHE_URL: Protocol not known: bogus; going on without it"
