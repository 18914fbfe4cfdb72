"""Listings, pages, tables and comparisons, from made-up counts."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from checker.cost.callgrind import Profile
from checker.cost.comparison import growths, how_comparable
from checker.cost.listing import listing_text
from checker.cost.measure import BUILDS, DEFAULT, Measurement
from checker.cost.page import cost_page
from checker.cost.sections import section_costs
from checker.cost.table import VARIANTS, counts_of, table_text

TEXT = """\
# ---- step 1: forward
let v1 = [[1.0]]
let v2 = v1 * v1
print v2
# ---- step 1: backward
let g3 = v1 + v1
# ---- step 2: forward
let v4 = v1 * v1
"""
PROFILE = Profile(1000, 300, {3: 100, 4: 60, 6: 50, 8: 40})
MEASUREMENT = Measurement("made up", TEXT, dict.fromkeys(BUILDS, PROFILE))


def test_sections_are_summed_over_the_steps() -> None:
    assert section_costs(TEXT, PROFILE.lines) == {"forward": 200, "backward": 50}


def test_the_listing_shows_each_line_with_its_count_and_share() -> None:
    listing = listing_text(MEASUREMENT).splitlines()
    (line,) = [line for line in listing if "let g3" in line]
    assert line.split() == ["50", "50", "50", "20.00%", "6", "let", "g3", "=", "v1", "+", "v1"]
    assert any(line.split()[:3] == ["1,000"] * 3 and "in all" in line for line in listing)


def test_the_page_shows_bars_beside_the_source_and_loads_nothing() -> None:
    page = cost_page(MEASUREMENT)
    assert 'style="width:50.0%"' in page
    assert "let g3 = v1 + v1" in page
    assert "http" not in page


def test_source_in_a_page_is_text_and_never_markup() -> None:
    page = cost_page(Measurement("<b>", "# <script>\n", {DEFAULT: Profile(1, 1, {1: 1})}))
    assert "<script>" not in page


def test_computing_leaves_out_the_lines_that_print() -> None:
    assert MEASUREMENT.computing(DEFAULT) == 190


def test_the_table_shows_ratios_of_its_own_figures() -> None:
    counts = counts_of(MEASUREMENT)
    half = copy.deepcopy(counts)
    half["builds"]["-O2"]["total"] = 2000
    table = table_text({"p": dict.fromkeys(VARIANTS, counts) | {"hand-derived": half}})
    (ratio,) = [line for line in table.splitlines() if "generated / hand-derived" in line]
    assert ratio.split()[-3:] == ["1.000", "0.500", "1.000"]


def document(total: int = 1000, **machine: str) -> dict[str, Any]:
    builds = {"-O2": {"total": total, "inside": 300, "lines": {"3": total - 900, "4": 60}}}
    return {
        "machine": {"libc": "1", "valgrind": "3", **machine},
        "compiler": "a",
        "programs": {"p": {"generated": {"lets": 3, "bytes": 9, "builds": builds}}},
    }


def test_equal_fingerprints_are_compared_exactly() -> None:
    assert how_comparable(document(), document())[1] == 0
    (growth,) = growths(document(), document(1001), {})
    assert growth.measured == 1001


def test_another_compiler_on_the_same_machine_may_cost_a_little_more() -> None:
    measured = {**document(1009), "compiler": "b"}
    assert growths(document(), measured, {}) == []
    assert growths(document(), {**document(1011), "compiler": "b"}, {})


def test_another_machine_is_compared_by_percentage_and_named() -> None:
    how, allowed = how_comparable(document(), document(libc="2"))
    assert "libc" in how
    assert allowed > 1
    assert growths(document(), document(1100, libc="2"), {}) == []


def test_growth_names_program_variant_and_line() -> None:
    (growth,) = growths(document(), document(1500), {"p generated": TEXT})
    assert "p, generated, -O2: 1,000 instructions grew to 1,500 (+50.0%)" in growth.sentence()
    assert "line 3 by 500: let v2 = v1 * v1" in growth.sentence()


@pytest.mark.parametrize("total", [999, 1000])
def test_what_shrinks_or_stays_is_no_growth(total: int) -> None:
    assert growths(document(), document(total), {}) == []


def test_a_program_that_was_never_measured_before_is_no_growth() -> None:
    stored = {**document(), "programs": {}}
    assert growths(stored, document(), {}) == []
