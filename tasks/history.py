"""What was made and what came from the cache, a line each, for `doit stats`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tasks.step import Step

_FILE = Path("build/state/history.jsonl")
_LIMIT = 4_000_000


@dataclass(frozen=True)
class Event:
    """One step that was made or restored."""

    target: str
    how: str
    seconds: float
    """How long its action took, now or when the result entered the cache."""


def note(step: Step, how: str, seconds: float) -> None:
    """Add a line; a history that cannot be written is no reason to fail."""
    line = json.dumps([step.targets[0], how, round(seconds, 4)]) + "\n"
    try:
        if _FILE.exists() and _FILE.stat().st_size > _LIMIT:
            _FILE.replace(_FILE.with_suffix(".old"))
        # One write in append mode: lines of processes that run at once do not mix.
        descriptor = os.open(_FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(descriptor, line.encode())
        finally:
            os.close(descriptor)
    except OSError:
        pass


def events() -> Iterator[Event]:
    """All that is remembered, oldest first; a damaged line is passed over."""
    try:
        lines = _FILE.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield Event(*json.loads(line))
        except (ValueError, TypeError):
            continue
