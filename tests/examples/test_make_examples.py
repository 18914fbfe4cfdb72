"""The big example programs, and the numbers they are made from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import autograd
import mgc

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "examples" / "make_examples.py"


def test_the_committed_programs_are_what_the_script_writes() -> None:
    check = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stderr


@pytest.mark.parametrize(
    ("name", "lets"),
    [("h33_attention", 103), ("h34_layer_norm", 52), ("h35_transformer_step1", 307)],
)
def test_the_plain_gradient_program_has_the_lets_of_the_chapter(name: str, lets: int) -> None:
    path = ROOT / "examples" / f"{name}.mg"
    wrt = autograd.declared_parameters(path.read_text())
    text = autograd.source_text(autograd.gradient(mgc.parse(path), wrt))
    assert sum(line.startswith("let ") for line in text.splitlines()) == lets
