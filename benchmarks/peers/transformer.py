"""The transformer block of `examples/h35_transformer_step1.mg` over any NumPy-like module."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from benchmarks.inputs import DESCENT_RATE

_DATA = Path(__file__).resolve().parents[2] / "examples" / "data" / "transformer_block.json"
_VOCABULARY = 4

Parameters = dict[str, Any]


@dataclass(frozen=True)
class Block:
    """The constants of the block; rows are the tokens of all sequences, one after the other."""

    np: Any
    tokens: Any
    positions: Any
    mask: Any
    targets: Any

    def loss(self, p: Parameters) -> Any:
        """The mean cross entropy of the next tokens, a scalar."""
        np = self.np
        x0 = self.tokens @ p["e0"] + self.positions
        u1 = self._norm(x0, p["g10"], p["n10"])
        q, k, v = u1 @ p["wq0"], u1 @ p["wk0"], u1 @ p["wv0"]
        scores = q @ k.T * (1 / math.sqrt(8)) + self.mask
        weights = np.exp(scores - np.max(scores, axis=1, keepdims=True))
        attention = weights / np.sum(weights, axis=1, keepdims=True)
        x1 = x0 + attention @ v @ p["wo0"]
        hidden = self._norm(x1, p["g20"], p["n20"]) @ p["w10"] + p["c10"]
        x2 = x1 + np.maximum(hidden, 0.0) @ p["w20"] + p["c20"]
        logits = self._norm(x2, p["gf0"], p["nf0"]) @ p["wu0"]
        shifted = logits - np.max(logits, axis=1, keepdims=True)
        log_softmax = shifted - np.log(np.sum(np.exp(shifted), axis=1, keepdims=True))
        return np.sum(self.targets * log_softmax) * (-1 / 64)

    def _norm(self, h: Any, gain: Any, bias: Any) -> Any:
        centred = h - self.np.mean(h, axis=1, keepdims=True)
        variance = self.np.mean(centred * centred, axis=1, keepdims=True)
        return centred / self.np.sqrt(variance + 1e-05) * gain + bias


def load(np: Any) -> tuple[Block, Parameters]:
    """The block and its starting parameters."""
    data = json.loads(_DATA.read_text())
    sequences = numpy.array(data["sequences"])
    length = len(data["positions"])
    sequences = sequences[:, : length + 1]
    inputs = sequences[:, :length].ravel()
    row = numpy.arange(len(inputs))
    same = row[:, None] // length == row // length
    sees = same & (row <= row[:, None])
    counts = numpy.isin(row % length, data["target_positions"])
    following = numpy.roll(sequences, -1, axis=1)[:, :length].ravel()
    one_hot = numpy.eye(_VOCABULARY)
    block = Block(
        np,
        np.array(one_hot[inputs]),
        np.array(numpy.tile(data["positions"], (len(sequences), 1))),
        np.array(numpy.where(sees, 0.0, data["mask_value"])),
        np.array(one_hot[following] * counts[:, None]),
    )
    parameters = {
        name: np.array(data["parameters"][name], dtype=float) for name in data["parameter_order"]
    }
    return block, parameters


def descended(parameters: Parameters, gradients: Parameters) -> Parameters:
    """The parameters after one descent step."""
    return {name: value - DESCENT_RATE * gradients[name] for name, value in parameters.items()}


def absolute_sum(arrays: Iterable[Any]) -> float:
    """The sum of the absolute values of all elements."""
    return sum(float(numpy.abs(numpy.asarray(array)).sum()) for array in arrays)


def show(array: Any) -> None:
    """Print an array; a scalar as a matrix."""
    print(numpy.array_repr(numpy.atleast_2d(array), precision=17))
