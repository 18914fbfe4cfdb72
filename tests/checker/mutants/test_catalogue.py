"""The catalogue of wrong versions."""

from __future__ import annotations

import ast

import pytest

from checker.errors import MutantError
from checker.mutants.apply import mutated_source, source_of
from checker.mutants.catalogue import CHAPTER_COUNT, MUTANTS
from checker.mutants.mutant import Mutant


def test_the_chapter_has_25_mutants_and_at_least_15_are_ours() -> None:
    assert CHAPTER_COUNT == 25
    assert len(MUTANTS) >= CHAPTER_COUNT + 15


def test_the_mutants_have_different_ids_and_sentences() -> None:
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.sentence for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_applies_once_and_is_another_program(mutant: Mutant) -> None:
    source = source_of(mutant)
    mutated = ast.dump(ast.parse(mutated_source(mutant, source)))
    assert mutated != ast.dump(ast.parse(source))


@pytest.mark.parametrize(("before", "count"), [("no such text", 0), ("return", 2)])
def test_a_mutant_that_does_not_apply_once_is_named(before: str, count: int) -> None:
    mutant = Mutant("old", "a sentence", "autograd/rules.py", before, "")
    with pytest.raises(MutantError, match=f"mutant old no longer applies: .*{count} times"):
        mutated_source(mutant, "return g\nreturn h\n")
