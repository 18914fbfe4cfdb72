"""Derivatives of a reference without any rule: by a complex step, and by real differences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

from checker.reference import Array, Reference

# f(x + i h) = f(x) + i h f'(x) + O(h^2) for analytic f: the imaginary part loses no digits to a
# subtraction, so h can be far below the rounding of x (Squire and Trapp, "Using complex variables
# to estimate derivatives of real functions", 1998).
_COMPLEX_STEP = 1e-30

# Five points: truncation of order STEP^4, rounding of order 1e-16 / STEP (Fornberg, "Generation of
# finite difference formulas on arbitrarily spaced grids", 1988).
_REAL_STEP = 4e-4
_OFFSETS = np.array([-2.0, -1.0, 1.0, 2.0])
_WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / 12

_KINK_STEP = 1e-5
# Halving the step halves the gap between the two one-sided differences where f is smooth, and
# leaves it as it is at a kink.
_KINK_PERSISTENCE = 0.75
_KINK_SIZE = 1e-4


def complex_step(reference: Reference, parameter: SSAValue) -> NDArray[np.float64]:
    """The gradient of a 1x1 reference by a parameter, in the parameter's shape.

    Good to a few units in the last place wherever the loss is analytic at the program's numbers.
    """
    at = reference.value_of(parameter)
    points = at + 1j * _COMPLEX_STEP * _directions(at)
    return (reference.at(parameter, points).imag / _COMPLEX_STEP).reshape(at.shape)


def five_point(reference: Reference, parameter: SSAValue) -> NDArray[np.float64]:
    """The gradient of a 1x1 reference by central differences of real values.

    The step follows the size of each element. Good to about 1e-10 relative for losses whose fifth
    derivatives are of moderate size.
    """
    at = reference.value_of(parameter)
    steps = _REAL_STEP * np.maximum(1.0, np.abs(at)).ravel()
    moved = steps[:, None] * _OFFSETS
    points = at + (moved[..., None] * np.eye(at.size)[:, None, :]).reshape(-1, *at.shape)
    losses = reference.at(parameter, points).reshape(at.size, len(_OFFSETS))
    gradient: NDArray[np.float64] = (losses @ _WEIGHTS / steps).reshape(at.shape)
    return gradient


def kinks(reference: Reference, parameter: SSAValue) -> NDArray[np.bool_]:
    """Where the one-sided differences of a 1x1 reference disagree, in the parameter's shape."""
    wide = _one_sided_gap(reference, parameter, _KINK_STEP)
    narrow = _one_sided_gap(reference, parameter, _KINK_STEP / 2)
    scale = max(1.0, float(np.abs(reference.value).max()))
    found: NDArray[np.bool_] = (narrow > _KINK_SIZE * scale) & (narrow > _KINK_PERSISTENCE * wide)
    return found


def _one_sided_gap(reference: Reference, parameter: SSAValue, step: float) -> Array:
    """|f'(x+) - f'(x-)| by one-sided differences."""
    at = reference.value_of(parameter)
    directions = step * _directions(at)
    above = reference.at(parameter, at + directions).ravel()
    below = reference.at(parameter, at - directions).ravel()
    loss = reference.value.item()
    gap: Array = np.abs((above - loss) - (loss - below)) / step
    return gap.reshape(at.shape)


def _directions(at: Array) -> Array:
    return np.eye(at.size).reshape(at.size, *at.shape)
