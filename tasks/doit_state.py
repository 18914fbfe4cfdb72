"""What makes doit leave the question whether a task is current to our keys.

doit's own memory compares times before content, holds one earlier state a task, is lost when a run
is killed and locked when two runs meet; the records of `tasks/record.py` have none of these faults.
Inputs are still declared to doit, which orders the tasks by them.
"""

from __future__ import annotations

from typing import Any

from doit.dependency import FileChangedChecker


class NoMemory:
    """A doit backend that remembers nothing from one run to the next."""

    desc = "no memory: whether a task is current is decided by its key"

    def __init__(self, name: str, codec: object, module_name: str | None = None) -> None:
        self.name = name
        self._values: dict[str, object] = {}

    def get(self, task: str, what: str) -> object:
        """The values of this run; for an input, that it was seen; nothing else."""
        if what == "_values_:":
            return self._values.get(task)
        return None if what.endswith(":") else "seen"

    def set(self, task: str, what: str, value: object) -> None:
        """Keep a task's values until the run ends."""
        if what == "_values_:":
            self._values[task] = value

    def in_(self, task: str) -> bool:
        """Whether the task has run."""
        return task in self._values

    def remove(self, task: str) -> None:
        """Forget a task."""
        self._values.pop(task, None)

    def remove_all(self) -> None:
        """Forget everything."""
        self._values.clear()

    def dump(self) -> None:
        """Nothing to save."""


class NeverModified(FileChangedChecker):  # type: ignore[misc]
    """Leaves changes to the key, which covers every input by content."""

    def check_modified(self, file_path: str, file_stat: Any, state: Any) -> bool:
        """Always False."""
        return False

    def get_state(self, dep: str, current_state: Any) -> None:
        """Nothing to remember."""
