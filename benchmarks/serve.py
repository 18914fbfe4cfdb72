"""A worker: a process that holds one computation ready and times it whenever it is asked to.

The first line it writes is a number of the result, by which the systems are compared. Then each
line it reads makes it time a round of calls and write the seconds of one call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks.timing import batch_size, best_batch

_ROUND_SECONDS = 0.3


def serve(call: Callable[[], object], result: float, calls_in_one: int = 1) -> None:
    """Answer requests until the input ends.

    Args:
        call: runs the computation to its end.
        result: the sum of the absolute values of all that it computes.
        calls_in_one: how often `call` runs the computation.
    """
    calls = batch_size(call)
    print(repr(result), flush=True)
    for _ in sys.stdin:
        print(best_batch(call, calls, _ROUND_SECONDS) / calls_in_one, flush=True)
