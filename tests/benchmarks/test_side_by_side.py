"""The command that measures."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from benchmarks import environment, side_by_side, workload
from benchmarks.environment import PeersMissingError
from benchmarks.workload import Commands, Entrant, Workload


def entrants() -> list[Entrant]:
    """Ours, which prints 1, and another system, which prints 2."""

    def printing(number: int) -> dict[str, list[str]]:
        return {"all": [sys.executable, "-c", f"print('[[{number}]]')"]}

    return [
        Commands("ours", printing(1), is_ours=True),
        Commands("theirs", printing(2)),
    ]


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (environment, side_by_side, workload):
        monkeypatch.setattr(module, "BUILD", tmp_path)
    monkeypatch.setattr(side_by_side, "WORKLOADS", [Workload("ones", "Ones", entrants, rounds=2)])
    monkeypatch.setattr(side_by_side, "prepare_peers", lambda: None)
    monkeypatch.setattr(side_by_side, "use_one_core", lambda: None)


def test_systems_that_disagree_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert side_by_side.main(["ones"]) == 1
    out, err = capsys.readouterr()
    assert "|" not in out
    assert err.endswith("theirs computes 2.0, ours 1.0\n")


def test_an_entrant_that_misses_the_independent_figure_is_not_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = Workload("ones", "Ones", entrants, rounds=1, expected=1.0 + 2e-9)
    monkeypatch.setattr(side_by_side, "WORKLOADS", [missing])
    assert side_by_side.main(["--ours"]) == 1
    message = "ours computes 1.0, the independent figure is 1.000000002\n"
    assert capsys.readouterr().err.endswith(message)


@pytest.mark.parametrize("arguments", [[], ["--ours"]])
def test_the_machine_and_the_other_systems_are_told_before_the_figures(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    side_by_side.main(arguments)
    first = capsys.readouterr().out.splitlines()[0]
    assert f", one core, one thread; Python {platform.python_version()}" in first
    assert ("; autograd 1" in first, ", torch 2" in first) == (not arguments, not arguments)


def test_a_system_that_has_taken_long_enough_is_not_measured_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_by_side, "_ENOUGH_SECONDS", 1e-9)
    assert side_by_side.main(["--ours"]) == 0
    assert capsys.readouterr().err.splitlines() == ["ones: 1 of 2, ours"]


def test_ours_alone_needs_no_other_system(capsys: pytest.CaptureFixture[str]) -> None:
    assert side_by_side.main(["--ours"]) == 0
    out = capsys.readouterr().out
    assert "| ours" in out
    assert "theirs" not in out


def test_every_round_measures_every_system_in_turn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agreeing = Workload("ones", "Ones", entrants, rounds=2, tolerance=1.0)
    monkeypatch.setattr(side_by_side, "WORKLOADS", [agreeing])
    assert side_by_side.main([]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "ones: 1 of 2, ours",
        "ones: 1 of 2, theirs",
        "ones: 2 of 2, ours",
        "ones: 2 of 2, theirs",
    ]


def test_missing_systems_are_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise PeersMissingError("no network")

    monkeypatch.setattr(side_by_side, "prepare_peers", missing)
    assert side_by_side.main([]) == 2
    message = "cannot install the other systems (--ours goes without): no network\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("arguments", [["nothing"], ["--rounds", "0"]])
def test_a_wrong_use_exits_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as error:
        side_by_side.main(arguments)
    assert error.value.code == 2
