"""Making a step: from the cache if it is there, else by running its action."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from doit.exceptions import TaskFailed

from mgc.files import write_whole
from tasks.cache import Entry, Target, open_cache
from tasks.code import forget_code
from tasks.errors import MissingTargetError, StepFailedError
from tasks.history import note
from tasks.record import forget_record, write_record
from tasks.step import Step


def perform(step: Step) -> dict[str, Any] | TaskFailed:
    """Make a step's targets, and record and cache them.

    Returns:
        Where the result came from and what there is to say about it, for the reporter; or a
        failure for doit to show, with which it ends with status 1.

    Raises:
        MissingTargetError: the action did not make a target.
    """
    for target in step.targets:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
    cache = open_cache()
    parts = step.parts()
    entry = cache.load(parts.key)
    if entry is not None and [target.path for target in entry.targets] == list(step.targets):
        _restore(entry)
        write_record(step, parts, entry.seconds)
        note(step, "restored", entry.seconds)
        return {"from_cache": True, "warnings": cache.warnings}
    started = time.perf_counter()
    try:
        _run_action(step)
    except StepFailedError as error:
        return TaskFailed(str(error))
    seconds = time.perf_counter() - started
    made = Entry([Target.from_file(target) for target in step.targets], seconds)
    forget_code()
    if step.parts().key == parts.key:
        cache.store(parts.key, made)
        write_record(step, parts, seconds)
    else:
        # Something was edited meanwhile: nobody knows which version the targets belong to.
        forget_record(step)
    note(step, "made", seconds)
    return {"from_cache": False, "warnings": cache.warnings}


def _run_action(step: Step) -> None:
    before = {target: _identity(target) for target in step.targets}
    step.action(**step.arguments)
    for target in step.targets:
        if _identity(target) in (None, before[target]):
            raise MissingTargetError(f"{step.name}: {target} was not made")


def _identity(path: str) -> tuple[int, int] | None:
    """Changes whenever the file is written."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _restore(entry: Entry) -> None:
    for target in entry.targets:
        path = Path(target.path)
        if not (path.is_file() and Target.from_file(target.path) == target):
            write_whole(path, target.content, executable=target.executable)
