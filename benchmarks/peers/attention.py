"""The attention classifier of `examples/h33_attention.mg`."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.peers.arithmetic import Arithmetic, Parameters

_DATA = Path(__file__).resolve().parents[2] / "examples" / "data" / "attention_classifier.json"
_PARAMETERS = ("q0", "wk0", "wv0", "wo0")


@dataclass(frozen=True)
class Classifier:
    """The constants of the classifier; rows are the tokens of all sequences, one after the other.

    `groups` has a row for each sequence, 1 at its own tokens; `rate` is that of its descent.
    """

    arithmetic: Arithmetic
    tokens: Any
    groups: Any
    targets: Any
    rate: float

    def loss(self, p: Parameters) -> Any:
        """The mean cross entropy of the sequences' classes, a scalar."""
        a = self.arithmetic
        sequences, tokens = self.groups.shape
        scores = self.tokens @ p["wk0"] @ p["q0"].T * (1 / math.sqrt(3))
        attention = a.softmax(scores.reshape(sequences, tokens // sequences))
        context = self.groups @ (self.tokens @ p["wv0"] * attention.reshape(tokens, 1))
        logits = context @ p["wo0"]
        return a.sum(self.targets * a.log_softmax(logits)) * (-1 / sequences)


def load(arithmetic: Arithmetic) -> tuple[Classifier, Parameters]:
    """The classifier and its starting parameters."""
    figures = json.loads(_DATA.read_text())
    data = figures["data"]
    parameters = {name: arithmetic.parameter(data[name]) for name in _PARAMETERS}
    x, g, y = (arithmetic.array(data[name]) for name in ("x", "g", "y"))
    return Classifier(arithmetic, x, g, y, figures["descent_lr"]), parameters
