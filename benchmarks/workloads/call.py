"""The loss and 16 gradients of the transformer block, each call inside one process."""

from __future__ import annotations

from benchmarks.environment import ours, peer
from benchmarks.workload import Entrant, Worker, Workload
from benchmarks.workloads.transformer import gradient_file


def _entrants() -> list[Entrant]:
    return [
        Worker("Mountain Goat", ours("benchmarks.ours.compiled", gradient_file()), is_ours=True),
        Worker("JAX, jit", peer("benchmarks.peers.jax_peer", "step")),
        Worker("JAX, a step inside lax.scan", peer("benchmarks.peers.jax_peer", "scan_step")),
        Worker("HIPS autograd", peer("benchmarks.peers.hips_peer", "step")),
    ]


WORKLOAD = Workload(
    "call", "Transformer block, loss and 16 gradients, each call", _entrants, rounds=9
)
