"""A product of two 256x256 matrices, each call inside one process."""

from __future__ import annotations

from benchmarks.environment import ours, peer
from benchmarks.inputs import MATMUL_SIZE, matrix
from benchmarks.workload import Entrant, Worker, Workload, written


def _entrants() -> list[Entrant]:
    a, b = (matrix(MATMUL_SIZE, seed) for seed in (1, 2))
    program = written("matmul.mg", f"let a = {a}\nlet b = {b}\nprint a @ b\n")
    return [
        Worker("Mountain Goat", ours("benchmarks.ours.compiled", program), is_ours=True),
        Worker("NumPy (OpenBLAS)", peer("benchmarks.peers.numpy_peer", "matmul")),
        Worker("JAX, jit", peer("benchmarks.peers.jax_peer", "matmul")),
    ]


WORKLOAD = Workload(
    "matmul", f"Matrix product, {MATMUL_SIZE}x{MATMUL_SIZE}, each call", _entrants, rounds=9
)
