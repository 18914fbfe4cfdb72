"""NumPy: python -m benchmarks.peers.numpy_peer matmul | softmax"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from benchmarks.inputs import MATMUL_SIZE, SOFTMAX_SIZE, matrix
from benchmarks.serve import serve


def matmul() -> None:
    """Serve a matrix product."""
    a, b = (np.array(matrix(MATMUL_SIZE, seed)) for seed in (1, 2))
    serve(lambda: a @ b, float(np.abs(a @ b).sum()))


def softmax() -> None:
    """Serve a softmax along the rows."""
    m = np.array(matrix(SOFTMAX_SIZE, 1))

    def call() -> Any:
        e = np.exp(m - np.max(m, axis=1, keepdims=True))
        return e / np.sum(e, axis=1, keepdims=True)

    serve(call, float(np.abs(call()).sum()))


if __name__ == "__main__":
    {"matmul": matmul, "softmax": softmax}[sys.argv[1]]()
