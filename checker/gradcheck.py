"""The gradient check of any program, one row for each parameter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from checker.differences import Derivatives
from checker.generated import gradients
from checker.gradients import compare, expected_gradients
from checker.outcome import Difference
from mgc.frontend import analyse
from mgc.shapes import show
from mgc.source import Source


@dataclass(frozen=True)
class Row:
    """What was found for one parameter, or for the loss itself.

    `compared` is how many of its `elements` were compared; `kinks` is at how many others the loss
    has no derivative.
    """

    parameter: str
    shape: str
    elements: int
    compared: int
    kinks: int
    error: float
    where: str
    verdict: str
    sentence: str

    @property
    def passed(self) -> bool:
        """Whether the gradient agrees; a kink is told, and is no fault."""
        return self.verdict in ("ok", "kink")

    def to_json(self) -> dict[str, Any]:
        """As JSON values; an error that is no finite number becomes a string."""
        error = self.error if math.isfinite(self.error) else str(self.error)
        return {**asdict(self), "error": error}


def check_program(
    file: str,
    wrt: Sequence[str],
    loss: int = 0,
    tolerance: float = 1e-8,
    limit: int | None = None,
) -> list[Row]:
    """Check the generated gradients of a program against an independent evaluation.

    Args:
        file: the program; `-` reads standard input.
        wrt: names of `let`s.
        loss: which print is the loss.
        tolerance: the largest error allowed.
        limit: how many elements of each parameter to check, spread evenly; None for all.

    Returns:
        A row for the loss and one for each parameter. The verdict is ok, kink (the loss has no
        derivative at some element, which was left out), not finite (a nan or an infinity in the
        loss or the gradient), or wrong.

    Raises:
        MgcError: the program cannot be read.
        AutogradError: it cannot be differentiated as asked.
    """
    source = Source.named(file)
    printed = gradients(source, wrt, loss)
    expected = expected_gradients(analyse(source), tuple(wrt), loss, limit=limit)
    found = compare(expected, printed)
    rows = [_row("loss", show(printed[0].shape), found[0], tolerance, None)]
    for name, actual, difference in zip(wrt, printed[1:], found[1:], strict=True):
        derivatives = expected.derivatives[name]
        rows.append(_row(name, show(actual.shape), difference, tolerance, derivatives))
    return rows


def _row(
    name: str, shape: str, found: Difference, tolerance: float, derivatives: Derivatives | None
) -> Row:
    elements = compared = 1
    kinks = 0
    if derivatives is not None:
        elements, compared = derivatives.compared.size, int(derivatives.compared.sum())
        kinks = derivatives.kinks
    if not math.isfinite(found.error):
        verdict, sentence = "not finite", f"{found.sentence()}: not a finite number"
    elif found.error > tolerance:
        verdict, sentence = "wrong", found.sentence()
    elif kinks:
        verdict, sentence = "kink", f"{name}: the loss has no derivative at {kinks} of its elements"
    else:
        verdict, sentence = "ok", ""
    return Row(name, shape, elements, compared, kinks, found.error, found.where, verdict, sentence)
