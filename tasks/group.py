"""Steps as doit wants them: a group of tasks with a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from doit.exceptions import InvalidTask

from tasks.perform import perform
from tasks.reasons import is_current
from tasks.step import Step


def group(sentence: str, steps: Iterable[Step]) -> Iterator[dict[str, Any]]:
    """The group, and a task for each step.

    Raises:
        InvalidTask: two steps share a name, or a name is none that doit can take.
    """
    yield {"name": None, "doc": sentence}
    known: dict[str, Step] = {}
    for step in steps:
        other = known.setdefault(step.name, step)
        if other is not step:
            raise InvalidTask(
                f"cannot tell apart: {other.sentence}, and {step.sentence}; rename an example"
            )
        if "=" in step.name:
            raise InvalidTask(f"cannot {step.sentence}: its name holds a '='; rename it")
        yield _task(step)


def _task(step: Step) -> dict[str, Any]:
    return {
        "name": step.name,
        "doc": step.sentence,
        "actions": [(perform, [step])],
        "file_dep": list(step.inputs),
        "targets": list(step.targets),
        "uptodate": [(is_current, [step])],
        "clean": True,
        "meta": {"step": step},
    }
