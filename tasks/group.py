"""Steps as doit wants them: a group of tasks with a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tasks.perform import perform
from tasks.reasons import is_current
from tasks.step import Step


def group(sentence: str, steps: Iterable[Step]) -> Iterator[dict[str, Any]]:
    """The group, and a task for each step."""
    yield {"name": None, "doc": sentence}
    for step in steps:
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
