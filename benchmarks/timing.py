"""Timing calls in batches so short that most of them escape the machine's other work."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

_BATCH_SECONDS = 0.003


def batch_size(call: Callable[[], object]) -> int:
    """How many calls make a batch, one at least; they have been made often enough to be warm."""
    calls = 1
    while (seconds := _seconds(call, calls)) < 10 * _BATCH_SECONDS:
        calls *= 2
    return max(1, round(calls * _BATCH_SECONDS / seconds))


def best_batch(call: Callable[[], object], calls: int, seconds: float) -> float:
    """The seconds of one call in the fastest batch of `calls`, in so many seconds of batches."""
    end = time.perf_counter() + seconds
    best = _seconds(call, calls)
    while time.perf_counter() < end:
        best = min(best, _seconds(call, calls))
    return best / calls


def best_in_turns(calls: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The best seconds of each call, measured in turns."""
    sizes = {name: batch_size(call) for name, call in calls.items()}
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            best[name] = min(best[name], best_batch(call, sizes[name], 0.02))
    return best


def _seconds(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start
