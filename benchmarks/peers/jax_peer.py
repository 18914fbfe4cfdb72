"""JAX in float64: python -m benchmarks.peers.jax_peer WHAT [STEPS], the functions below."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as np

from benchmarks.inputs import MATMUL_SIZE, SOFTMAX_SIZE, matrix
from benchmarks.peers.transformer import Parameters, absolute_sum, descended, load, show
from benchmarks.serve import serve

_SCAN_STEPS = 20


def matmul() -> None:
    """Serve a matrix product."""
    a, b = (np.array(matrix(MATMUL_SIZE, seed)) for seed in (1, 2))
    product = jax.jit(np.matmul)
    serve(lambda: product(a, b).block_until_ready(), absolute_sum([product(a, b)]))


def softmax() -> None:
    """Serve a softmax along the rows."""
    m = np.array(matrix(SOFTMAX_SIZE, 1))
    function = jax.jit(lambda m: jax.nn.softmax(m, axis=1))
    serve(lambda: function(m).block_until_ready(), absolute_sum([function(m)]))


def step() -> None:
    """Serve the loss and its gradients."""
    block, parameters = load(np)
    function = jax.jit(jax.value_and_grad(block.loss))
    loss, gradients = function(parameters)
    serve(
        lambda: jax.block_until_ready(function(parameters)),
        absolute_sum([loss, *gradients.values()]),
    )


def scan_step() -> None:
    """Serve a descent inside `lax.scan`, whose steps are what is timed and one of them compared."""
    scan, parameters = _scan(_SCAN_STEPS)
    block, _ = load(np)
    loss, gradients = jax.value_and_grad(block.loss)(parameters)
    serve(
        lambda: jax.block_until_ready(scan(parameters)),
        absolute_sum([loss, *gradients.values()]),
        calls_in_one=_SCAN_STEPS,
    )


def fresh() -> None:
    """Print the loss and its gradients."""
    block, parameters = load(np)
    loss, gradients = jax.jit(jax.value_and_grad(block.loss))(parameters)
    show(loss)
    for name in parameters:
        show(gradients[name])


def unrolled(steps: int) -> None:
    """Print the losses of a descent without a loop, which is one function of all its steps."""
    block, parameters = load(np)
    loss_and_gradients = jax.value_and_grad(block.loss)

    def descend(parameters: Parameters) -> list[Any]:
        losses = []
        for _ in range(steps):
            loss, gradients = loss_and_gradients(parameters)
            losses.append(loss)
            parameters = descended(parameters, gradients)
        return [*losses, block.loss(parameters)]

    for loss in jax.jit(descend)(parameters):
        show(loss)


def scanned(steps: int) -> None:
    """Print the losses of a descent inside `lax.scan`."""
    scan, parameters = _scan(steps)
    losses, last = scan(parameters)
    for loss in [*losses, last]:
        show(loss)


def _scan(steps: int) -> tuple[Any, Parameters]:
    block, parameters = load(np)
    loss_and_gradients = jax.value_and_grad(block.loss)

    def turn(parameters: Parameters, _: None) -> tuple[Parameters, Any]:
        loss, gradients = loss_and_gradients(parameters)
        return descended(parameters, gradients), loss

    def descend(parameters: Parameters) -> Any:
        parameters, losses = jax.lax.scan(turn, parameters, None, length=steps)
        return losses, block.loss(parameters)

    return jax.jit(descend), parameters


_WHAT: dict[str, Callable[..., None]] = {
    "matmul": matmul,
    "softmax": softmax,
    "step": step,
    "scan_step": scan_step,
    "fresh": fresh,
    "unrolled": unrolled,
    "scanned": scanned,
}

if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    _WHAT[sys.argv[1]](*map(int, sys.argv[2:]))
