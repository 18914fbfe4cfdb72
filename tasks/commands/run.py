"""`doit run`, which is also plain `doit`: one build at a time in a tree, and a clean stop."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from functools import wraps
from io import TextIOWrapper
from types import FrameType
from typing import Any

from doit import cmd_run
from doit.cmd_run import Run as DoitRun
from doit.runner import ERROR, FAILURE

from tasks.reporter import StepReporter
from tasks.runner import ParallelRunner, end_workers
from tasks.tree import only_build_here, remove_leftovers, remove_orphans

_PR_SET_PDEATHSIG = 1

# doit has no option that names a runner.
cmd_run.MRunner = ParallelRunner


class Run(DoitRun):  # type: ignore[misc]
    """doit's own command, made safe against being stopped at any moment."""

    name = "run"

    def execute(self, params: Any, args: list[str]) -> int:
        """Run tasks; 128 and the signal's number if the run was stopped."""
        signal.signal(signal.SIGTERM, _stop)
        os.register_at_fork(before=_note_parent, after_in_child=_end_with_parent)
        try:
            with only_build_here():
                result: int = super().execute(params, args)
                return result
        except KeyboardInterrupt:
            return self._stopped(signal.SIGINT)
        except SystemExit as ended:
            if ended.code != 128 + signal.SIGTERM:
                raise
            return self._stopped(signal.SIGTERM)

    @wraps(DoitRun._execute)  # doit reads from the signature which options to pass.
    def _execute(self, **options: Any) -> int:
        remove_leftovers(self.task_list)
        remove_orphans(self.task_list)
        if isinstance(options["outfile"], TextIOWrapper):
            # An example's name may hold what a terminal without UTF-8 cannot show.
            options["outfile"].reconfigure(errors="backslashreplace")
        reporter = options["reporter"]
        if reporter == "steps" and not isinstance(options["outfile"], str):
            reporter = options["reporter"] = StepReporter(options["outfile"], {})
        result: int = super()._execute(**options)
        if isinstance(reporter, StepReporter) and result == ERROR and not reporter.found_errors:
            return int(FAILURE)  # doit counts a task that waited for a failed one as an error.
        return result

    def _stopped(self, number: signal.Signals) -> int:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end_workers()
        sys.stderr.write("doit: stopped; what had finished is kept, run it again to go on\n")
        return 128 + number


def _stop(number: int, frame: FrameType | None) -> None:
    # As an exception, so that a child process that an action waits for is ended on the way out.
    raise SystemExit(128 + number)


_parent = 0


def _note_parent() -> None:
    global _parent
    _parent = os.getpid()


def _end_with_parent() -> None:
    """Make a worker process end when its parent does, even if that was killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != _parent:
            os.kill(os.getpid(), signal.SIGKILL)  # The parent was killed before it was asked.
