"""What the commands that look at the task graph have in common."""

from __future__ import annotations

from typing import Any

from doit.cmd_base import DoitCmdBase
from doit.control import TaskControl

from tasks.step import Step


class GraphCommand(DoitCmdBase):  # type: ignore[misc]
    """A command on the selected tasks, by default all, and everything they depend on."""

    doc_usage = "[TASK ...]"

    def say(self, line: str) -> None:
        """Write a line of the command's result."""
        self.outstream.write(line + "\n")

    def steps(self) -> list[tuple[str, Step]]:
        """The steps with the names of their tasks, in an order in which they can run."""
        control = TaskControl(self.task_list)
        control.process(self.sel_tasks)
        ordered: dict[str, Any] = {}
        pending = [(name, False) for name in reversed(control.selected_tasks)]
        while pending:
            name, is_ready = pending.pop()
            task = control.tasks[name]
            if is_ready:
                ordered[name] = task
            elif name not in ordered:
                pending.append((name, True))
                pending.extend((other, False) for other in reversed(task.task_dep))
        return [(name, task.meta["step"]) for name, task in ordered.items() if task.meta]
