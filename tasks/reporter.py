"""What `doit` says while it runs: a live view on a terminal, plain lines anywhere else."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, Protocol, TextIO

from doit.exceptions import TaskFailed, UnmetDependency

from tasks.live import LiveView


class View(Protocol):
    """Shows progress."""

    def started(self, name: str) -> None:
        """A step runs now."""

    def finished(self, name: str, count: str, note: str) -> None:
        """A step has a result."""

    def close(self) -> None:
        """Nothing more will come but plain lines."""


class PlainView:
    """A line for each step that has a result."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def started(self, name: str) -> None:
        """Say nothing: what matters is the result."""

    def finished(self, name: str, count: str, note: str) -> None:
        """Write the line at once, for those who watch a log."""
        self._stream.write(f"{count} {name}{note}\n")
        self._stream.flush()

    def close(self) -> None:
        """Nothing is open."""


class StepReporter:
    """A doit reporter: progress, then failures with their messages, then one line of totals."""

    desc = "progress, failures and totals of the pipeline's steps"

    def __init__(self, outstream: TextIO, options: dict[str, Any]) -> None:
        self._stream = outstream
        terminal = getattr(outstream, "isatty", lambda: False)()
        self._view: View = LiveView(outstream) if terminal else PlainView(outstream)
        self._total = 0
        self._done = 0
        self._counts: Counter[str] = Counter()
        self._failures: list[tuple[str, str]] = []
        self._waiting: list[str] = []
        self._warnings: dict[str, None] = {}
        self._errors: list[str] = []
        self.found_errors = False
        """Whether anything went wrong besides steps that found something wrong."""
        self._started = time.perf_counter()

    def initialize(self, tasks: dict[str, Any], selected_tasks: list[str]) -> None:
        """Count the steps that belong to this run."""
        seen: set[str] = set()
        pending = list(selected_tasks)
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending.extend([*tasks[name].task_dep, *tasks[name].setup_tasks])
        self._total = sum(1 for name in seen if tasks[name].actions)

    def get_status(self, task: Any) -> None:
        """A task is looked at: nothing to say."""

    def execute_task(self, task: Any) -> None:
        """A task starts."""
        if task.actions:
            self._view.started(task.name)

    def add_success(self, task: Any) -> None:
        """A task has its result."""
        if not task.actions:
            return
        values = task.values or {}
        restored = bool(values.get("from_cache"))
        self._counts["from the cache" if restored else "made"] += 1
        self._warnings.update(dict.fromkeys(values.get("warnings", ())))
        self._finish(task, " (from the cache)" if restored else "")

    def add_failure(self, task: Any, fail: Any) -> None:
        """A task failed, or cannot run because another did."""
        if not task.actions:
            return  # A group fails with its members.
        if isinstance(fail, UnmetDependency):
            self._counts["not run"] += 1
            self._waiting.append(task.name)
            self._done += 1
            return
        self._counts["failed"] += 1
        self.found_errors |= not isinstance(fail, TaskFailed)
        self._failures.append((task.name, _message(fail)))
        self._finish(task, " FAILED")

    def skip_uptodate(self, task: Any) -> None:
        """A task is current."""
        if task.actions:
            self._counts["up to date"] += 1
            self._done += 1

    def skip_ignore(self, task: Any) -> None:
        """A task that the user told doit to ignore."""
        self._counts["ignored"] += 1

    def cleanup_error(self, exception: Any) -> None:
        """A task could not be cleaned up after."""
        self._errors.append(exception.get_msg())

    def runtime_error(self, msg: str) -> None:
        """doit itself cannot go on."""
        self._errors.append(msg)
        self.found_errors = True

    def teardown_task(self, task: Any) -> None:
        """Steps have no teardown."""

    def complete_run(self) -> None:
        """Everything that can run has run."""
        self._view.close()
        for name, message in self._failures:
            self._line(f"FAILED {name}: {message}")
        if self._waiting:
            self._line(f"not run, as they need those: {' '.join(self._waiting)}")
        for error in self._errors:
            self._line(f"error: {error}")
        for warning in self._warnings:
            self._line(f"warning: {warning}")
        self._line(self._totals())

    def _totals(self) -> str:
        names = ("made", "from the cache", "up to date", "ignored", "failed", "not run")
        parts = [f"{self._counts[name]} {name}" for name in names if self._counts[name]]
        seconds = time.perf_counter() - self._started
        return f"{_tasks(self._total)}: {', '.join(parts) or 'nothing done'} in {seconds:.1f} s"

    def _finish(self, task: Any, note: str) -> None:
        self._done += 1
        width = len(str(self._total))
        self._view.finished(task.name, f"[{self._done:{width}}/{self._total}]", note)

    def _line(self, text: str) -> None:
        self._stream.write(text + "\n")


def _tasks(count: int) -> str:
    return f"{count} task{'' if count == 1 else 's'}"


def _message(fail: Any) -> str:
    """The words of a user's mistake; the whole traceback of an error nobody expected."""
    return fail.get_msg().strip() or str(fail.get_name())
