"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from mgc.errors import FileError


def write_whole(path: Path, content: str | bytes, *, executable: bool = False) -> None:
    """Write a file by way of a temporary one beside it, so that nobody ever sees half of it.

    Raises:
        FileError: it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary = path.parent / f".{path.name}.{os.urandom(4).hex()}"
    try:
        with temporary.open("xb") as file:
            try:
                file.write(data)
                file.flush()
                os.fchmod(file.fileno(), 0o755 if executable else 0o644)
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise FileError(f"{path}: error: cannot write it: {error.strerror}") from None
