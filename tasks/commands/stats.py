"""`doit stats`: what the cache did for this tree, and how full it is."""

from __future__ import annotations

from collections.abc import Sequence

from doit.cmd_base import Command

from tasks.cache import cache_folder, limit
from tasks.history import Event, events
from tasks.store import FolderStore

_SLOWEST = 5
_MEGABYTE = 1_000_000


class Stats(Command):  # type: ignore[misc]
    """Hits, misses and time saved."""

    name = "stats"
    doc_purpose = "show cache hits, misses and the time they saved"

    def execute(self, params: object, args: Sequence[str]) -> int:
        """Print the figures."""
        past = list(events())
        hits = [event for event in past if event.how == "restored"]
        misses = [event for event in past if event.how == "made"]
        print(f"hits: {len(hits)}, which saved {_seconds(hits):.1f} s")
        print(f"misses: {len(misses)}, which took {_seconds(misses):.1f} s")
        if past:
            print(f"hit rate: {len(hits) / len(past):.0%}")
        latest = {event.target: event.seconds for event in past}
        for target, seconds in sorted(latest.items(), key=lambda item: -item[1])[:_SLOWEST]:
            print(f"slowest: {seconds:6.2f} s {target}")
        folder = cache_folder()
        if folder is None:
            print("cache: switched off (MG_CACHE_DIR is empty)")
        else:
            store = FolderStore(folder, limit())
            used, bound = store.size() / _MEGABYTE, limit() / _MEGABYTE
            print(f"cache: {folder}: {store.count()} results, {used:.1f} of {bound:.0f} MB")
        return 0


def _seconds(past: Sequence[Event]) -> float:
    return sum(event.seconds for event in past)
