"""A step of the pipeline: an action that makes targets from inputs.

A step's key is a digest of everything that its result depends on: the bytes of its inputs, the
code that its action runs, its arguments, and the versions of what lies below. Two equal keys mean
equal targets, whatever the times of the files are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from tasks.code import code_behind
from tasks.versions import package_versions

Digests = dict[str, str | None]


@dataclass(frozen=True)
class Step:
    """One action with everything its result depends on.

    `action` is a module-level function called with `arguments`; it writes every file in `targets`.
    A step that is `measured` may come out otherwise on another machine.
    """

    name: str
    sentence: str
    action: Callable[..., None]
    inputs: tuple[str, ...]
    targets: tuple[str, ...]
    arguments: dict[str, Any] = field(default_factory=dict)
    measured: bool = False

    @property
    def code(self) -> dict[str, str]:
        """A digest of each piece of our code that the action runs."""
        return code_behind(self.action)

    def parts(self, digests: Callable[[str], str | None] | None = None) -> Parts:
        """What the result depends on now, or would if the inputs had the given digests."""
        of_file = digests or digest_of
        return Parts(
            inputs={path: of_file(path) for path in self.inputs},
            settings={
                "the targets": json.dumps(self.targets),
                **{f"the setting {name}": json.dumps(v) for name, v in self.arguments.items()},
            },
            versions=package_versions(),
            code=self.code,
        )


@dataclass(frozen=True)
class Parts:
    """Everything that a result depends on, by a name that a reader knows."""

    inputs: Digests
    settings: dict[str, str]
    versions: dict[str, str]
    code: dict[str, str]

    @cached_property
    def code_key(self) -> str:
        """One digest of all the code."""
        return sha256(json.dumps(self.code, sort_keys=True).encode()).hexdigest()

    @cached_property
    def key(self) -> str:
        """One digest of everything."""
        everything = (self.inputs, self.settings, self.versions, self.code_key)
        return sha256(json.dumps(everything, sort_keys=True).encode()).hexdigest()


def digest_of(path: str) -> str | None:
    """The SHA-256 of a file's content, None if there is no such file."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None
