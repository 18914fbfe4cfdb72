"""Runs of which one worker process is killed alone: they end, and the next one goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.tasks.toy import Toy, worker_ids

STEPS = 17
TIME_LIMIT = 20.0

# A worker's end comes while it hands over a result, or once it has.
ENDS_HANDING_OVER = """
import os
import signal
from multiprocessing.connection import Connection

_run, _send = os.getpid(), Connection._send


def send(connection, data):
    if os.getpid() == _run:
        _send(connection, data)
    else:
        _send(connection, data[:{length}])
        {end}


Connection._send = send
"""
KILL = "os.kill(os.getpid(), signal.SIGKILL)"


def said_by(process: subprocess.Popen[str]) -> str:
    """What a run says until it ends, which it must do by itself."""
    try:
        return process.communicate(timeout=TIME_LIMIT)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def made_in(said: str) -> set[str]:
    """The tasks whose results a run has announced."""
    lines = [line for line in said.splitlines() if line.startswith("[")]
    return {line.split()[-1] for line in lines if not line.endswith("FAILED")}


def failed_in(said: str) -> list[str]:
    """The tasks that a run says have failed, in its last words on them."""
    lines = [line for line in said.splitlines() if line.startswith("FAILED ")]
    return [line.split()[1].rstrip(":") for line in lines]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_worker_ends_the_run_and_the_next_run_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    toy = Toy.in_folder(tmp_path / "toy", seconds=0.3)
    process = toy.start()
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(0.1)  # In the middle of the next steps.
    workers = worker_ids(process.pid)
    assert len(workers) == 2
    os.kill(workers[0], number)
    said = first + said_by(process)
    assert process.returncode == 2
    (task,) = failed_in(said)
    assert f"FAILED {task}: its process was killed by {number.name}" in said
    assert "run doit again to go on, with -n 1 if memory ran out" in said
    assert "Traceback" not in said
    made = made_in(said)
    assert made
    assert task not in made
    next_made = made_in(toy.doit())
    assert task in next_made
    assert not made & next_made
    assert len(toy.outputs()) == STEPS


@pytest.mark.parametrize(
    ("length", "end", "fate"),
    [
        ("len(data) // 2", KILL, "was killed by SIGKILL"),
        ("len(data)", KILL, "was killed by SIGKILL"),
        ("len(data) // 2", "os._exit(3)", "ended with status 3"),
    ],
)
def test_a_worker_that_ends_while_it_hands_over_a_result_holds_nobody_up(
    tmp_path: Path, length: str, end: str, fate: str
) -> None:
    toy = Toy.in_folder(tmp_path / "toy")
    dodo = toy.folder / "dodo.py"
    before = dodo.read_text()
    dodo.write_text(before + ENDS_HANDING_OVER.format(length=length, end=end))
    process = toy.start()
    said = said_by(process)
    assert process.returncode == 2
    assert f"FAILED {failed_in(said)[0]}: its process {fate}" in said
    dodo.write_text(before)
    toy.doit()
    assert len(toy.outputs()) == STEPS
