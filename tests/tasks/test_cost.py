"""The guard against growth, and what happens without the tools that count."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from doit.exceptions import TaskFailed

from tasks import cost

BUILDS = {"-O2": {"total": 1000, "inside": 300, "lines": {"3": 100}}}
STORED = {
    "machine": {"libc": "1"},
    "compiler": "a",
    "programs": {"h33_attention": {"generated": {"lets": 3, "bytes": 9, "builds": BUILDS}}},
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    document = copy.deepcopy(STORED)
    monkeypatch.setattr(cost, "_committed", lambda: STORED)
    monkeypatch.setattr(cost, "_machine", dict)
    monkeypatch.setattr(cost, "_measured", lambda machine: document)
    monkeypatch.setattr(cost, "variant_text", lambda program, variant: "a\nb\nlet v3 = v1 + v2\n")
    return document


def test_equal_counts_pass(measured: dict[str, Any]) -> None:
    assert cost.check_growth() is None


def test_a_grown_count_fails_and_names_program_variant_and_line(measured: dict[str, Any]) -> None:
    figures = measured["programs"]["h33_attention"]["generated"]["builds"]["-O2"]
    figures["total"] = 1100
    figures["lines"]["3"] = 200
    failed = cost.check_growth()
    assert isinstance(failed, TaskFailed)
    assert "h33_attention, generated, -O2: 1,000 instructions grew to 1,100" in failed.message
    assert "line 3 by 100: let v3 = v1 + v2" in failed.message


def test_without_valgrind_a_plain_doit_leaves_costs_out_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cost, "is_possible", lambda: False)
    assert cost.default_tasks() == ()
    assert "apt-get install valgrind" in capsys.readouterr().err


def test_with_the_tools_a_plain_doit_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "is_possible", lambda: True)
    assert cost.default_tasks() == ("cost",)
