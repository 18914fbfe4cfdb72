"""Entrants: what they answer, and what happens when they fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import workload
from benchmarks.workload import Commands, EntrantFailedError, Worker


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workload, "BUILD", tmp_path)


def python(code: str) -> list[str]:
    """The command that runs some code."""
    return [sys.executable, "-c", code]


@pytest.mark.parametrize(("last", "expected"), [(False, 1.5), (True, -2e-3)])
def test_the_result_of_commands_is_the_first_or_last_1x1_matrix_of_the_last_one(
    last: bool, expected: float
) -> None:
    stages = {
        "write": python("print('[[9]]')"),
        "run": python("print('[[1.5]]\\n[[7, 7]]\\n[[-2e-3]]')"),
    }
    commands = Commands("ours", stages, last=last)
    measured = commands.measure()
    assert commands.result() == expected
    assert list(measured.stages) == ["write", "run"]
    assert measured.seconds == sum(measured.stages.values())
    assert measured.peak_bytes > 0


def test_waiting_takes_no_processor_time() -> None:
    code = "import time; time.sleep(0.5); print('[[1]]')"
    measured = Commands("ours", {"one": python(code), "two": python(code)}).measure()
    assert 0 < measured.processor_seconds < measured.seconds - 0.9


def test_a_command_that_fails_is_not_measured() -> None:
    with pytest.raises(EntrantFailedError, match="theirs failed"):
        Commands("theirs", {"all": python("raise SystemExit(3)")}).measure()


def test_a_worker_answers_each_request_after_its_result() -> None:
    code = "from benchmarks.serve import serve; serve(lambda: sum(range(1000)), 499500.0)"
    with Worker("ours", python(code)) as worker:
        assert worker.result() == 499500.0
        assert worker.measure().seconds > 0
        assert worker.measure().seconds > 0


@pytest.mark.parametrize("code", ["pass", "print(1.0)"], ids=["before", "after its result"])
def test_a_worker_that_ends_early_is_reported_by_name(code: str) -> None:
    with (
        pytest.raises(EntrantFailedError, match="theirs ended early"),
        Worker("theirs", python(code)) as worker,
    ):
        worker.measure()


def test_commands_with_an_environment_run_in_it_once_before_they_are_measured(
    tmp_path: Path,
) -> None:
    code = "import os; file = open(os.environ['LOG'], 'a'); file.write('run '); print('[[1]]')"
    log = tmp_path / "log"
    commands = Commands("ours", {"all": python(code)}, environment={"LOG": str(log)})
    with commands:
        assert log.read_text() == "run "
        commands.measure()
    assert log.read_text() == "run run "
