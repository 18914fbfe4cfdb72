"""One wrong version of the differentiator, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """In `module`, the text `before` stands once and becomes `after`."""

    id: str
    sentence: str
    module: str
    before: str
    after: str
