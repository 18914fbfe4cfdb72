"""Making a step: from the cache if it is there, else by running its action."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from doit.exceptions import TaskError, TaskFailed

from mgc.errors import CommandError, FileError
from mgc.files import write_whole
from tasks.cache import Entry, Target, open_cache
from tasks.code import forget_code
from tasks.errors import MissingTargetError, StepFailedError
from tasks.history import note
from tasks.record import forget_record, write_record
from tasks.step import Step


def perform(step: Step) -> dict[str, Any] | TaskFailed | TaskError:
    """Make a step's targets, and record and cache them.

    Returns:
        Where the result came from and what there is to say about it, for the reporter; or what
        doit is to show: a failure, with which it ends with status 1, where something is wrong with
        what the step reads, and an error, with status 2, where it lacks a file or a tool.
    """
    try:
        return _performed(step)
    except StepFailedError as error:
        return TaskFailed(str(error))
    except MissingTargetError as error:
        return TaskError(str(error))
    except CommandError as error:
        return (TaskFailed if error.exit_status == 1 else TaskError)(str(error))
    except OSError as error:
        return TaskError(
            f"{error.filename}: error: {error.strerror}" if error.filename else str(error)
        )


def _performed(step: Step) -> dict[str, Any]:
    for path in step.inputs:
        if not Path(path).exists():
            raise FileError(f"{path}: error: it is missing, and this step reads it")
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
    _run_action(step)
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
