"""The tree that is built in: one build at a time, and no leftovers of earlier ones."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mgc.files import TEMPORARY
from tasks.record import load_record, stray_records
from tasks.step import digest_of

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


def remove_orphans(tasks: Iterable[Any]) -> None:
    """Remove what was made by steps that are no more, such as those of a deleted example.

    Only files that are still as they were made: what somebody edited since is theirs.
    """
    steps = [task.meta["step"] for task in tasks if task.meta]
    targets = {target for step in steps for target in step.targets}
    for file in stray_records(steps):
        record = load_record(file)
        for path, digest in ({} if record is None else record.targets).items():
            if path not in targets and digest is not None and digest_of(path) == digest:
                _remove(path)
        file.unlink()


def _remove(path: str) -> None:
    try:
        Path(path).unlink()
    except OSError as error:
        sys.stderr.write(f"doit: cannot remove {path}, which nothing makes: {error.strerror}\n")
    else:
        sys.stderr.write(f"doit: removed {path}, which nothing makes any more\n")


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
