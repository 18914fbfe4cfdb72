"""Group 4: gradient descent with the generated gradients, against an independent curve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

import autograd
from checker.check import Check
from checker.figures import figures_of
from checker.generated import descent_losses
from checker.outcome import Finding, difference, within
from mgc.source import Source

STEPS = 10
TOLERANCE = 1e-9

# Six digits of the attention classifier's curve, as the chapter prints them.
_SIX_DIGITS = {0: "1.60134", 1: "1.51356", 5: "0.625597", 10: "0.273815"}


@dataclass(frozen=True)
class Descent:
    """A descent and the losses that it should print."""

    source: Source
    parameters: list[str]
    rate: float
    losses: list[float]

    def generated(self) -> list[float]:
        """The losses that the generated descent prints."""
        steps = len(self.losses) - 1
        return descent_losses(self.source, self.parameters, 0, steps, self.rate)


def expected_descent(path: Path) -> Descent:
    """The first steps of an example's descent, by the figures in its data."""
    figures = figures_of(path)
    parameters = autograd.declared_parameters(path.read_text(encoding="utf-8"))
    losses = figures["descent_loss"][: STEPS + 1]
    return Descent(Source.from_file(path), parameters, figures["descent_lr"], losses)


def descent_checks(path: Path) -> list[Check]:
    """The checks of the attention classifier's descent."""
    if path.stem != "h33_attention":
        return []

    def check(name: str, sentence: str, judge: Callable[[Descent], Finding]) -> Check:
        return Check(f"descent:{name}", "descent", sentence, lambda: expected_descent(path), judge)

    return [
        check(
            "curve",
            f"{STEPS} steps with generated gradients follow the independent curve at every step",
            _judge_curve,
        ),
        check("falls", "the loss falls at every step", _judge_fall),
        check("six-digits", "the losses that the chapter prints, in its six digits", _judge_digits),
    ]


def _judge_curve(expected: Descent) -> Finding:
    wanted, actual = (np.array([losses]).T for losses in (expected.losses, expected.generated()))
    found = [
        difference(f"loss after {step} steps", wanted[step : step + 1], actual[step : step + 1])
        for step in range(len(wanted))
    ]
    return within(found, TOLERANCE, f"rate {expected.rate:g}, to {TOLERANCE:g} at every step")


def _judge_fall(expected: Descent) -> Finding:
    losses = expected.generated()
    for step, (before, after) in enumerate(pairwise(losses), start=1):
        if not after < before:
            return Finding(False, f"step {step} takes the loss from {before!r} to {after!r}")
    return Finding(True, f"from {losses[0]:g} to {losses[-1]:g}")


def _judge_digits(expected: Descent) -> Finding:
    losses = expected.generated()
    for step, wanted in _SIX_DIGITS.items():
        if f"{losses[step]:.6g}" != wanted:
            return Finding(False, f"after {step} steps: expected {wanted}, got {losses[step]:.6g}")
    shown = ", ".join(_SIX_DIGITS.values())
    return Finding(True, f"{shown} after {', '.join(map(str, _SIX_DIGITS))} steps")
