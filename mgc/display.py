"""How a printed tensor looks: as MLIR's runner library prints a memref, or in full precision.

A tensor is a NumPy array, or a `PrintedTensor` where NumPy need not be loaded for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import copysign, isinf, isnan, prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np


class PrintedTensor(NamedTuple):
    """A shape, and the elements row by row."""

    shape: tuple[int, ...]
    elements: list[float]


def memref_text(tensor: np.ndarray | PrintedTensor, precision: int = 6) -> str:
    """A header line with sizes and strides, then the elements in nested brackets.

    Args:
        tensor: float64, of any rank.
        precision: significant digits of an element, as C's `%g` takes them; 17 read back equal.
    """
    shape, elements = _parts(tensor)
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    header = (
        f"Unranked Memref base@ = 0x… rank = {len(shape)} offset = 0 "
        f"sizes = [{', '.join(map(str, shape))}] "
        f"strides = [{', '.join(map(str, strides))}] data = \n"
    )
    return header + _nested(shape, elements, lambda value: c_format(value, precision)) + "\n"


def c_format(value: float, precision: int) -> str:
    """A double as C's `printf("%.*g")` writes it."""
    if isnan(value):
        return "-nan" if copysign(1.0, value) < 0 else "nan"
    return f"{value:.{precision}g}"


def json_text(tensors: Iterable[np.ndarray | PrintedTensor]) -> str:
    """One JSON document: for each print its shape and its elements, row by row.

    Numbers have the shortest digits that read back to the same double. JSON has no word for what is
    no finite number, so those stand as the strings "inf", "-inf", "nan" and "-nan".
    """
    import json

    document = [
        {"shape": list(shape), "data": [_json_number(value) for value in elements]}
        for shape, elements in map(_parts, tensors)
    ]
    return json.dumps(document) + "\n"


def _parts(tensor: np.ndarray | PrintedTensor) -> PrintedTensor:
    if isinstance(tensor, PrintedTensor):
        return tensor
    return PrintedTensor(tensor.shape, tensor.ravel().tolist())


def _nested(shape: tuple[int, ...], elements: list[float], show: Callable[[float], str]) -> str:
    """Elements are joined by a comma and rank + 1 spaces, rows by a comma and a new line."""
    rank = len(shape)
    texts = [show(value) for value in elements]
    separator = "," + " " * (rank + 1)
    for axis in range(rank - 1, -1, -1):
        size = shape[axis]
        texts = [
            f"[{separator.join(texts[start : start + size])}]"
            for start in range(0, len(texts), size)
        ]
        separator = ", \n" + " " * axis
    return texts[0]


def _json_number(value: float) -> float | str:
    return c_format(value, 17) if isnan(value) or isinf(value) else float(value)
