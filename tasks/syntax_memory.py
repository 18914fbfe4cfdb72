"""What was found out about source files, remembered by their content between runs.

Reading the syntax trees of all our modules takes longer than everything else in a `doit` that has
nothing to do.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mgc.errors import FileError
from mgc.files import write_whole


class Facts(NamedTuple):
    """A digest of a piece of code, and the modules that it imports."""

    digest: str
    imports: list[str]
    types: list[str]
    """Imported for type checking only; in a package, these are what it loads lazily."""
    names: list[str]
    """Modules that strings name, for importing them that way."""


class SyntaxMemory:
    """Facts by a name that holds a digest of the content; an unreadable memory is an empty one."""

    def __init__(self, analysis: Path) -> None:
        """Remember in a file that belongs to this version of the source file `analysis`."""
        self._analysis = analysis
        self._facts: dict[str, Facts] | None = None
        self._used: dict[str, Facts] = {}
        self._grown = False

    def get(self, name: str, find_out: Callable[[], Facts]) -> Facts:
        """The remembered facts, or else those found out now."""
        if self._facts is None:
            self._facts = self._load()
        facts = self._facts.get(name)
        if facts is None:
            facts = self._facts[name] = find_out()
            self._grown = True
        self._used[name] = facts
        return facts

    def save(self) -> None:
        """Keep what this process used; older facts are dropped when there is something new."""
        if not self._grown:
            return
        self._grown = False
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(self._used))
        except (OSError, FileError):
            pass  # The next run finds the same out again.

    @cached_property
    def _file(self) -> Path:
        version = sha256(sys.version.encode() + self._analysis.read_bytes()).hexdigest()
        return Path(f"build/state/syntax-{version[:16]}.json")

    def _load(self) -> dict[str, Facts]:
        try:
            facts = json.loads(self._file.read_text())
            return {name: Facts(*values) for name, values in facts.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}
