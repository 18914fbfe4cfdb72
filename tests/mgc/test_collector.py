"""Pausing the collector leaves it as it was."""

from __future__ import annotations

import gc

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
