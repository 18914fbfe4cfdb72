"""A folder of cached results, bounded in size; the least recently used give way."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mgc.errors import FileError
from mgc.files import write_whole

# Removal goes somewhat below the bound, so that it is not needed again at once.
_KEPT_SHARE = 0.9


class FolderStore:
    """Bytes by key. Any number of processes may use one folder at the same time."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit

    def read(self, key: str) -> bytes | None:
        """What is stored, None if there is nothing.

        Raises:
            OSError: the folder cannot be read.
        """
        path = self._path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        with suppress(OSError):  # A folder that is read-only does without the time of last use.
            os.utime(path)
        return data

    def write(self, key: str, data: bytes) -> None:
        """Store bytes under a key, and remove old entries if the folder is full.

        Raises:
            OSError: it cannot be written.
        """
        if len(data) > self._limit * _KEPT_SHARE:
            return
        path = self._path(key)
        before = path.stat().st_size if path.exists() else 0
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_whole(path, data)
        except FileError as error:
            raise OSError(str(error)) from None
        with self._locked():
            known = self._known_size()
            size = self._scan() if known is None else known + len(data) - before
            self._set_size(self._trim(size))

    def remove(self, key: str) -> None:
        """Remove an entry, if it is there."""
        self._path(key).unlink(missing_ok=True)

    def size(self) -> int:
        """The bytes in the folder, kept in a file of its own so that storing does not count."""
        known = self._known_size()
        return self._scan() if known is None else known

    def count(self) -> int:
        """The number of entries."""
        return sum(1 for _ in self._entries())

    def _known_size(self) -> int | None:
        try:
            return int(self._size_file.read_text())
        except (OSError, ValueError):
            return None

    def _scan(self) -> int:
        return sum(status.st_size for _, status in self._entries())

    def _trim(self, size: int) -> int:
        if size <= self._limit:
            return size
        entries = sorted(self._entries(), key=lambda entry: entry[1].st_mtime_ns)
        size = sum(status.st_size for _, status in entries)
        for path, status in entries:
            if size <= self._limit * _KEPT_SHARE:
                break
            path.unlink(missing_ok=True)
            size -= status.st_size
        return size

    def _entries(self) -> Iterator[tuple[Path, os.stat_result]]:
        # What a killed process left half written counts and ages as well.
        for path in self._folder.glob("??/*"):
            try:
                yield path, path.stat()
            except FileNotFoundError:
                continue  # Another process removed it.

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with open(self._folder / "lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # Released when the file is closed, or on a kill.
            yield

    @property
    def _size_file(self) -> Path:
        return self._folder / "size"

    def _set_size(self, size: int) -> None:
        self._size_file.write_text(str(size))

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key
