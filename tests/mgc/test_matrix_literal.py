"""Matrix literals: their numbers to the bit, and the place of their mistakes."""

from __future__ import annotations

from struct import pack
from timeit import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mgc.matrix_literal import LiteralError, explain, misspelt, read_matrix

ELEMENTS = st.tuples(
    st.sampled_from(["", "-", "- "]),
    st.from_regex(r"[0-9]{1,25}(\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?", fullmatch=True),
)
BLANKS = st.text(alphabet=" \t\r\f\v", max_size=2)


@given(st.lists(ELEMENTS, min_size=1, max_size=6), st.integers(1, 3), BLANKS)
def test_every_number_of_the_grammar_is_read_to_the_bit(
    row: list[tuple[str, str]], rows: int, blank: str
) -> None:
    written = f"[{f'{blank},{blank}'.join(sign + digits for sign, digits in row)}]"
    data, shape = read_matrix(f"[{blank}{f',{blank}'.join([written] * rows)}{blank}]")
    values = [float(sign.strip() + digits) for sign, digits in row]
    assert shape == (rows, len(row))
    assert data == pack(f"<{len(values)}d", *values) * rows


def test_rows_of_different_lengths_are_refused_at_the_first_that_differs() -> None:
    with pytest.raises(LiteralError, match="row 3 has 1 element but row 1 has 2") as refused:
        read_matrix("[[1, 2], [3, 4], [5], [6]]")
    assert refused.value.offset == 17


@pytest.mark.parametrize(
    ("literal", "offset", "words"),
    [
        ("[[1, 2], [3, q]]", 13, "expected a number in the matrix, not 'q'"),
        ("[[1, 2], [3 4]]", 12, "',' or ']' after a number"),
        ("[[1, 2] [3, 4]]", 8, "',' before the next row"),
        ("[[1, 2], 3]", 9, "a single row is written"),
        ("[[1, 2], x]", 9, "'[' to start a row"),
        ("[[1, 1.5e]]", 5, "'1.5e' is not a number"),
        ("[[1, -.5]]", 6, "'.5' is not a number; write 0.5"),
        ("[[1, 2],  # more", 8, "unfinished matrix: expected '['"),
        ("[[1, ", 4, "unfinished matrix: expected a number"),
        ("[[1, [2]]]", 5, "expected a number in the matrix, not '['"),
    ],
)
def test_a_mistake_is_found_at_its_offset(literal: str, offset: int, words: str) -> None:
    error = explain(f"print {literal}", 6)
    assert words in str(error)
    assert error.offset == offset


def test_a_remedy_is_named_only_where_it_helps() -> None:
    assert misspelt(".5") == "'.5' is not a number; write 0.5"
    assert misspelt(".5x") == "'.5x' is not a number"


def test_a_literal_of_twelve_thousand_numbers_is_read_at_array_speed() -> None:
    row = f"[{', '.join(['-1000000000.0'] * 112)}]"
    text = f"[{', '.join([row] * 112)}]"
    # About 5 ms; number by number it would be a quarter of a second.
    assert min(repeat(lambda: read_matrix(text), number=1, repeat=5)) < 0.05
