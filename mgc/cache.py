"""A cache of compiled programs: object code by the content of everything it was made from.

The key holds the source text, the level, the machine, and this package itself, so an entry never
has to be checked for being out of date. An entry that cannot be read, is damaged or cannot be
written is as good as none: the cache never makes a command fail.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from mgc.errors import FileError
from mgc.files import write_whole

# MGC_CACHE names another folder; an empty value turns the cache off.
VARIABLE = "MGC_CACHE"

# Past this many entries those not used for longest go.
MAX_ENTRIES = 500

_DIGEST_SIZE = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """Where entries are kept, or nothing where there is no cache."""
    chosen = os.environ.get(VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, "mgc")


def key_of(*parts: str) -> str:
    """The name of an entry: a hash of its parts and of this package.

    Args:
        parts: everything else the entry depends on.
    """
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)}:".encode())
        digest.update(part.encode(errors="surrogatepass"))
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


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
    entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    if len(entries) > MAX_ENTRIES:
        entries.sort(key=lambda entry: entry.stat().st_mtime)
        for entry in entries[: len(entries) - MAX_ENTRIES]:
            entry.unlink(missing_ok=True)
