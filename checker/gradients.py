"""Group 1: every element of every gradient, against derivatives of an independent evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

import autograd
import mgc
from checker.check import Check
from checker.differences import (
    NEGLIGIBLE,
    REAL_STEP,
    Derivatives,
    complex_step,
    five_point,
)
from checker.generated import gradients
from checker.outcome import Difference, Finding, difference, within
from checker.reference import Array, Reference
from mgc.passes.inline import inline
from mgc.program import Let, Program
from mgc.source import Source

TOLERANCE = 1e-8

# An element's error is relative to itself, but at least to this share of the largest entry: below
# it cancellation between large terms leaves too few digits.
_SHARE = 1e-4

# The two ways of differencing must agree; the real one is the less exact.
_SELF_TOLERANCE = 1e-6

# Up to so many elements in all the reference is also differenced with real steps.
_SMALL = 100


@dataclass(frozen=True)
class Expected:
    """What a gradient program must print, by the reference.

    It holds the program as text, so that whoever judges reads it with the front end of the day.
    `loss_floor` is a loss that counts as nothing; `self_differences` compares the reference with
    real differences of itself.
    """

    source: Source
    parameters: tuple[str, ...]
    loss_index: int
    loss: Array
    loss_floor: float
    derivatives: dict[str, Derivatives]
    self_differences: dict[str, Difference]

    @property
    def elements(self) -> int:
        """How many elements the gradients have."""
        return sum(found.gradient.size for found in self.derivatives.values())

    @property
    def kinks(self) -> int:
        """At how many of them the loss has no derivative."""
        return sum(found.kinks for found in self.derivatives.values())


def expected_gradients(
    program: Program,
    parameters: tuple[str, ...],
    loss_index: int,
    *,
    limit: int | None = None,
    cross_checked: bool = False,
) -> Expected:
    """Differentiate the loss by the reference.

    Args:
        program: any program.
        parameters: names of `let`s.
        loss_index: which print is the loss.
        limit: how many elements of each parameter, spread evenly; None for all.
        cross_checked: also use real differences, if there are few elements.
    """
    straight = inline(program)
    chosen = straight.prints[loss_index]
    reference = Reference(list(straight.operations), chosen.value)
    visible = _visible(straight, loss_index)
    values = {name: visible[name] for name in parameters}
    few = sum(reference.value_of(value).size for value in values.values()) <= _SMALL
    derivatives, self_differences, changes = {}, {}, [0.0]
    for name, value in values.items():
        elements = _spread(reference.value_of(value).size, limit)
        derivatives[name] = complex_step(reference, value, elements)
        size = float(np.abs(reference.value_of(value)).max())
        changes.append(size * float(np.abs(derivatives[name].gradient).max()))
        if cross_checked and few:
            self_differences[name] = _self_difference(name, reference, value, derivatives[name])
    return Expected(
        program.source,
        parameters,
        loss_index,
        reference.value,
        NEGLIGIBLE * max(changes),
        derivatives,
        self_differences,
    )


def _spread(size: int, limit: int | None) -> NDArray[np.intp]:
    """At most `limit` positions of `size`, the first and the last among them."""
    if limit is None or size <= limit:
        return np.arange(size)
    return np.unique(np.linspace(0, size - 1, limit).round().astype(np.intp))


def _self_difference(
    name: str, reference: Reference, value: SSAValue, found: Derivatives
) -> Difference:
    """The complex step against real differences, where these have not met a kink on their way."""
    wide = five_point(reference, value)
    narrow = five_point(reference, value, REAL_STEP / 2)
    floor = max(float(np.abs(wide).max()), found.floor)
    settled = np.abs(wide - narrow) <= _SELF_TOLERANCE * floor
    return difference(name, found.gradient, wide, floor=floor, compared=found.compared & settled)


def _visible(program: Program, loss_index: int) -> dict[str, SSAValue]:
    """The value of each name where the loss is printed."""
    loss = program.prints[loss_index]
    visible: dict[str, SSAValue] = {}
    for statement in program.statements:
        if statement is loss:
            break
        if isinstance(statement, Let):
            visible[statement.name] = statement.value
    return visible


def compare(expected: Expected, printed: list[Array]) -> list[Difference]:
    """The loss and every gradient against the reference, where there is one to compare with."""
    found = [difference("loss", expected.loss, printed[0], floor=expected.loss_floor)]
    for name, actual in zip(expected.parameters, printed[1:], strict=True):
        wanted = expected.derivatives[name]
        found.append(
            difference(
                name,
                wanted.gradient,
                actual,
                share=_SHARE,
                floor=wanted.floor,
                compared=wanted.compared,
            )
        )
    return found


def judge(expected: Expected) -> Finding:
    """Run the generated program and compare."""
    for name, found in expected.self_differences.items():
        if not found.error <= _SELF_TOLERANCE:
            return Finding(
                False,
                f"the reference disagrees with itself at {name}: {found.sentence()}",
                found.error,
                found.where,
            )
    printed = gradients(expected.source, expected.parameters, expected.loss_index)
    detail = f"{expected.elements} elements"
    if expected.kinks:
        detail += f", {expected.kinks} of them on a kink and left to the group of ties"
    return within(compare(expected, printed), TOLERANCE, detail)


def gradient_check(path: Path) -> Check:
    """The check of one example program."""
    name = path.stem

    def prepare() -> Expected:
        text = path.read_text(encoding="utf-8")
        parameters = tuple(autograd.declared_parameters(text))
        loss = autograd.declared_loss(text)
        return expected_gradients(mgc.parse(path), parameters, loss, cross_checked=True)

    return Check(
        f"gradients:{name}",
        "gradients",
        f"{name}: the loss and every gradient element equal the reference to {TOLERANCE:g}",
        prepare,
        judge,
    )
