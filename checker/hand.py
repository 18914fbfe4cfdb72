"""Group 3: gradients derived by hand, and figures that an independent system computed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograd
import mgc
from checker.check import Check
from checker.figures import HAND_DERIVED, figures_file, figures_of
from checker.generated import gradients
from checker.outcome import Finding, difference, within
from checker.reference import Array
from mgc.source import Source

HAND_TOLERANCE = 1e-12
FIGURES_TOLERANCE = 1e-10


@dataclass(frozen=True)
class _Expected:
    source: Source
    parameters: list[str]
    values: list[Array]


def hand_checks(path: Path) -> list[Check]:
    """The checks of one example against its own hand-derived gradients, and against figures."""
    name = path.stem
    if name not in HAND_DERIVED:
        return []
    checks = [
        _check(
            f"hand:{name}",
            f"{name}: the loss and every gradient equal the hand-derived ones",
            HAND_TOLERANCE,
            lambda: _by_hand(path),
        )
    ]
    if figures_file(path) is not None:
        checks.append(
            _check(
                f"figures:{name}",
                f"{name}: the loss and every gradient equal the figures of an independent system",
                FIGURES_TOLERANCE,
                lambda: _by_figures(path),
            )
        )
    return checks


def _by_hand(path: Path) -> _Expected:
    program = mgc.parse(path)
    return _Expected(program.source, _parameters(path), mgc.run(program, optimisation=0))


def _by_figures(path: Path) -> _Expected:
    figures = figures_of(path)
    parameters = _parameters(path)
    loss = np.array([[figures["loss"]]])
    by_name = [np.array(figures["gradients"][name], dtype=float) for name in parameters]
    return _Expected(Source.from_file(path), parameters, [loss, *by_name])


def _parameters(path: Path) -> list[str]:
    return autograd.declared_parameters(path.read_text(encoding="utf-8"))


def _check(id_: str, sentence: str, tolerance: float, prepare: Any) -> Check:
    def judge(expected: _Expected) -> Finding:
        printed = gradients(expected.source, expected.parameters, 0)
        names = ["loss", *expected.parameters]
        found = [
            difference(name, wanted, actual)
            for name, wanted, actual in zip(names, expected.values, printed, strict=True)
        ]
        elements = sum(value.size for value in expected.values[1:])
        matrices = "1 gradient matrix" if len(names) == 2 else f"{len(names) - 1} gradient matrices"
        detail = f"{matrices}, {elements} elements, to {tolerance:g}"
        return within(found, tolerance, detail)

    return Check(id_, "hand", sentence, prepare, judge)
