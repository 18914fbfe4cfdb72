"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mgc.errors import FileError

TEMPORARY = re.compile(r"\.(?P<target>.+)\.[0-9a-f]{8}")
"""The names of the temporary files; one that is there for long was left by a killed process."""


def write_whole(path: Path, content: str | bytes, *, executable: bool = False) -> None:
    """Write a file by way of a temporary one beside it, so that nobody ever sees half of it.

    A link stays a link. What is no file, such as a device or a pipe, is written to and not
    replaced. `?` stands for what no text can hold, half a character in the name of a file.

    Raises:
        FileError: it cannot be written.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    try:
        if _is_stream(path):
            with path.open("ab") as stream:
                stream.write(data)
        else:
            _replace(Path(os.path.realpath(path)) if path.is_symlink() else path, data, executable)
    except OSError as error:
        raise FileError(f"{path}: error: cannot write it: {error.strerror}") from None


def _is_stream(path: Path) -> bool:
    """Whether what is written there goes elsewhere: a device, a pipe, this process's own output.

    Raises:
        IsADirectoryError: it is a folder.
    """
    try:
        found = path.stat()
    except OSError:
        return False
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return not stat.S_ISREG(found.st_mode) or any(
        os.path.samestat(found, own) for own in _own_output()
    )


def _own_output() -> Iterator[os.stat_result]:
    for descriptor in (1, 2):
        with suppress(OSError):
            yield os.fstat(descriptor)


def _replace(path: Path, data: bytes, executable: bool) -> None:
    temporary = path.parent / f".{path.name}.{os.urandom(4).hex()}"
    with temporary.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            if executable:
                # For all who may read it, which the user's umask has decided.
                mode = os.fstat(file.fileno()).st_mode
                os.fchmod(file.fileno(), mode | (mode & 0o444) >> 2)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
