"""Steps as doit wants them: a group of tasks with a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tasks.perform import perform
from tasks.reasons import is_current
from tasks.step import Step
from tasks.versions import missing_tools

# Targets that nobody makes in this run, with the tool that is missing for them.
_left_out: dict[str, str] = {}


def group(sentence: str, steps: Iterable[Step]) -> Iterator[dict[str, Any]]:
    """The group, and a task for each step.

    A step that needs a program that is not installed is left out, with all that follows from it;
    everything else still runs.
    """
    yield {"name": None, "doc": sentence}
    for step in steps:
        tool = _missing_for(step)
        if tool is None:
            yield _task(step)
        else:
            _left_out.update(dict.fromkeys(step.targets, tool))
            yield _left_out_task(step, tool)


def _missing_for(step: Step) -> str | None:
    for tool in missing_tools(step.tools):
        return tool
    return next((_left_out[path] for path in step.inputs if path in _left_out), None)


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


def _left_out_task(step: Step, tool: str) -> dict[str, Any]:
    return {
        "name": step.name,
        "doc": f"{step.sentence} (left out: {tool} is not installed)",
        "actions": [],
        "uptodate": [True],
        "meta": {"step": step, "left_out": tool},
    }
