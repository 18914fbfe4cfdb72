"""Trials: what becomes of mutants, and of children that misbehave."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import autograd.rules
from autograd import rules
from checker.errors import BrokenBaselineError, KilledTrialError
from checker.mutants import trial
from checker.mutants.catalogue import MUTANTS
from checker.mutants.mutant import Mutant
from checker.mutants.trial import Court, Fate, Trial, run_forked
from checker.suite import checks_of
from checker.ties import tie_checks
from mgc.dialect import MulOp
from tests.checker.wrong_rules import use_rule

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
BY_ID = {mutant.id: mutant for mutant in MUTANTS}


@pytest.fixture(scope="module")
def court() -> Court:
    """A court of few checks, so that survivors can be shown."""
    with pytest.MonkeyPatch.context() as patch:
        few = checks_of(EXAMPLES / "m01_arithmetic.mg") + tie_checks()
        patch.setattr(trial, "all_checks", lambda folder: few)
        return Court(EXAMPLES)


def test_a_mutant_that_gives_wrong_numbers_is_killed_by_name(court: Court) -> None:
    tried = court.try_mutant(BY_ID["div-sign"])
    assert tried.fate is Fate.KILLED
    assert tried.killed_by == ["gradients:m01_arithmetic"]
    assert "expected" in tried.reason


def test_the_differentiator_of_this_process_stays_as_it_is(court: Court) -> None:
    before = rules
    court.try_mutant(BY_ID["div-sign"])
    assert autograd.rules is before
    unbroken = Mutant("again", "nothing", "autograd/rules.py", "g / b, -(g", "g / b,  -(g")
    assert court.try_mutant(unbroken).fate is Fate.NOT_REACHED


def test_a_mutant_that_changes_nothing_is_not_reached(court: Court) -> None:
    comment = Mutant("comment", "nothing", "autograd/rules.py", "# ---- matrices", "# -- matrices")
    assert court.try_mutant(comment) == Trial("comment", Fate.NOT_REACHED)


def test_a_mutant_that_no_check_sees_survives(court: Court) -> None:
    harmless = Mutant(
        "harmless", "1 * g", "autograd/rules.py", "return g / b, -(g * r) / b",
        "return g * 1.0 / b, -(g * r) / b",
    )  # fmt: skip
    assert court.try_mutant(harmless).fate is Fate.SURVIVED


def test_a_mutant_that_raises_has_crashed_with_its_message(court: Court) -> None:
    raising = Mutant(
        "raising", "raises", "autograd/rules.py", "return g / b, -(g * r) / b",
        "raise ZeroDivisionError('on strike')",
    )  # fmt: skip
    tried = court.try_mutant(raising)
    assert tried.fate is Fate.CRASHED
    assert tried.crashed == ["gradients:m01_arithmetic"]
    assert tried.reason == "ZeroDivisionError: on strike"


def test_a_mutant_that_hangs_is_ended_and_told(court: Court) -> None:
    hanging = Mutant(
        "hanging", "hangs", "autograd/rules.py", "return g / b, -(g * r) / b",
        "while True:\n        pass",
    )  # fmt: skip
    started = time.monotonic()
    tried = court.try_mutant(hanging, time_limit=1.0)
    assert tried.fate is Fate.TIMED_OUT
    assert time.monotonic() - started < 5


def test_a_mutant_that_ends_the_process_is_contained(court: Court) -> None:
    dying = Mutant(
        "dying", "dies", "autograd/rules.py", "return g / b, -(g * r) / b",
        "__import__('os')._exit(7)",
    )  # fmt: skip
    tried = court.try_mutant(dying)
    assert tried.fate is Fate.CRASHED
    assert "status 7" in tried.reason


def test_a_trial_that_somebody_else_kills_is_an_error_and_no_fate(court: Court) -> None:
    killed = Mutant(
        "killed", "is killed", "autograd/rules.py", "return g / b, -(g * r) / b",
        "__import__('os').kill(__import__('os').getpid(), 9)",
    )  # fmt: skip
    with pytest.raises(KilledTrialError, match="mutant killed was killed"):
        court.try_mutant(killed)


def test_a_broken_baseline_is_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: Any) -> tuple[Any, Any]:
        return arguments[1], arguments[1]

    use_rule(monkeypatch, MulOp, wrong)
    monkeypatch.setattr(
        trial, "all_checks", lambda folder: checks_of(EXAMPLES / "m01_arithmetic.mg")
    )
    with pytest.raises(BrokenBaselineError, match="gradients:m01_arithmetic"):
        Court(EXAMPLES)


def test_a_child_that_is_killed_by_a_signal_is_told_by_its_number() -> None:
    def work() -> dict[str, Any]:
        os.kill(os.getpid(), signal.SIGTERM)
        return {}

    assert run_forked(work, 5.0) == (None, -signal.SIGTERM)


def test_a_child_s_report_of_any_size_arrives() -> None:
    report, status = run_forked(lambda: {"text": "x" * 1_000_000}, 10.0)
    assert status == 0
    assert report is not None
    assert len(report["text"]) == 1_000_000


def test_a_reason_is_one_line_with_numbers_in_six_digits() -> None:
    detail = "w[0][1]: expected 0.30000000000000004, got -1.2345678e-07\nmore"
    assert trial._reason(detail) == "w[0][1]: expected 0.3, got -1.23457e-07"
