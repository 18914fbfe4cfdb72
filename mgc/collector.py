"""Python's garbage collector, out of the way while a program is built."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the collector from running; for code that builds much and drops nothing.

    An IR is full of cycles that stay alive. The collector walks them again and again while they
    grow, which takes a third of the time of building a long program, and finds nothing.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def leave_collector_off() -> None:
    """Keep the collector from running again in this process, which is about to run one command.

    Python would also run it when the process ends, over everything that is alive, only to hand all
    memory back to the system after that: a tenth of a command's time. What is frozen it passes
    over.
    """
    gc.disable()
    atexit.register(gc.freeze)
