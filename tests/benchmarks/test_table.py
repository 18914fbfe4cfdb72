"""The table of a workload."""

from __future__ import annotations

import pytest

from benchmarks.table import table, time_text
from benchmarks.workload import Round


def cells(text: str) -> list[list[str]]:
    """The cells of the lines of a Markdown table."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| ")
    ]


def test_a_ratio_divides_the_best_time_by_the_best_of_the_first_system() -> None:
    rounds = {"ours": [Round(0.5), Round(0.25), Round(2.0)], "theirs": [Round(1.0), Round(1.5)]}
    assert cells(table("Title", rounds)) == [
        ["system", "best", "median", "best / ours"],
        ["ours", "250 ms", "500 ms", "1.00"],
        ["theirs", "1 s", "1.25 s", "4.00"],
    ]


def test_stages_are_of_the_best_round_memory_is_the_largest_processor_time_the_least() -> None:
    rounds = {
        "ours": [
            Round(2.0, {"write": 0.5, "run": 1.5}, 3 << 20, 1.75),
            Round(3.0, {"write": 1.0, "run": 2.0}, 4 << 20, 1.5),
        ]
    }
    assert cells(table("Title", rounds))[1][4:] == ["1.5 s", "write 500 ms, run 1.5 s", "4 MiB"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(12.34, "12.3 s"), (0.0125, "12.5 ms"), (1.5e-5, "15 us")]
)
def test_a_time_has_three_digits_and_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert time_text(seconds) == text
