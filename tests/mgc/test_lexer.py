"""The tokens of a line, and their columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mgc.lexer import tokens_of


def kinds(line: str) -> list[tuple[str, str]]:
    return [(kind, text) for kind, text, _ in tokens_of(line)[:-1]]


def test_tokens_carry_their_columns() -> None:
    assert tokens_of(" let x=\t2") == [
        ("name", "let", 2),
        ("name", "x", 6),
        ("symbol", "=", 7),
        ("number", "2", 9),
        ("end", "", 10),
    ]


def test_the_end_stands_just_after_the_last_token_and_before_a_comment() -> None:
    assert tokens_of("x  # [[1]]")[-1] == ("end", "", 2)
    assert tokens_of("   ")[-1] == ("end", "", 1)


@pytest.mark.parametrize("number", ["0", "12", "2.", "2.5", "1e5", "1E+5", "2.e-3", "007"])
def test_a_number_of_the_grammar_is_one_token(number: str) -> None:
    assert kinds(number) == [("number", number)]


@pytest.mark.parametrize("text", ["1e", "1.5e+", "2x", "1.2.3", ".5", "0x10", "1_000", "1.e"])
def test_what_only_begins_like_a_number_is_misspelt(text: str) -> None:
    kind, found = kinds(text)[0]
    assert kind == "misspelt"
    assert text.startswith(found)


def test_a_sign_is_never_part_of_a_number() -> None:
    assert kinds("-1") == [("symbol", "-"), ("number", "1")]


def test_a_matrix_literal_is_one_token_up_to_its_last_bracket() -> None:
    assert kinds("[ [ 1, -2 ],[3e5,4.]]+[[5]]") == [
        ("matrix", "[ [ 1, -2 ],[3e5,4.]]"),
        ("symbol", "+"),
        ("matrix", "[[5]]"),
    ]


@pytest.mark.parametrize("text", ["[1, 2]", "[[1, x]]", "[[1], [2]", "[[1] # ]]", "[[1e]]", "[]"])
def test_a_literal_that_is_not_well_formed_starts_with_a_bracket(text: str) -> None:
    assert kinds(text)[0] == ("bracket", "[")


def test_a_type_is_one_token_and_tensor_alone_a_name() -> None:
    assert kinds("x: tensor [2x ?],") == [
        ("name", "x"),
        ("symbol", ":"),
        ("type", "tensor [2x ?]"),
        ("symbol", ","),
    ]
    assert kinds("tensor + tensors") == [("name", "tensor"), ("symbol", "+"), ("name", "tensors")]


def test_a_character_that_starts_nothing_is_a_token_of_its_own() -> None:
    assert kinds("a $\u00e9") == [("name", "a"), ("other", "$"), ("other", "\u00e9")]


@given(st.text(alphabet="ab1.e+-*()[],#=:? \t$", max_size=40))
def test_nothing_but_blanks_stands_between_tokens(line: str) -> None:
    position = 0
    for _, text, column in tokens_of(line):
        assert line[position : column - 1].strip(" \t") == ""
        assert line[column - 1 :].startswith(text)
        position = column - 1 + len(text)
    assert line[position:].strip(" \t")[:1] in ("", "#")
