"""The README shows what the commands really print."""

from __future__ import annotations

import re
from pathlib import Path

from tasks.readme import refreshed

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def test_the_readme_shows_the_worked_example_and_the_costs() -> None:
    assert re.findall(r"<!-- cat (\S+) -->\n```text\n", README) == [
        "examples/00_worked_example.mg",
        "outputs/worked_example_generated.mg",
        "outputs/worked_example_out.txt",
        "outputs/cost_out.txt",
    ]


def test_every_file_that_the_readme_shows_is_the_file() -> None:
    assert refreshed(README, ROOT) == README, "run: python -m tasks.readme"


def test_the_measured_times_are_those_of_the_run_that_the_readme_links_to() -> None:
    measured = (ROOT / "benchmarks" / "measured.md").read_text()
    _, _, section = README.partition("## How fast it is\n")
    section, _, _ = section.partition("\n## ")
    times = re.findall(r"\d[\d.]* (?:us|ms|s)\b", section)
    assert len(times) > 20
    for time in times:
        assert re.search(rf"\b{re.escape(time)}\b", measured), f"not measured: {time}"
    (share,) = re.findall(r"(\d+) % of the time measured", section)
    assert f"the bound is {share}% of it" in measured
    assert measured.splitlines()[0] in section.replace("\n> ", " ")


def test_a_file_that_changed_is_put_in_anew(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("new\n")
    text = "before\n<!-- cat a.txt -->\n```text\nold\n```\nafter\n"
    assert refreshed(text, tmp_path) == text.replace("old", "new")
