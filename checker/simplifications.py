"""Group 6: simplified programs compute what the plain ones do, and hide no nan and no inf.

They are programs that were written with `autograd --simplify`, and plain ones that were compiled
with `mgc --simplify`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.check import Check
from checker.generated import (
    gradients,
    gradients_compiled_simplified,
    simplified_gradients,
)
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

_ROWS = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.0, -0.5, 4.0]]
let n = (x - row_mean(x)) / sqrt(row_mean((x - row_mean(x)) * (x - row_mean(x))) + 1e-05)
let h = x + (row_sum(x) + 1.0) + (y + (row_sum(y) + 1.0))
print col_sum(row_sum(n * y + x * x * y + h * h))
"""

_LOG_SUMS = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5], [2.0]]
let m = row_max(x)
print col_sum((log(row_sum(exp(x - m))) + m + m) * y)
"""

_NAN_OF_A_ROW = """\
let x = [[1.5, -2.0, 0.3], [0.7, 3.0, 3.0]]
let y = [[0.5, 2.0, -1.0], [1.0, -0.5, 4.0]]
let nans = sqrt([[1.0, 4.0, -1.0], [9.0, 1.0, 4.0]])
let m = row_max(x)
print col_sum(row_sum(exp(x - m) / row_sum(exp(x - m)) * y + ((x - m) - (y - m)) * nans))
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
    _Case("rows", "sums and means of rows that are added to rows, to 1e-14", _ROWS, None, 1e-14),
    _Case("log-sums", "logarithms of sums that a maximum is added to", _LOG_SUMS, None, 1e-14),
    _Case("nan-of-a-row", "a nan that a maximum takes to its row", _NAN_OF_A_ROW, None, 1e-14),
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
        for simplified in (simplified_gradients, gradients_compiled_simplified):
            finding = _compared(case, plain, simplified(source, ["x"], 0))
            if not finding.passed:
                return finding
        return Finding(True)

    return Check(
        f"simplified:{case.name}",
        "simplified",
        f"simplified: {case.sentence}",
        lambda: Source(case.name, case.program),
        judge,
    )


def _compared(case: _Case, plain: list[Array], short: list[Array]) -> Finding:
    if case.loss is not None and not _same(short[0], np.array([[case.loss]]), 0.0).all():
        return Finding(False, f"loss: expected {case.loss}, got {short[0].item()}")
    for name, wanted, actual in zip(("loss", "x"), plain, short, strict=True):
        for row, column in np.argwhere(~_same(wanted, actual, case.tolerance))[:1]:
            where = f"{name}[{row}][{column}]"
            values = f"plain {wanted[row, column]}, simplified {actual[row, column]}"
            return Finding(False, f"{where}: {values}", where=where)
    return Finding(True)


def _same(wanted: Array, actual: Array, tolerance: float) -> Array:
    """Where the numbers are equal: to the bit, but for the sign of a nan, or to a tolerance."""
    equal = (wanted == actual) & (np.signbit(wanted) == np.signbit(actual))
    same: Array = equal | (np.isnan(wanted) & np.isnan(actual))
    if tolerance:
        largest = np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0)
        same |= np.abs(wanted - actual) <= tolerance * largest
    return same
