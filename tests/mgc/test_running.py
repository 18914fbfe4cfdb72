"""Object code that runs and prints."""

from __future__ import annotations

import json
import signal

import pytest

import mgc


def test_what_a_program_prints_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    code = mgc.compile_object(mgc.parse("print [[1]] / 3\nprint [[2]]\n"))
    mgc.run_and_print(code)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1::2] == ["[[0.333333]]", "[[2]]"]
    mgc.run_and_print(code, 17)
    assert "[[0.33333333333333331]]\n" in capsys.readouterr().out
    mgc.run_and_print(code, as_json=True)
    assert [one["data"] for one in json.loads(capsys.readouterr().out)] == [[1 / 3], [2.0]]


def test_an_interrupt_means_afterwards_what_it_meant_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    mgc.run_and_print(mgc.compile_object(mgc.parse("print [[1]]\n")))
    assert signal.getsignal(signal.SIGINT) is before


def test_the_machine_is_named_by_what_code_for_it_may_use() -> None:
    assert "llvmlite" in mgc.machine_name()
    assert "triple=" in mgc.machine_name()
