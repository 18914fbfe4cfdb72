"""HIPS autograd: python -m benchmarks.peers.hips_peer WHAT MODEL [STEPS], see `eager`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.peers.arithmetic import Arithmetic, Parameters
from benchmarks.peers.eager import Eager
from benchmarks.peers.models import Model

# By name, since a type checker that looks at this project takes `autograd` for ours.
_np = import_module("autograd.numpy")
_value_and_grad = import_module("autograd").value_and_grad


def differentiate(model: Model, parameters: Parameters) -> tuple[Any, Parameters]:
    """The loss and its gradients."""
    loss, gradients = _value_and_grad(model.loss)(parameters)
    return loss, gradients


if __name__ == "__main__":
    Eager(Arithmetic(_np), differentiate).main()
