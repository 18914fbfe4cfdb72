"""A softmax along the rows of a 512x512 matrix, each call inside one process."""

from __future__ import annotations

from benchmarks.environment import ours, peer
from benchmarks.inputs import SOFTMAX_SIZE, matrix
from benchmarks.workload import Entrant, Worker, Workload, written


def _entrants() -> list[Entrant]:
    source = (
        f"let m = {matrix(SOFTMAX_SIZE, 1)}\n"
        "let e = exp(m - row_max(m))\n"
        "print e / row_sum(e)\n"
    )  # fmt: skip
    program = written("softmax.mg", source)
    return [
        Worker("Mountain Goat", ours("benchmarks.ours.compiled", program), is_ours=True),
        Worker("NumPy", peer("benchmarks.peers.numpy_peer", "softmax")),
        Worker("JAX, jit", peer("benchmarks.peers.jax_peer", "softmax")),
    ]


WORKLOAD = Workload(
    "softmax", f"Softmax, {SOFTMAX_SIZE}x{SOFTMAX_SIZE}, each call", _entrants, rounds=9
)
