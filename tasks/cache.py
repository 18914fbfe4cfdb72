"""The action cache: results by the key of all that went into them.

Shared by clones, branches and runs at the same time: a folder, and behind it a remote store if one
is named. No failure of the cache fails a build, and nothing is believed before it is verified.

Environment:
    MG_CACHE_DIR: the folder; the user's cache directory without it, no cache if it is empty.
    MG_CACHE_SIZE: its bound in bytes, or with a K, M or G; 1G without it.
    MG_CACHE_URL: a remote store, in any form that fsspec understands.
    MG_CACHE_WRITE: 1 to store results in the remote as well; it is only read otherwise.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Protocol

from tasks.entry import DamagedEntryError, Entry, Target
from tasks.store import FolderStore

__all__ = ["ActionCache", "Entry", "Target", "cache_folder", "open_cache"]

_UNITS = {"K": 1024, "M": 1024**2, "G": 1024**3}
_DEFAULT_LIMIT = 1024**3


class Store(Protocol):
    """Bytes by key."""

    def read(self, key: str) -> bytes | None:
        """What is stored, None if there is nothing."""

    def write(self, key: str, data: bytes) -> None:
        """Store bytes under a key."""

    def remove(self, key: str) -> None:
        """Remove an entry, if it is there."""


class ActionCache:
    """Results by key in up to two stores; what goes wrong becomes a warning."""

    def __init__(self, local: Store | None, remote: Store | None, writes_remote: bool) -> None:
        self._local = local
        self._remote = remote
        self._writes_remote = writes_remote
        self.warnings: list[str] = []

    def load(self, key: str) -> Entry | None:
        """The result stored under a key, None if there is none that can be trusted."""
        entry, _ = self._read(self._local, key, "cache")
        if entry is not None:
            return entry
        entry, data = self._read(self._remote, key, "remote cache")
        if entry is not None:
            self._write(self._local, key, data, "cache")
        return entry

    def store(self, key: str, entry: Entry) -> None:
        """Keep a result that was made and verified just now."""
        data = entry.to_bytes(key)
        self._write(self._local, key, data, "cache")
        if self._writes_remote:
            self._write(self._remote, key, data, "remote cache")

    def _read(self, store: Store | None, key: str, name: str) -> tuple[Entry | None, bytes]:
        if store is None:
            return None, b""
        try:
            data = store.read(key)
            return (None, b"") if data is None else (Entry.from_bytes(key, data), data)
        except DamagedEntryError as error:
            self._warn(f"the {name} held a damaged entry ({error}), which is not used")
            self._remove(store, key)
        except Exception as error:  # A remote may fail in any way; a build must not.
            self._fail(store, f"cannot read the {name}: {_words(error)}")
        return None, b""

    def _write(self, store: Store | None, key: str, data: bytes, name: str) -> None:
        if store is None:
            return
        try:
            store.write(key, data)
        except Exception as error:
            self._fail(store, f"cannot write to the {name}: {_words(error)}")

    def _remove(self, store: Store, key: str) -> None:
        if store is self._local or self._writes_remote:
            try:
                store.remove(key)
            except Exception as error:
                self._fail(store, f"cannot remove the damaged entry: {_words(error)}")

    def _fail(self, store: Store, message: str) -> None:
        """Say it once, and do without the store for the rest of this process."""
        self._warn(f"{message}; going on without it")
        if store is self._local:
            self._local = None
        else:
            self._remote = None

    def _warn(self, message: str) -> None:
        if message not in self.warnings:
            self.warnings.append(message)


@cache
def open_cache() -> ActionCache:
    """The cache that the environment names."""
    warnings = []
    folder = cache_folder()
    local: Store | None = FolderStore(folder, limit()) if folder is not None else None
    remote: Store | None = None
    url = os.environ.get("MG_CACHE_URL")
    if url:
        try:
            from tasks.remote import RemoteStore

            remote = RemoteStore(url)
        except Exception as error:
            remedy = (
                " (it needs: pip install 'mountain-goat-autograd[cache]')"
                if isinstance(error, ModuleNotFoundError)
                else ""
            )
            warnings.append(
                f"cannot use MG_CACHE_URL: {_words(error)}; going on without it{remedy}"
            )
    opened = ActionCache(local, remote, os.environ.get("MG_CACHE_WRITE") == "1")
    opened.warnings.extend(warnings)
    return opened


def cache_folder() -> Path | None:
    """Where results are kept, None if that is switched off."""
    chosen = os.environ.get("MG_CACHE_DIR")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "mountain-goat-autograd"


def limit() -> int:
    """The bound of the folder in bytes; a size that makes no sense is as if there were none."""
    text = os.environ.get("MG_CACHE_SIZE", "").strip().upper().removesuffix("B")
    unit = _UNITS.get(text[-1:], 1)
    digits = text[:-1] if unit > 1 else text
    return int(digits) * unit if digits.isdecimal() else _DEFAULT_LIMIT


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
