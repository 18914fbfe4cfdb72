"""What a run would do, worked out without running anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from tasks.cache import open_cache
from tasks.reasons import reasons
from tasks.step import Step, digest_of

_NAMED = 3


class Outcome(Enum):
    """What happens to a step."""

    CURRENT = "is up to date"
    RESTORE = "would be restored from the cache"
    RUN = "would run"
    MAYBE = "would run if what it reads comes out different"


@dataclass(frozen=True)
class Forecast:
    """What would happen to one step, and why."""

    name: str
    step: Step
    outcome: Outcome
    reasons: tuple[str, ...]


def forecast(steps: Iterable[tuple[str, Step]]) -> Iterator[Forecast]:
    """Go through steps in the order in which they run, following results that are known.

    What a step would make is known if it is current or in the cache. Where it is not known, the
    steps that read it depend on how it comes out.
    """
    digests: dict[str, str | None] = {}
    unknown: dict[str, str] = {}

    def digest(path: str) -> str | None:
        return digests[path] if path in digests else digest_of(path)

    for name, step in steps:
        makers = [unknown[path] for path in step.inputs if path in unknown]
        parts = step.parts(digest)
        found = tuple(reasons(step, parts))
        if makers:
            # What such a step reads may change; other reasons are certain already.
            certain = tuple(one for one in found if not _speaks_of(one, step.inputs))
            outcome = Outcome.RUN if certain else Outcome.MAYBE
            one = Forecast(name, step, outcome, (*certain, _after(makers)))
        elif not found:
            one = Forecast(name, step, Outcome.CURRENT, ())
        else:
            entry = open_cache().load(parts.key)
            one = Forecast(name, step, Outcome.RESTORE if entry else Outcome.RUN, found)
            if entry:
                digests.update({one.path: sha256(one.content).hexdigest() for one in entry.targets})
        if one.outcome in (Outcome.RUN, Outcome.MAYBE):
            unknown.update(dict.fromkeys(step.targets, name))
        yield one


def _after(makers: list[str]) -> str:
    names = list(dict.fromkeys(makers))
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"after {', '.join(names[:_NAMED])}{more}"


def _speaks_of(reason: str, paths: tuple[str, ...]) -> bool:
    return any(reason.startswith(f"{path} ") for path in paths)
