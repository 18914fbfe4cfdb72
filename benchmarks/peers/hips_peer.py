"""HIPS autograd, which interprets: python -m benchmarks.peers.hips_peer step | fresh | descend N"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from benchmarks.peers.transformer import absolute_sum, descended, load, show
from benchmarks.serve import serve

# By name, since a type checker that looks at this project takes `autograd` for ours.
np = import_module("autograd.numpy")
value_and_grad = import_module("autograd").value_and_grad


def step() -> None:
    """Serve the loss and its gradients."""
    block, parameters = load(np)
    loss_and_gradients = value_and_grad(block.loss)
    loss, gradients = loss_and_gradients(parameters)
    serve(
        lambda: loss_and_gradients(parameters),
        absolute_sum([loss, *gradients.values()]),
    )


def fresh() -> None:
    """Print the loss and its gradients."""
    block, parameters = load(np)
    loss, gradients = value_and_grad(block.loss)(parameters)
    show(loss)
    for name in parameters:
        show(gradients[name])


def descend(steps: int) -> None:
    """Print the losses of a descent."""
    block, parameters = load(np)
    loss_and_gradients = value_and_grad(block.loss)
    for _ in range(steps):
        loss, gradients = loss_and_gradients(parameters)
        show(loss)
        parameters = descended(parameters, gradients)
    show(block.loss(parameters))


_WHAT: dict[str, Callable[..., None]] = {"step": step, "fresh": fresh, "descend": descend}

if __name__ == "__main__":
    _WHAT[sys.argv[1]](*map(int, sys.argv[2:]))
