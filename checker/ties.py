"""Group 2: places without a derivative, where the value is a decision and worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.check import Check
from checker.generated import gradients
from checker.outcome import Finding, difference, within
from mgc.source import Source


@dataclass(frozen=True)
class _Case:
    """A loss of a matrix `x`, and its gradient by decision."""

    name: str
    sentence: str
    x: str
    loss: str
    gradient: list[list[float]]


_CASES = (
    _Case(
        "rows",
        "ties in a row share its adjoint: col_sum(row_max(x)) for [[1, 3, 3], [2, 2, 0]]",
        "[[1, 3, 3], [2, 2, 0]]",
        "col_sum(row_max(x))",
        [[0, 0.5, 0.5], [0.5, 0.5, 0]],
    ),
    _Case(
        "columns",
        "ties in a column share its adjoint: row_sum(col_max(x)) for [[2, 5], [2, 1], [2, 5]]",
        "[[2, 5], [2, 1], [2, 5]]",
        "row_sum(col_max(x))",
        [[1 / 3, 0.5], [1 / 3, 0], [1 / 3, 0.5]],
    ),
    _Case(
        "each-row",
        "ties are counted in each row by itself: one row tied, one not",
        "[[4, 4, 1], [0, 7, 2]]",
        "col_sum(row_max(x) * [[3], [5]])",
        [[1.5, 1.5, 0], [0, 5, 0]],
    ),
    _Case(
        "relu-at-zero",
        "relu lets the adjoint through at 0 and at -0",
        "[[0, -0.0, 1, -1]]",
        "row_sum(relu(x) * [[2, 3, 4, 5]])",
        [[2, 3, 4, 0]],
    ),
    _Case(
        "mask",
        "a comparison contributes nothing beside a smooth path, also at equality",
        "[[1, 0, -2]]",
        "row_sum(x * ge(x, [[0]]))",
        [[1, 1, 0]],
    ),
)


def tie_checks() -> list[Check]:
    """One check for each decision."""
    return [_check(case) for case in _CASES]


def _check(case: _Case) -> Check:
    def judge(expected: np.ndarray) -> Finding:
        source = Source(case.name, f"let x = {case.x}\nprint {case.loss}\n")
        return within([difference("x", expected, gradients(source, ["x"], 0)[1])], 1e-15)

    return Check(
        f"ties:{case.name}",
        "ties",
        case.sentence,
        lambda: np.array(case.gradient),
        judge,
    )
