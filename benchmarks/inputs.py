"""The same numbers for every system."""

from __future__ import annotations

MATMUL_SIZE = 256
SOFTMAX_SIZE = 512
# The rate of the example's own descent, 1.0, makes it chaotic after fifty steps: no two systems
# then agree on the last loss, and a comparison could not tell a mistake.
DESCENT_RATE = 0.1


def matrix(size: int, seed: int) -> list[list[float]]:
    """A square matrix of numbers of three digits between -0.5 and 0.5."""
    return [
        [(seed + row * 271 + column * 379 + row * column * 31) % 1000 / 1000 - 0.5
         for column in range(size)]
        for row in range(size)
    ]  # fmt: skip
