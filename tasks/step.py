"""A step of the pipeline: an action that makes targets from inputs, and when it is current.

Whether a step is current depends on content alone: the bytes of its inputs, the code that its
action runs, its arguments and the versions of the packages below it. What a step made is recorded
in one small file a step, written whole, so that a run that is killed loses no finished step.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from doit.exceptions import TaskFailed

from mgc.files import write_whole
from tasks.code import fingerprint_of_code

_STATE = Path("build/state")


class MissingTargetError(Exception):
    """An action ended without an error but did not make what it should have made."""


class StepFailedError(Exception):
    """An action did its work and found something wrong; the message is all there is to say."""


@dataclass(frozen=True)
class Step:
    """One action with everything its result depends on.

    `action` is a module-level function called with `arguments`; it writes every file in `targets`.
    """

    name: str
    sentence: str
    action: Callable[..., None]
    inputs: tuple[str, ...]
    targets: tuple[str, ...]
    arguments: dict[str, Any] = field(default_factory=dict)

    def task(self) -> dict[str, Any]:
        """The step as `doit` wants it, under the basename of the task creator."""
        return {
            "name": self.name,
            "doc": self.sentence,
            "actions": [(perform, [self])],
            "file_dep": list(self.inputs),
            "targets": list(self.targets),
            "uptodate": [self.is_current],
            "clean": True,
        }

    def key(self) -> str:
        """A digest of all that goes into the result; two equal keys mean equal targets."""
        parts = {
            "action": f"{self.action.__module__}.{self.action.__qualname__}",
            "code": fingerprint_of_code(self.action.__module__),
            "arguments": self.arguments,
            "inputs": {path: digest(Path(path)) for path in self.inputs},
            "targets": self.targets,
        }
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def is_current(self) -> bool:
        """Whether the targets are what the action would make now."""
        try:
            recorded = json.loads(self._record.read_text())
        except (OSError, ValueError):
            return False
        return bool(recorded["key"] == self.key() and recorded["targets"] == self._target_digests())

    def record(self) -> None:
        """Remember that the targets as they stand belong to the present key."""
        self._record.parent.mkdir(parents=True, exist_ok=True)
        state = {"key": self.key(), "targets": self._target_digests()}
        write_whole(self._record, json.dumps(state))

    @property
    def _record(self) -> Path:
        # Named after the first target, which no other step shares.
        return _STATE / (self.targets[0].replace("/", "__") + ".json")

    def _target_digests(self) -> dict[str, str | None]:
        return {path: digest(Path(path)) for path in self.targets}


def perform(step: Step) -> TaskFailed | None:
    """Run a step's action and record its result.

    Returns:
        A failure for `doit` to show and to end with status 1, if the action found something wrong.

    Raises:
        MissingTargetError: the action did not make a target.
    """
    if step.is_current():
        return None
    for target in step.targets:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
    try:
        step.action(**step.arguments)
    except StepFailedError as error:
        return TaskFailed(str(error))
    for target in step.targets:
        if not Path(target).exists():
            raise MissingTargetError(f"{step.name}: {target} was not made")
    step.record()
    return None


def digest(path: Path) -> str | None:
    """The SHA-256 of a file's content, None if there is no such file."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
