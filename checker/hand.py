"""Group 3: gradients derived by hand, and figures that an independent system computed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograd
import mgc
from checker.check import Check
from checker.generated import gradients
from checker.outcome import Finding, difference, within
from checker.reference import Array
from mgc.source import Source

HAND_TOLERANCE = 1e-12
FIGURES_TOLERANCE = 1e-10

# The example programs that print their gradients by hand after the loss, with the file of
# independent figures where there is one.
HAND_DERIVED = {
    "h33_attention": "attention_classifier.json",
    "h34_layer_norm": None,
    "h35_transformer_step1": "transformer_block.json",
}


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
            name,
            f"{name}: the loss and every gradient equal the hand-derived ones",
            HAND_TOLERANCE,
            lambda: _by_hand(path),
        )
    ]
    figures = HAND_DERIVED[name]
    if figures is not None:
        checks.append(
            _check(
                f"figures:{name}",
                name,
                f"{name}: the loss and every gradient equal the figures of an independent system",
                FIGURES_TOLERANCE,
                lambda: _by_figures(path, figures),
            )
        )
    return checks


def figures_of(path: Path, file: str) -> dict[str, Any]:
    """The independent figures of an example, from the data beside it."""
    figures: dict[str, Any] = json.loads((path.parent / "data" / file).read_text())
    return figures


def _by_hand(path: Path) -> _Expected:
    program = mgc.parse(path)
    return _Expected(program.source, _parameters(path), mgc.run(program, optimisation=0))


def _by_figures(path: Path, file: str) -> _Expected:
    figures = figures_of(path, file)
    parameters = _parameters(path)
    loss = np.array([[figures["loss"]]])
    by_name = [np.array(figures["gradients"][name], dtype=float) for name in parameters]
    return _Expected(Source.from_file(path), parameters, [loss, *by_name])


def _parameters(path: Path) -> list[str]:
    return autograd.declared_parameters(path.read_text(encoding="utf-8"))


def _check(id_: str, subject: str, sentence: str, tolerance: float, prepare: Any) -> Check:
    def judge(expected: _Expected) -> Finding:
        printed = gradients(expected.source, expected.parameters, 0)
        names = ["loss", *expected.parameters]
        found = [
            difference(name, wanted, actual)
            for name, wanted, actual in zip(names, expected.values, printed, strict=True)
        ]
        elements = sum(value.size for value in expected.values[1:])
        detail = f"{len(names) - 1} gradient matrices, {elements} elements, to {tolerance:g}"
        return within(found, tolerance, detail)

    return Check(id_, "hand", subject, sentence, prepare, judge)
