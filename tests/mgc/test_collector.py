"""Pausing the collector leaves it as it was."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from mgc.collector import collector_paused


def test_the_collector_rests_inside_and_runs_after() -> None:
    assert gc.isenabled()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_runs_again_after_an_error() -> None:
    with pytest.raises(ValueError, match="inside"), collector_paused():
        raise ValueError("inside")
    assert gc.isenabled()


def test_a_process_of_one_command_looks_for_no_garbage_even_when_it_ends() -> None:
    code = (
        "import atexit, gc\n"
        "from mgc.collector import leave_collector_off\n"
        "leave_collector_off()\n"
        "atexit._run_exitfuncs()\n"
        "print(gc.isenabled(), gc.get_freeze_count() > 0, gc.get_count()[0] < 100)\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert process.stdout.split() == ["False", "True", "True"]
