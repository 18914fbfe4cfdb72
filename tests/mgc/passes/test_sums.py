"""Sums of matrices as additions and terms."""

from __future__ import annotations

import pytest

import mgc
from mgc.dialect import ConstantOp
from mgc.passes.rewriting import Rewriting
from mgc.passes.sums import sums

LETS = "".join(f"let {name} = [[{k}.0]]\n" for k, name in enumerate("abcd", start=1))


def rewriting(text: str) -> Rewriting:
    return Rewriting(mgc.parse(LETS + text), consume=True)


def terms(text: str) -> list[list[int]]:
    """The elements of the terms of every sum; those of what is computed are 0."""
    return [
        [element(term.owner) if isinstance(term.owner, ConstantOp) else 0 for term in each.terms]
        for each in sums(rewriting(text))
    ]


def element(literal: ConstantOp) -> int:
    (number,) = memoryview(literal.data).cast("d")
    return int(number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("print a + b + c + d\n", [[1, 2, 3, 4]]),
        ("print (a + (b + c)) + d\n", [[1, 2, 3, 4]]),
        ("print a + a + b\n", [[1, 1, 2]]),
        ("print a + b\nprint c + d\n", [[1, 2], [3, 4]]),
        ("print a + b - c\n", [[1, 2]]),
    ],
)
def test_terms_stand_from_left_to_right(text: str, expected: list[list[int]]) -> None:
    assert terms(text) == expected


def test_a_sum_that_is_used_twice_is_a_term_and_a_sum_of_its_own() -> None:
    assert terms("let s = a + b\nprint s + c\nprint s\n") == [[1, 2], [0, 3]]
    assert terms("let s = a + b\nprint s + s\n") == [[1, 2], [0, 0]]


def test_of_a_long_sum_the_outer_terms_are_looked_at() -> None:
    (found,) = terms(f"print {' + '.join('ab' * 100)}\n")
    assert len(found) == 65
    assert found[:2] == [0, 1]


@pytest.mark.parametrize(
    ("text", "left_out", "printed"),
    [
        ("print a + b + c + d\n", [1], 8.0),
        ("print (a + b) + (c + d)\n", [0, 1], 7.0),
        ("print a + (b + (c + d))\n", [1, 2, 3], 1.0),
        ("print a + b + a\n", [0], 2.0),
    ],
)
def test_terms_that_are_left_out_are_added_no_more(
    text: str, left_out: list[int], printed: float
) -> None:
    changed = rewriting(text)
    (found,) = sums(changed)
    found.leave_out(changed, [found.terms[k] for k in left_out])
    program = changed.program()
    program.module.verify()
    assert mgc.run(program)[0].item() == printed
