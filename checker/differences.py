"""Derivatives of a reference without any rule: by a complex step, and by real differences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

from checker.reference import Array, Reference

# f(x + i h) = f(x) + i h f'(x) + O(h^2) for analytic f: the imaginary part loses no digits to a
# subtraction, so h can be far below the rounding of x (Squire and Trapp, "Using complex variables
# to estimate derivatives of real functions", 1998). A power of two, so that scaling by it is exact.
_COMPLEX_STEP = 2.0**-332

# Two branches of equal slope differ by rounding.
_SAME_SLOPE = 1e-12

# A gradient has the natural unit |loss| / max |parameter|. Against this share of it errors of 1e-8
# count as nothing: they change the loss by 1e-15 of itself while the parameter moves by its size.
NEGLIGIBLE = 1e-7

# Five points: truncation of order STEP^4, rounding of order 1e-16 / STEP (Fornberg, "Generation of
# finite difference formulas on arbitrarily spaced grids", 1988).
REAL_STEP = 4e-4
_OFFSETS = np.array([-2.0, -1.0, 1.0, 2.0])
_WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / 12


@dataclass(frozen=True)
class Derivatives:
    """The derivative of a 1x1 loss by each element of a parameter, in the parameter's shape.

    `compared` marks the elements where there is one to compare with: not where the derivatives from
    the right and from the left differ, not where the loss jumps, and not where none was asked for.
    `kinks` counts the first two; `gradient` is 0 where nothing can be compared. `floor` is a slope
    that counts as nothing.
    """

    gradient: Array
    compared: NDArray[np.bool_]
    kinks: int
    floor: float


def complex_step(
    reference: Reference, parameter: SSAValue, elements: NDArray[np.intp] | None = None
) -> Derivatives:
    """Differentiate a 1x1 reference by a complex step.

    Good to a few units in the last place where the loss is analytic at the program's numbers. Where
    the loss stands on the edge of a relu, a comparison or a maximum, a step of either sign takes
    the branch of its own side, which gives both one-sided derivatives as exactly.

    Args:
        reference: the loss.
        parameter: what to differentiate by.
        elements: positions in row-major order; None for all.
    """
    at = reference.value_of(parameter)
    chosen = np.arange(at.size) if elements is None else elements
    floor = _negligible_slope(reference, parameter)
    right = _along(reference, parameter, chosen, 1j * _COMPLEX_STEP)
    smooth = np.ones(len(chosen), dtype=bool)
    if reference.meets_a_tie:
        left = _along(reference, parameter, chosen, -1j * _COMPLEX_STEP)
        here = reference.at(parameter, at[None] + 0j).ravel()
        slopes = np.array([right.imag, -left.imag]) / _COMPLEX_STEP
        scale = max(np.abs(slopes[np.isfinite(slopes)]).max(initial=0.0), floor)
        with np.errstate(invalid="ignore"):
            kinked = np.abs(slopes[0] - slopes[1]) > _SAME_SLOPE * scale
            # Without a jump the three differ by the square of the step.
            jumps = np.abs(np.array([right.real, left.real]) - here.real) > _COMPLEX_STEP
        smooth = ~(kinked | jumps.any(axis=0))
    gradient = np.zeros(at.size)
    gradient[chosen[smooth]] = right.imag[smooth] / _COMPLEX_STEP
    compared = np.zeros(at.size, dtype=bool)
    compared[chosen[smooth]] = True
    return Derivatives(
        gradient.reshape(at.shape), compared.reshape(at.shape), int((~smooth).sum()), floor
    )


def _negligible_slope(reference: Reference, parameter: SSAValue) -> float:
    loss = float(np.abs(reference.value).max())
    size = float(np.abs(reference.value_of(parameter)).max()) or 1.0
    return NEGLIGIBLE * loss / size if np.isfinite(loss / size) else 0.0


def five_point(
    reference: Reference, parameter: SSAValue, step: float = REAL_STEP
) -> NDArray[np.float64]:
    """The gradient of a 1x1 reference by central differences of real values.

    The step follows the size of each element. With the default, good to about 1e-10 relative for
    losses whose fifth derivatives are of moderate size.
    """
    at = reference.value_of(parameter)
    steps = step * np.maximum(1.0, np.abs(at)).ravel()
    losses = np.array(
        [_along(reference, parameter, np.arange(at.size), steps * offset) for offset in _OFFSETS]
    )
    gradient: NDArray[np.float64] = (_WEIGHTS @ losses / steps).reshape(at.shape)
    return gradient


def _along(
    reference: Reference,
    parameter: SSAValue,
    elements: NDArray[np.intp],
    steps: complex | Array,
) -> Array:
    """The loss after a step in each of the elements by itself, shape (number of elements,)."""
    at = reference.value_of(parameter)
    steps = np.broadcast_to(steps, elements.shape)
    size = reference.batch_size(parameter, steps.itemsize)
    losses = []
    for start in range(0, len(elements), size):
        chunk = elements[start : start + size]
        points = np.tile(at.ravel().astype(steps.dtype), (len(chunk), 1))
        points[np.arange(len(chunk)), chunk] += steps[start : start + size]
        losses.append(reference.at(parameter, points.reshape(-1, *at.shape)).ravel())
    return np.concatenate(losses)
