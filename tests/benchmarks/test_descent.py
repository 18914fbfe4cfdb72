"""The descents: what our entrant prints last is the loss after the last step."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import workload
from benchmarks.workloads import WORKLOADS
from benchmarks.workloads.attention import expected_loss
from benchmarks.workloads.descent import attention_entrants


def test_our_descents_end_at_the_independent_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workload, "BUILD", tmp_path)
    ours = [entrant for entrant in attention_entrants(10) if entrant.is_ours]
    assert [list(entrant.measure().stages) for entrant in ours] == [["autograd", "mgc run"], []]
    for entrant in ours:
        assert entrant.result() == pytest.approx(expected_loss(10), rel=1e-9)


def test_the_descent_of_200_steps_is_held_against_the_independent_figure() -> None:
    (attention,) = (one for one in WORKLOADS if one.name == "attention200")
    assert attention.expected == 0.0005223967282834584
    assert attention.tolerance == 1e-9
