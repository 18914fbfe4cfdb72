"""The pipeline, as `doit` sees it: one task creator for each kind of artifact.

`doit` makes everything that is out of date, `doit list` explains the tasks, `doit TASK` makes one
of them, and `doit why` says what would run and for which reason. A creator returns a group of
steps: an action with its inputs and targets. When a step is out of date stands in `tasks/step.py`,
where results are kept for other clones and branches in `tasks/cache.py`.
"""

import os
from collections.abc import Iterator
from typing import Any

from tasks import check, cost, descend, generate, mutate, run, worked_example
from tasks.doit_state import NeverModified
from tasks.group import group

# Every mutant depends on every example, so one edit would try them all: they wait to be asked for.
DEFAULT_TASKS = [
    *("generate", "execute", "worked_example", "check", "descend"),
    *cost.default_tasks(),
]

DOIT_CONFIG = {
    "default_tasks": DEFAULT_TASKS,
    "num_process": min(os.cpu_count() or 1, 8),
    "continue": True,
    "reporter": "steps",
    # Content decides what is current, see tasks/doit_state.py; doit's own memory stays unused.
    "backend": "no-memory",
    "check_file_uptodate": NeverModified,
}


def task_generate() -> Iterator[dict[str, Any]]:
    """Write the gradient program of every example (outputs/generated/)."""
    return group("write the gradient program of every example", generate.steps())


def task_execute() -> Iterator[dict[str, Any]]:
    """Compile and run every example and every gradient program (outputs/run/)."""
    return group("compile and run every example and every gradient program", run.steps())


def task_worked_example() -> Iterator[dict[str, Any]]:
    """Keep the chapter's two files of the worked example (outputs/)."""
    return group("the chapter's two files of the worked example", worked_example.steps())


def task_check() -> Iterator[dict[str, Any]]:
    """Check every gradient against independent evidence (outputs/check_autograd_out.txt)."""
    return group("check every gradient against independent evidence", check.steps())


def task_descend() -> Iterator[dict[str, Any]]:
    """Take ten gradient-descent steps (outputs/descend_out.txt, outputs/descend.svg)."""
    return group("take ten gradient-descent steps, as a table and a curve", descend.steps())


def task_mutate() -> Iterator[dict[str, Any]]:
    """Try every check on wrong versions of the differentiator (outputs/mutation_out.txt)."""
    return group("try every check on wrong versions of the differentiator", mutate.steps())


def task_cost() -> Iterator[dict[str, Any]]:
    """Count the instructions of the big programs, line by line (outputs/cost_out.txt)."""
    return group("count the instructions of the big programs, line by line", cost.steps())


def task_cost_check() -> dict[str, Any]:
    """Compare the counts with those of the last commit; fails where one grew."""
    return cost.growth_task()


def task_all() -> dict[str, Any]:
    """Make everything, the mutation report included."""
    return {"actions": None, "task_dep": [*DEFAULT_TASKS, "mutate"]}
