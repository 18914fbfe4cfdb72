"""The loss and 16 gradients of the transformer block, each call inside one process."""

from __future__ import annotations

from benchmarks.environment import ours, peer
from benchmarks.workload import Entrant, Worker, Workload
from benchmarks.workloads.transformer import gradient_file


def _entrants() -> list[Entrant]:
    def other(name: str, module: str, what: str) -> Worker:
        return Worker(name, peer(f"benchmarks.peers.{module}", what, "transformer"))

    return [
        Worker("Mountain Goat", ours("benchmarks.ours.compiled", gradient_file()), is_ours=True),
        other("JAX, jit", "jax_peer", "step"),
        other("JAX, a step inside lax.scan", "jax_peer", "scan_step"),
        other("PyTorch, eager", "torch_peer", "step"),
        other("HIPS autograd", "hips_peer", "step"),
    ]


WORKLOAD = Workload(
    "call", "Transformer block, loss and 16 gradients, each call", _entrants, rounds=9
)
