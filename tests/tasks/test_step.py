"""The key of a step: what it depends on, each kind changed in turn, and what it does not."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tasks import cost, step
from tasks.run import write_output
from tasks.step import Step
from tasks.versions import package_versions
from tasks.worked_example import copy


@pytest.fixture
def simple(tmp_path: Path) -> Step:
    source = tmp_path / "source"
    source.write_text("content")
    return Step("name", "a sentence", copy, (str(source),), ("target",), {"source": str(source)})


def key(of: Step) -> str:
    return of.parts().key


def test_the_same_step_has_the_same_key(simple: Step) -> None:
    assert key(simple) == key(replace(simple))


def test_the_content_of_an_input_counts(simple: Step) -> None:
    before = key(simple)
    Path(simple.inputs[0]).write_text("other")
    assert key(simple) != before


def test_the_time_of_change_of_an_input_does_not_count(simple: Step) -> None:
    before = key(simple)
    os.utime(simple.inputs[0], (0, 0))
    assert key(simple) == before


def test_name_and_sentence_do_not_count(simple: Step) -> None:
    assert key(replace(simple, name="other", sentence="another")) == key(simple)


def test_a_setting_counts(simple: Step) -> None:
    assert key(replace(simple, arguments={"source": "elsewhere"})) != key(simple)


def test_the_targets_count(simple: Step) -> None:
    assert key(replace(simple, targets=("elsewhere",))) != key(simple)


def test_the_code_of_the_action_counts(simple: Step) -> None:
    assert key(replace(simple, action=write_output)) != key(simple)


@pytest.mark.parametrize("what", ["Python", "libc", "llvmlite", "numpy", "xdsl"])
def test_a_version_of_what_lies_below_counts(
    simple: Step, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = key(simple)
    versions = package_versions() | {what: "another version"}
    monkeypatch.setattr(step, "package_versions", lambda: versions)
    assert key(simple) != before


def test_the_versions_of_valgrind_and_cc_count_for_costs_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def keys() -> dict[str, str]:
        return {each.name: key(each) for each in cost.steps()}

    monkeypatch.setattr(cost, "_machine", lambda: {"valgrind": "3.19.0", "cc": "12.2.0"})
    before = keys()
    assert keys() == before
    for tool in ("valgrind", "cc"):
        other = {"valgrind": "3.19.0", "cc": "12.2.0", tool: "99"}
        monkeypatch.setattr(cost, "_machine", lambda other=other: other)
        after = keys()
        assert all(after[name] != before[name] for name in before)
