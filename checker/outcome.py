"""What a check found."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checker.reference import Array


class Verdict(StrEnum):
    """How a check ended; `CRASHED` means that it could not finish."""

    OK = "ok"
    FAILED = "failed"
    CRASHED = "crashed"


@dataclass(frozen=True)
class Outcome:
    """One check's result.

    `worst` is the worst relative error seen and `where` the program, matrix and element it was
    seen at; `detail` says what is wrong, or what a check that passed has seen.
    """

    id: str
    group: str
    sentence: str
    verdict: Verdict
    detail: str = ""
    worst: float | None = None
    where: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether the check found nothing wrong."""
        return self.verdict is Verdict.OK

    def to_json(self) -> dict[str, Any]:
        """As JSON values; an infinite or NaN error becomes a string."""
        values = asdict(self)
        if self.worst is not None and not math.isfinite(self.worst):
            values["worst"] = str(self.worst)
        return values

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Outcome:
        """The outcome that `to_json` wrote."""
        worst = values["worst"]
        return cls(
            **{
                **values,
                "verdict": Verdict(values["verdict"]),
                "worst": None if worst is None else float(worst),
            }
        )

    def without_time(self) -> Outcome:
        """The same outcome with its time left out, for reports that must be reproducible."""
        return replace(self, seconds=0.0)


@dataclass(frozen=True)
class Finding:
    """The part of an outcome that a comparison decides."""

    passed: bool
    detail: str = ""
    worst: float | None = None
    where: str = ""


@dataclass(frozen=True)
class Difference:
    """The worst element of a comparison.

    `error` is |actual - expected| over the magnitude that `difference` says, and infinite where
    either side is no finite number.
    """

    error: float
    where: str
    expected: float
    actual: float

    def sentence(self) -> str:
        """Where, and both values in full."""
        return f"{self.where}: expected {self.expected!r}, got {self.actual!r}"


def difference(
    name: str,
    expected: Array,
    actual: Array,
    *,
    share: float = 1.0,
    floor: float = 0.0,
    compared: NDArray[np.bool_] | None = None,
) -> Difference:
    """Compare a matrix with what it should be; a NaN on both sides is no agreement.

    The error of an element is relative to its own expected magnitude, but at least to `share` of
    the largest in the matrix, and at least to `floor`; to 1 where all of these are 0.

    Args:
        name: what the matrix is called.
        expected: what it should be.
        actual: what it is.
        share: with 1, all errors are relative to the largest entry; less is stricter.
        floor: a magnitude that counts as nothing.
        compared: which elements to compare, all by default; the others must only be finite.
    """
    if expected.shape != actual.shape:
        shapes = ["x".join(map(str, shape)) for shape in (expected.shape, actual.shape)]
        return Difference(
            math.inf, f"{name}: expected shape {shapes[0]}, got {shapes[1]}", math.nan, math.nan
        )
    if expected.size == 0:
        return Difference(0.0, name, 0.0, 0.0)
    finite = np.isfinite(expected) & np.isfinite(actual)
    sizes = np.abs(np.where(finite, expected, 0.0))
    scales = np.maximum(sizes, max(share * float(sizes.max()), floor))
    scales[scales == 0] = 1.0
    with np.errstate(all="ignore"):
        errors = np.where(finite, np.abs(actual - expected) / scales, np.inf)
    if compared is not None:
        errors[finite & ~compared] = 0.0
    index = np.unravel_index(int(errors.argmax()), errors.shape)
    element = "".join(f"[{position}]" for position in index)
    return Difference(
        float(errors[index]), f"{name}{element}", float(expected[index]), float(actual[index])
    )


def worst(differences: list[Difference]) -> Difference:
    """The difference with the largest error."""
    return max(differences, key=lambda found: found.error)


def within(differences: list[Difference], tolerance: float, detail: str = "") -> Finding:
    """Passed if every error is within the tolerance; otherwise the worst is told in full."""
    found = worst(differences)
    passed = found.error <= tolerance
    return Finding(passed, detail if passed else found.sentence(), found.error, found.where)
