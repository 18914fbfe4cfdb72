"""Why a step is out of date, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tasks.record import Record, read_record, target_digests
from tasks.step import Parts, Step


def is_current(step: Step) -> bool:
    """Whether the targets are what the action would make now."""
    record = read_record(step)
    return (
        record is not None
        and record.targets == target_digests(step)
        and record.key == step.parts().key
    )


def reasons(step: Step, parts: Parts) -> list[str]:
    """Why the step would run if it depended on the given parts; empty if it would not."""
    record = read_record(step)
    if record is None:
        return ["no result yet"]
    found = [*_changed_parts(record, parts), *_changed_targets(step, record)]
    return found or (["something changed"] if record.key != parts.key else [])


def _changed_parts(record: Record, parts: Parts) -> Iterator[str]:
    if record.key == parts.key:
        return
    yield from _differences(record.inputs, parts.inputs)
    if record.code_key != parts.code_key and record.code:
        yield from _differences(record.code, parts.code)
    yield from _differences(record.settings, parts.settings)
    yield from _differences(record.versions, parts.versions)


def _differences(old: Mapping[str, str | None], new: Mapping[str, str | None]) -> Iterator[str]:
    for name in {**old, **new}:
        if name not in old:
            yield f"{name} is new"
        elif name not in new:
            yield f"{name} is no longer used"
        elif new[name] is None:
            yield f"{name} is missing"
        elif old[name] != new[name]:
            yield f"{name} changed"


def _changed_targets(step: Step, record: Record) -> Iterator[str]:
    for path, now in target_digests(step).items():
        if now is None:
            yield f"{path} is missing"
        elif now != record.targets.get(path):
            yield f"{path} is not as it was made"
