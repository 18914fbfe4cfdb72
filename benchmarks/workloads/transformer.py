"""The transformer block of the examples, as source text and as files for the entrants."""

from __future__ import annotations

import autograd
import mgc
from benchmarks.environment import ROOT
from benchmarks.workload import written

_EXAMPLE = ROOT / "examples" / "h35_transformer_step1.mg"


def loss_text() -> str:
    """The source of the loss alone, without the example's gradients by hand."""
    lines = _EXAMPLE.read_text().splitlines(keepends=True)
    end = next(number for number, line in enumerate(lines) if line.startswith("let loss ="))
    return "".join(lines[: end + 1]) + "print loss\n"


def loss_file() -> str:
    """The path of the loss program."""
    return written("transformer_loss.mg", loss_text())


def gradient_file() -> str:
    """The path of the gradient program that `autograd` writes."""
    text = loss_text()
    gradient = autograd.gradient(mgc.parse(text), wrt=parameters())
    return written("transformer_gradient.mg", autograd.source_text(gradient))


def parameters() -> list[str]:
    """The names of the sixteen parameters."""
    return autograd.declared_parameters(_EXAMPLE.read_text())
