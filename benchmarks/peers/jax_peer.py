"""JAX in float64: python -m benchmarks.peers.jax_peer WHAT [MODEL [STEPS]], the functions below."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as np

from benchmarks.inputs import MATMUL_SIZE, SOFTMAX_SIZE, matrix
from benchmarks.peers.arithmetic import Arithmetic, Parameters, absolute_sum, show
from benchmarks.peers.models import load
from benchmarks.serve import serve

_SCAN_STEPS = 20


class JaxArithmetic(Arithmetic):
    """JAX's own functions; its layer norms belong to other packages."""

    def relu(self, m: Any) -> Any:
        return jax.nn.relu(m)

    def softmax(self, m: Any) -> Any:
        return jax.nn.softmax(m, axis=1)

    def log_softmax(self, m: Any) -> Any:
        return jax.nn.log_softmax(m, axis=1)


_ARITHMETIC = JaxArithmetic(np)


def matmul() -> None:
    """Serve a matrix product."""
    a, b = (np.array(matrix(MATMUL_SIZE, seed)) for seed in (1, 2))
    product = jax.jit(np.matmul)
    serve(lambda: product(a, b).block_until_ready(), absolute_sum([product(a, b)]))


def softmax() -> None:
    """Serve a softmax along the rows."""
    m = np.array(matrix(SOFTMAX_SIZE, 1))
    function = jax.jit(_ARITHMETIC.softmax)
    serve(lambda: function(m).block_until_ready(), absolute_sum([function(m)]))


def step(name: str) -> None:
    """Serve the loss and its gradients."""
    model, parameters = load(name, _ARITHMETIC)
    function = jax.jit(jax.value_and_grad(model.loss))
    loss, gradients = function(parameters)
    serve(
        lambda: jax.block_until_ready(function(parameters)),
        absolute_sum([loss, *gradients.values()]),
    )


def scan_step(name: str) -> None:
    """Serve a descent inside `lax.scan`, whose steps are what is timed and one of them compared."""
    scan, parameters = _scan(name, _SCAN_STEPS)
    model, _ = load(name, _ARITHMETIC)
    loss, gradients = jax.value_and_grad(model.loss)(parameters)
    serve(
        lambda: jax.block_until_ready(scan(parameters)),
        absolute_sum([loss, *gradients.values()]),
        calls_in_one=_SCAN_STEPS,
    )


def fresh(name: str) -> None:
    """Print the loss and its gradients."""
    model, parameters = load(name, _ARITHMETIC)
    loss, gradients = jax.jit(jax.value_and_grad(model.loss))(parameters)
    show(loss)
    for parameter in parameters:
        show(gradients[parameter])


def unrolled(name: str, steps: int) -> None:
    """Print the losses of a descent without a loop, which is one function of all its steps."""
    model, parameters = load(name, _ARITHMETIC)
    loss_and_gradients = jax.value_and_grad(model.loss)

    def descend(parameters: Parameters) -> list[Any]:
        losses = []
        for _ in range(steps):
            loss, gradients = loss_and_gradients(parameters)
            losses.append(loss)
            parameters = _ARITHMETIC.descended(parameters, gradients, model.rate)
        return [*losses, model.loss(parameters)]

    for loss in jax.jit(descend)(parameters):
        show(loss)


def scanned(name: str, steps: int) -> None:
    """Print the losses of a descent inside `lax.scan`."""
    scan, parameters = _scan(name, steps)
    losses, last = scan(parameters)
    for loss in [*losses, last]:
        show(loss)


def _scan(name: str, steps: int) -> tuple[Any, Parameters]:
    model, parameters = load(name, _ARITHMETIC)
    loss_and_gradients = jax.value_and_grad(model.loss)

    def turn(parameters: Parameters, _: None) -> tuple[Parameters, Any]:
        loss, gradients = loss_and_gradients(parameters)
        return _ARITHMETIC.descended(parameters, gradients, model.rate), loss

    def descend(parameters: Parameters) -> Any:
        parameters, losses = jax.lax.scan(turn, parameters, None, length=steps)
        return losses, model.loss(parameters)

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
    what, *rest = sys.argv[1:]
    _WHAT[what](*rest[:1], *map(int, rest[1:]))
