"""A cache of what commands make: each entry by the content of everything it was made from.

A key holds the source text, the options that matter, the Python and the packages that made the
entry, so an entry never has to be checked for being out of date. An entry that cannot be read, is
damaged or cannot be written is as good as none: the cache never makes a command fail.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import mgc
from mgc.errors import FileError
from mgc.files import TEMPORARY, write_whole

# MGC_CACHE names another folder; an empty value turns the cache off.
VARIABLE = "MGC_CACHE"

# Past so many entries, or bytes of them, those not used for longest go.
MAX_ENTRIES = 500
MAX_BYTES = 1 << 28

# Seconds after which a temporary file was left behind by a process that was killed.
ABANDONED = 24 * 3600

_DIGEST_SIZE = hashlib.sha256().digest_size
_ENTRY = re.compile(f"[0-9a-f]{{{2 * _DIGEST_SIZE}}}")


def cache_folder() -> Path | None:
    """Where entries are kept, or nothing where there is no cache."""
    chosen = os.environ.get(VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, "mgc")


def key_of(*parts: str, packages: Sequence[ModuleType] = (mgc,)) -> str:
    """The name of an entry: a hash of everything it depends on.

    Args:
        parts: the program, the options, the machine.
        packages: whose code makes the entry.
    """
    digest = hashlib.sha256(sys.version.encode())
    for part in parts:
        digest.update(f"{len(part)}:".encode())
        digest.update(part.encode(errors="surrogatepass"))
    for package in packages:
        for folder in package.__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def remembered(key: str, make: Callable[[], bytes]) -> bytes:
    """The entry of this name, or what `make` gives, which then becomes the entry."""
    content = load(key)
    if content is None:
        content = make()
        store(key, content)
    return content


def load(key: str) -> bytes | None:
    """The entry of this name, if there is one and it is whole."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / key
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    content = data[_DIGEST_SIZE:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST_SIZE] else None


def store(key: str, content: bytes) -> None:
    """Keep an entry."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / key, hashlib.sha256(content).digest() + content)
        _prune(folder)
    except (OSError, FileError):
        return


def _prune(folder: Path) -> None:
    # Only what has the name of an entry, or of one half written: there may be other files.
    found = []
    oldest = time.time() - ABANDONED
    for entry in os.scandir(folder):
        if _ENTRY.fullmatch(entry.name):
            found.append((entry.stat(), entry))
        elif _is_half_an_entry(entry.name) and entry.stat().st_mtime < oldest:
            os.unlink(entry)
    found.sort(key=lambda pair: pair[0].st_mtime, reverse=True)
    total = 0
    for count, (facts, entry) in enumerate(found, start=1):
        total += facts.st_size
        if count > MAX_ENTRIES or total > MAX_BYTES:
            os.unlink(entry)


def _is_half_an_entry(name: str) -> bool:
    match = TEMPORARY.fullmatch(name)
    return match is not None and _ENTRY.fullmatch(match["target"]) is not None
