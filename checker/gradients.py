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
from checker.differences import complex_step, five_point, kinks
from checker.generated import gradients
from checker.outcome import Difference, Finding, difference, within
from checker.reference import Array, Reference
from mgc.passes.inline import inline
from mgc.program import Let, Program
from mgc.source import Source

TOLERANCE = 1e-8

# The two ways of differencing must agree; the real one is the less exact.
_SELF_TOLERANCE = 1e-6

# Up to so many elements in all the reference is also differenced with real steps and searched for
# kinks; large programs have so many relus that a real step crosses the kink of one.
_SMALL = 100


@dataclass(frozen=True)
class Expected:
    """What a gradient program must print, by the reference.

    It holds the program as text, so that whoever judges reads it with the front end of the day.
    `kinked` marks, for each parameter, the elements where the loss has no derivative.
    """

    source: Source
    parameters: tuple[str, ...]
    loss_index: int
    loss: Array
    gradients: dict[str, Array]
    kinked: dict[str, NDArray[np.bool_]]
    self_differences: dict[str, Difference]

    @property
    def elements(self) -> int:
        """How many elements the gradients have."""
        return sum(gradient.size for gradient in self.gradients.values())


def expected_gradients(
    program: Program, parameters: tuple[str, ...], loss_index: int, *, thorough: bool | None = None
) -> Expected:
    """Differentiate the loss by the reference.

    Args:
        program: any program.
        parameters: names of `let`s.
        loss_index: which print is the loss.
        thorough: also use real differences and look for kinks; None decides by size.
    """
    straight = inline(program)
    chosen = straight.prints[loss_index]
    reference = Reference(list(straight.operations), chosen.value)
    values = _visible(straight, loss_index)
    if thorough is None:
        thorough = sum(reference.value_of(values[name]).size for name in parameters) <= _SMALL
    gradients_, kinked, self_differences = {}, {}, {}
    for name in parameters:
        value = values[name]
        gradient = complex_step(reference, value)
        gradients_[name] = gradient
        kinked[name] = np.zeros(gradient.shape, dtype=bool)
        if thorough:
            kinked[name] = kinks(reference, value)
            smooth = ~kinked[name]
            self_differences[name] = difference(
                name, gradient[smooth], five_point(reference, value)[smooth]
            )
    return Expected(
        program.source,
        parameters,
        loss_index,
        reference.value,
        gradients_,
        kinked,
        self_differences,
    )


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
    """The loss and every gradient against the reference, elements at kinks left out."""
    found = [difference("loss", expected.loss, printed[0])]
    for name, actual in zip(expected.parameters, printed[1:], strict=True):
        wanted = expected.gradients[name]
        if actual.shape == wanted.shape:
            # At a kink there is nothing to compare with; put both sides equal there.
            actual = np.where(expected.kinked[name], wanted, actual)
        found.append(difference(name, wanted, actual))
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
    on_kinks = sum(int(mask.sum()) for mask in expected.kinked.values())
    if on_kinks:
        detail += f", {on_kinks} of them on a kink and left to the group of ties"
    return within(compare(expected, printed), TOLERANCE, detail)


def gradient_check(path: Path) -> Check:
    """The check of one example program."""
    name = path.stem

    def prepare() -> Expected:
        text = path.read_text(encoding="utf-8")
        parameters = tuple(autograd.declared_parameters(text))
        return expected_gradients(mgc.parse(path), parameters, autograd.declared_loss(text))

    return Check(
        f"gradients:{name}",
        "gradients",
        name,
        f"{name}: the loss and every gradient element equal the reference to {TOLERANCE:g}",
        prepare,
        judge,
    )
