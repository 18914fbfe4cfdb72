"""The pipeline, as `doit` sees it: one task creator for each kind of artifact.

`doit` makes everything that is out of date, `doit list` explains the tasks, and `doit TASK` makes
one of them. How a step decides that it is current stands in `tasks/step.py`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tasks import check, cost, descend, generate, mutate, run, worked_example
from tasks.step import Step

DOIT_CONFIG = {
    "backend": "sqlite3",
    "dep_file": ".doit.db",
    "default_tasks": [
        *("generate", "execute", "worked_example", "check", "descend", "mutate"),
        *cost.default_tasks(),
    ],
}


def _group(sentence: str, steps: Iterable[Step]) -> Iterator[dict[str, Any]]:
    yield {"name": None, "doc": sentence}
    for step in steps:
        yield step.task()


def task_generate() -> Iterator[dict[str, Any]]:
    """Write the gradient program of every example (outputs/generated/)."""
    return _group("write the gradient program of every example", generate.steps())


def task_execute() -> Iterator[dict[str, Any]]:
    """Compile and run every example and every gradient program (outputs/run/)."""
    return _group("compile and run every example and every gradient program", run.steps())


def task_worked_example() -> Iterator[dict[str, Any]]:
    """Keep the chapter's two files of the worked example (outputs/)."""
    return _group("the chapter's two files of the worked example", worked_example.steps())


def task_check() -> Iterator[dict[str, Any]]:
    """Check every gradient against independent evidence (outputs/check_autograd_out.txt)."""
    return _group("check every gradient against independent evidence", check.steps())


def task_descend() -> Iterator[dict[str, Any]]:
    """Take ten gradient-descent steps (outputs/descend_out.txt, outputs/descend.svg)."""
    return _group("take ten gradient-descent steps, as a table and a curve", descend.steps())


def task_mutate() -> Iterator[dict[str, Any]]:
    """Try every check on wrong versions of the differentiator (outputs/mutation_out.txt)."""
    return _group("try every check on wrong versions of the differentiator", mutate.steps())


def task_cost() -> Iterator[dict[str, Any]]:
    """Count the instructions of the big programs, line by line (outputs/cost_out.txt)."""
    return _group("count the instructions of the big programs, line by line", cost.steps())


def task_cost_check() -> dict[str, Any]:
    """Compare the counts with those of the last commit; fails where one grew."""
    return cost.growth_task()
