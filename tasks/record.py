"""What is known of the last time a step was made: one small file a step, written whole.

A run that is killed loses no step that had finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from mgc.files import write_whole
from tasks.step import Digests, Parts, Step, digest_of

_STATE = Path("build/state")


@dataclass(frozen=True)
class Record:
    """What a step's targets were made from, and their digests."""

    key: str
    inputs: Digests
    settings: dict[str, str]
    versions: dict[str, str]
    code_key: str
    targets: Digests
    seconds: float

    @property
    def code(self) -> dict[str, str]:
        """The digests of the code at that time; empty if they were lost."""
        try:
            code: dict[str, str] = json.loads(_code_file(self.code_key).read_text())
        except (OSError, ValueError):
            return {}
        return code


def read_record(step: Step) -> Record | None:
    """The record of a step, None if there is none that can be read."""
    return load_record(record_file(step))


def load_record(file: Path) -> Record | None:
    """The record in a file, None if there is none that can be read."""
    try:
        return Record(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def stray_records(steps: Iterable[Step]) -> list[Path]:
    """The records of steps that are none of these."""
    known = {record_file(step) for step in steps}
    return [file for file in (_STATE / "steps").glob("*.json") if file not in known]


def write_record(step: Step, parts: Parts, seconds: float) -> None:
    """Remember that the targets as they stand were made from these parts."""
    file, code_file = record_file(step), _code_file(parts.code_key)
    for folder in (file.parent, code_file.parent):
        folder.mkdir(parents=True, exist_ok=True)
    if not code_file.exists():
        # Shared by all steps that run the same code.
        write_whole(code_file, json.dumps(parts.code))
    record = Record(
        key=parts.key,
        inputs=parts.inputs,
        settings=parts.settings,
        versions=parts.versions,
        code_key=parts.code_key,
        targets=target_digests(step),
        seconds=seconds,
    )
    write_whole(file, json.dumps(asdict(record)))


def forget_record(step: Step) -> None:
    """Make the step out of date."""
    record_file(step).unlink(missing_ok=True)


def target_digests(step: Step) -> Digests:
    """The digests of a step's targets as they stand."""
    return {path: digest_of(path) for path in step.targets}


def record_file(step: Step) -> Path:
    """Named after the first target, which no other step shares."""
    return _STATE / "steps" / (step.targets[0].replace("/", "__") + ".json")


def _code_file(code_key: str) -> Path:
    return _STATE / "code" / f"{code_key}.json"
