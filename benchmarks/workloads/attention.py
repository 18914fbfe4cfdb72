"""The attention classifier of the examples, and what an independent system says of its descent."""

from __future__ import annotations

import json

import autograd
from benchmarks.environment import ROOT

# Its first print is the loss.
PROGRAM = ROOT / "examples" / "h33_attention.mg"
_DATA = ROOT / "examples" / "data" / "attention_classifier.json"


def parameters() -> list[str]:
    """The names of the four parameters."""
    return autograd.declared_parameters(PROGRAM.read_text())


def rate() -> float:
    """The rate of the descent."""
    found: float = json.loads(_DATA.read_text())["descent_lr"]
    return found


def expected_loss(steps: int) -> float:
    """The loss after so many steps, for the numbers of steps that the data list."""
    found: float = json.loads(_DATA.read_text())["descent_loss_at"][str(steps)]
    return found
