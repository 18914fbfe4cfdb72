"""Group 6: simplified programs compute what the plain ones do, and hide no nan and no inf."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.check import Check
from checker.generated import gradients, simplified_gradients
from checker.outcome import Finding
from checker.reference import Array
from mgc.source import Source

_MIXED = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, -1.1]]
let row = [[0.5, 2.0, -1.0]]
let one = [[3.0]]
let a = transpose(transpose(x)) / 3.7 * 4 - x / 0.5
let b = (x * 3 + row * 5) * (x * 4 + row * 7) / (one * 7 + 0.1)
let c = -(-(a * b)) * 1.0 + row_max(x) * col_sum(x / 7 * x / 11)
print col_sum(row_sum(c * reshape(reshape(b, 6, 1), 2, 3))) + row_sum(one * one / 3)
"""

_OVERFLOW = f"let x = [[{', '.join(['1e308'] * 10)}]]\nlet s = row_sum(x)\n"


@dataclass(frozen=True)
class _Case:
    """A program with the parameter x; `loss` is its value, where it is known beforehand.

    Without a `tolerance`, relative to the largest element, the bits must be equal.
    """

    name: str
    sentence: str
    program: str
    loss: float | None = None
    tolerance: float = 0.0


_SOFTMAX = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.0, -0.5, 4.0]]
let p = exp(x - row_max(x)) / row_sum(exp(x - row_max(x)))
let q = x - row_max(x) - log(row_sum(exp(x - row_max(x))))
print col_sum(row_sum(p * p * y)) + col_sum(row_sum(q * y))
"""

_SHIFTS = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.0, -0.5, 4.0]]
let s = x - row_max(x)
let up = s + log(row_sum(exp(s)))
let t = x - col_max(x)
print col_sum(row_sum(up * y)) + col_sum(row_sum(t * t))
"""

_QUOTIENTS = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.0, -0.5, 4.0]]
let z = x * 2 + y
let e = exp(x - row_max(x))
let p = e / row_sum(e)
let q = e / row_sum(exp(z - row_max(z)))
let f = exp(y - row_max(y))
let k = y * 0.5
let largest = ge(row_max(f / row_sum(f)), [[0.95]])
let least = ge(row_max(-y), [[0.75]])
let weights = y + largest + least + row_sum(k @ transpose(k))
print col_sum(row_sum(p * y + q * y * y + x * weights))
"""

_EQUAL_VALUES = """\
let z = [[1.5, -2.0, 0.3]]
let x = exp(z)
let also = exp(z)
print row_sum(x * also * z)
"""

_CASES = (
    _Case("mixed", "a program of many operations, to the bit", _MIXED),
    _Case("softmax", "softmax and its logarithm, ties included, to 1e-14", _SOFTMAX, None, 1e-14),
    _Case("shifts", "maxima that are subtracted and do not cancel, to 1e-14", _SHIFTS, None, 1e-14),
    _Case(
        "quotients",
        "quotients, maxima and products that may not change places, to 1e-14",
        _QUOTIENTS,
        None,
        1e-14,
    ),
    _Case(
        "equal-values",
        "a parameter that another value equals, to 1e-14",
        _EQUAL_VALUES,
        None,
        1e-14,
    ),
    _Case(
        "there-and-back",
        "what overflows on the way back to a number stays infinite",
        "let x = [[1e200]]\nprint x * 1e200 * 1e-200\n",
        np.inf,
    ),
    _Case("times-zero", "infinity times 0 stays nan", f"{_OVERFLOW}print s * 0.0\n", np.nan),
    _Case("difference", "infinity minus itself stays nan", f"{_OVERFLOW}print s - s\n", np.nan),
    _Case("quotient", "infinity over itself stays nan", f"{_OVERFLOW}print s / s\n", np.nan),
    _Case(
        "plus-zero",
        "-0 plus 0 is 0, so that one over it is +inf",
        "let x = [[-0.0]]\nprint 1.0 / (x + 0.0)\n",
        np.inf,
    ),
)


def simplification_checks() -> list[Check]:
    """One check for each case."""
    return [_check(case) for case in _CASES]


def _check(case: _Case) -> Check:
    def judge(source: Source) -> Finding:
        plain = gradients(source, ["x"], 0)
        short = simplified_gradients(source, ["x"], 0)
        if case.loss is not None and not _same(short[0], np.array([[case.loss]]), 0.0).all():
            return Finding(False, f"loss: expected {case.loss}, got {short[0].item()}")
        for name, wanted, actual in zip(("loss", "x"), plain, short, strict=True):
            for row, column in np.argwhere(~_same(wanted, actual, case.tolerance))[:1]:
                where = f"{name}[{row}][{column}]"
                values = f"plain {wanted[row, column]}, simplified {actual[row, column]}"
                return Finding(False, f"{where}: {values}", where=where)
        return Finding(True)

    return Check(
        f"simplified:{case.name}",
        "simplified",
        f"simplified: {case.sentence}",
        lambda: Source(case.name, case.program),
        judge,
    )


def _same(wanted: Array, actual: Array, tolerance: float) -> Array:
    """Where the numbers are equal: to the bit, but for the sign of a nan, or to a tolerance."""
    equal = (wanted == actual) & (np.signbit(wanted) == np.signbit(actual))
    same: Array = equal | (np.isnan(wanted) & np.isnan(actual))
    if tolerance:
        same |= np.abs(wanted - actual) <= tolerance * np.abs(wanted).max()
    return same
