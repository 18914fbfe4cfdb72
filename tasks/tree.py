"""The tree that is built in: one build at a time, and no leftovers of one that was killed."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mgc.files import TEMPORARY

_LOCK = Path("build/state/lock")


@contextmanager
def only_build_here() -> Iterator[None]:
    """Wait until no other build runs in this tree. The lock ends with the process, however that
    ends."""
    try:
        _LOCK.parent.mkdir(parents=True, exist_ok=True)
        lock = open(_LOCK, "a")  # noqa: SIM115
    except OSError:
        yield  # The first step that writes says what is wrong.
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.stderr.write("doit: waiting for another run in this folder\n")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def remove_leftovers(tasks: Iterable[Any]) -> None:
    """Remove files that a killed run had not yet moved to the place of a target."""
    targets = {Path(target) for task in tasks for target in task.targets}
    for folder in {target.parent for target in targets} | {Path("build/state/steps")}:
        if folder.is_dir():
            for path in folder.iterdir():
                match = TEMPORARY.fullmatch(path.name)
                is_state = folder.name == "steps"
                if match and (is_state or folder / match["target"] in targets):
                    path.unlink(missing_ok=True)
