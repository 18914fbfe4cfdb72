"""Python's garbage collector, out of the way while a program is built."""

from __future__ import annotations

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
