"""All wrong versions, as data: those of the chapter first."""

from __future__ import annotations

from checker.mutants.chapter import OF_THE_CHAPTER
from checker.mutants.further import FURTHER
from checker.mutants.mutant import Mutant

MUTANTS: tuple[Mutant, ...] = OF_THE_CHAPTER + FURTHER
CHAPTER_COUNT = len(OF_THE_CHAPTER)
