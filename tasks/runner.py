"""Tasks side by side: doit's parallel runner, with a pipe of its own for each worker process.

doit's queues are shared, with locks that a killed worker never gives back, and nobody sees that it
is gone. A pipe ends with the worker, whatever that was doing, and nobody else waits for it.
"""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from doit.exceptions import TaskError
from doit.runner import JobHold, MRunner

_PATIENCE = 0.5
"""Seconds that worker processes get to end by themselves."""

_fork = multiprocessing.get_context("fork")


class ParallelRunner(MRunner):  # type: ignore[misc]
    """Runs tasks in worker processes until all have run, or a worker is killed.

    It leaves out what no step has: teardowns, and creation after another task has run.
    """

    def run_tasks(self, task_dispatcher: Any) -> None:
        """Run everything that is out of date; whatever happens, no worker is left behind."""
        self._run_tasks_init(task_dispatcher)
        self._processes: dict[Connection, BaseProcess] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, Any] = {}
        self._lost_worker = False
        try:
            self._hand_out(None)
            while self._busy and not self._lost_worker:
                for worker in wait(list(self._busy)):
                    assert isinstance(worker, Connection)
                    self._hear(worker)
            self._dismiss_idle()
        finally:
            end_workers()

    def _hand_out(self, finished: Any) -> None:
        """Give out tasks, among them those that waited for the finished one, until all workers are
        busy or no task is ready."""
        while len(self._busy) < self.num_process:
            job = self.get_next_job(finished)
            finished = None
            if job is None:
                return
            if isinstance(job, JobHold):
                assert self._busy, "tasks wait, and none runs that they could wait for"
                return
            worker = self._idle.pop() if self._idle else self._start()
            node = self._busy[worker] = self.task_dispatcher.nodes[job.name]
            self.reporter.execute_task(node.task)
            with suppress(OSError):  # Whether it was killed meanwhile is seen when it is heard.
                worker.send(job)

    def _start(self) -> Connection:
        ours, theirs = _fork.Pipe()
        process = _fork.Process(target=self._work, args=(theirs,))
        process.start()
        theirs.close()  # The worker alone holds it now, so that it ends with the worker.
        self._processes[ours] = process
        return ours

    def _work(self, main: Connection) -> None:
        """In a worker: run the tasks that come, until there are no more."""
        # The keyboard stops the workers as well, which then end as quietly as main ends them.
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGTERM))
        while (job := main.recv()) is not None:
            task = self.tasks[job.name]
            task.update_from_pickle(job.task_dict)
            result = {"failure": task.execute(self.stream), "task": task.pickle_safe_dict()}
            for stream in ("out", "err"):
                result[stream] = [getattr(action, stream) for action in task.actions]
            main.send(result)

    def _hear(self, worker: Connection) -> None:
        node = self._busy.pop(worker)
        try:
            result = worker.recv()
        except (EOFError, OSError):
            self._lost_worker = self._stop_running = True
            process = self._processes[worker]
            process.join()
            assert process.exitcode is not None
            self._handle_task_error(node, TaskError(_loss(process.exitcode)))
        else:
            self._idle.append(worker)
            self._process_result(node, node.task, result)
            self._hand_out(node)

    def _dismiss_idle(self) -> None:
        for worker in self._idle:
            with suppress(OSError):
                worker.send(None)
        for worker in self._idle:
            self._processes[worker].join()


def _loss(exit_code: int) -> str:
    # A worker that is asked to end does so by 128 and the signal's number.
    number = -exit_code if exit_code < 0 else exit_code - 128
    try:
        fate = f"was killed by {signal.Signals(number).name}"
    except ValueError:
        fate = f"ended with status {exit_code}"
    return (
        f"its process {fate}, which ended the run; what had finished is kept, "
        "run doit again to go on, with -n 1 if memory ran out"
    )


def end_workers() -> None:
    """End the worker processes that still run, by force if need be."""
    workers = multiprocessing.active_children()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_PATIENCE / len(workers))
    for worker in multiprocessing.active_children():
        worker.kill()
        worker.join()
