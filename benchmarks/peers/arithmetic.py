"""What the models are written with, and the numbers by which systems are compared.

Each system overrides what it has a function of its own for, as its users would call it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy

EPSILON = 1e-05

Parameters = dict[str, Any]


class Arithmetic:
    """Operations over the module of a system that has NumPy's functions."""

    def __init__(self, np: Any) -> None:
        self.np = np

    def array(self, value: Any) -> Any:
        """A constant of float64."""
        return self.np.array(value, dtype=float)

    def parameter(self, value: Any) -> Any:
        """What gradients are taken by, from numbers or from the system's own array."""
        return self.array(value)

    def sum(self, m: Any) -> Any:
        """The sum of all elements, a scalar."""
        return self.np.sum(m)

    def relu(self, m: Any) -> Any:
        """The elements, 0 instead of the negative ones."""
        return self.np.maximum(m, 0.0)

    def softmax(self, m: Any) -> Any:
        """The softmax of each row."""
        e = self.np.exp(m - self.np.max(m, axis=1, keepdims=True))
        return e / self.np.sum(e, axis=1, keepdims=True)

    def log_softmax(self, m: Any) -> Any:
        """The logarithm of the softmax of each row."""
        shifted = m - self.np.max(m, axis=1, keepdims=True)
        return shifted - self.np.log(self.np.sum(self.np.exp(shifted), axis=1, keepdims=True))

    def layer_norm(self, m: Any, gain: Any, bias: Any) -> Any:
        """Each row with mean 0 and variance 1, times a row, plus a row."""
        centred = m - self.np.mean(m, axis=1, keepdims=True)
        variance = self.np.mean(centred * centred, axis=1, keepdims=True)
        return centred / self.np.sqrt(variance + EPSILON) * gain + bias

    def descended(self, parameters: Parameters, gradients: Parameters, rate: float) -> Parameters:
        """The parameters after one descent step."""
        return {
            name: self.parameter(value - rate * gradients[name])
            for name, value in parameters.items()
        }


def absolute_sum(arrays: Iterable[Any]) -> float:
    """The sum of the absolute values of all elements."""
    return sum(float(numpy.abs(numpy.asarray(array)).sum()) for array in arrays)


def show(array: Any) -> None:
    """Print an array; a scalar as a matrix."""
    print(numpy.array_repr(numpy.atleast_2d(array), precision=17))
