"""Which examples carry gradients by hand, and which files hold figures of an independent system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

# The example programs that print their gradients by hand after the loss, with the file in `data/`
# beside them that holds independent figures, where there is one.
HAND_DERIVED = {
    "h33_attention": "attention_classifier.json",
    "h34_layer_norm": None,
    "h35_transformer_step1": "transformer_block.json",
}


def figures_file(example: Path) -> Path | None:
    """The file of an example's figures; None if it has none."""
    file = HAND_DERIVED.get(example.stem)
    return None if file is None else example.parent / "data" / file


def figures_of(example: Path) -> dict[str, Any]:
    """The independent figures of an example that has some."""
    file = figures_file(example)
    assert file is not None
    figures: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return figures
