"""A cached result as bytes: a digest of the rest, a line that describes it, the targets' content.

The digest covers everything after it, so that no damage, wherever it strikes, goes unseen.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_DIGEST_LENGTH = 64


class DamagedEntryError(Exception):
    """The bytes are not what was stored under that key."""


@dataclass(frozen=True)
class Target:
    """One file of a result."""

    path: str
    content: bytes
    executable: bool

    @classmethod
    def from_file(cls, path: str) -> Target:
        """The file as it stands."""
        return cls(path, Path(path).read_bytes(), os.access(path, os.X_OK))


@dataclass(frozen=True)
class Entry:
    """A step's result, and how many seconds its action took."""

    targets: list[Target]
    seconds: float

    def to_bytes(self, key: str) -> bytes:
        """The entry as it is stored under a key."""
        description = {
            "key": key,
            "seconds": self.seconds,
            "targets": [[one.path, len(one.content), one.executable] for one in self.targets],
        }
        body = json.dumps(description).encode() + b"\n"
        body += b"".join(target.content for target in self.targets)
        return sha256(body).hexdigest().encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, key: str, data: bytes) -> Entry:
        """The entry that was stored under a key.

        Raises:
            DamagedEntryError: anything about it is not as it was stored.
        """
        digest, body = data[:_DIGEST_LENGTH], data[_DIGEST_LENGTH + 1 :]
        if sha256(body).hexdigest().encode() != digest:
            raise DamagedEntryError("its digest is wrong")
        line, _, contents = body.partition(b"\n")
        description = json.loads(line)
        if description["key"] != key:
            raise DamagedEntryError("it belongs to another key")
        targets = []
        for path, length, executable in description["targets"]:
            targets.append(Target(path, contents[:length], executable))
            contents = contents[length:]
        return cls(targets, description["seconds"])
