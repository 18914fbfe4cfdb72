"""The transformer block of `examples/h35_transformer_step1.mg`."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from benchmarks.inputs import DESCENT_RATE
from benchmarks.peers.arithmetic import Arithmetic, Parameters

_DATA = Path(__file__).resolve().parents[2] / "examples" / "data" / "transformer_block.json"
_VOCABULARY = 4


@dataclass(frozen=True)
class Block:
    """The constants of the block; rows are the tokens of all sequences, one after the other."""

    arithmetic: Arithmetic
    tokens: Any
    positions: Any
    mask: Any
    targets: Any
    rate: float = DESCENT_RATE

    def loss(self, p: Parameters) -> Any:
        """The mean cross entropy of the next tokens, a scalar."""
        a = self.arithmetic
        x0 = self.tokens @ p["e0"] + self.positions
        u1 = a.layer_norm(x0, p["g10"], p["n10"])
        q, k, v = u1 @ p["wq0"], u1 @ p["wk0"], u1 @ p["wv0"]
        attention = a.softmax(q @ k.T * (1 / math.sqrt(8)) + self.mask)
        x1 = x0 + attention @ v @ p["wo0"]
        hidden = a.layer_norm(x1, p["g20"], p["n20"]) @ p["w10"] + p["c10"]
        x2 = x1 + a.relu(hidden) @ p["w20"] + p["c20"]
        logits = a.layer_norm(x2, p["gf0"], p["nf0"]) @ p["wu0"]
        return a.sum(self.targets * a.log_softmax(logits)) * (-1 / 64)


def load(arithmetic: Arithmetic) -> tuple[Block, Parameters]:
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
        arithmetic,
        arithmetic.array(one_hot[inputs]),
        arithmetic.array(numpy.tile(data["positions"], (len(sequences), 1))),
        arithmetic.array(numpy.where(sees, 0.0, data["mask_value"])),
        arithmetic.array(one_hot[following] * counts[:, None]),
    )
    parameters = {
        name: arithmetic.parameter(data["parameters"][name]) for name in data["parameter_order"]
    }
    return block, parameters
