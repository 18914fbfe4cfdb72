"""Accumulators: the vectors of running sums and maxima that the turns of a loop hand on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from mgc.codegen.rows import RowKernel
from mgc.codegen.text import Body
from mgc.codegen.vectors import neutral

# By the number of the reduction.
Accumulators: TypeAlias = dict[int, list[str]]


def initial_accumulators(kernel: RowKernel, reductions: Sequence[int], count: int) -> Accumulators:
    """What reductions start from, `count` vectors each."""
    return {number: [neutral(kernel.nodes[number].opcode)] * count for number in reductions}


@contextmanager
def accumulating(body: Body, stop: int, step: int, running: Accumulators) -> Iterator[str]:
    """A loop as of `Body.loop`, whose index this yields.

    A turn finds in `running` what the turn before left there; after the loop it is what the last
    turn left.
    """
    carried = [(body.vector, vector) for vector in _all(running)]
    with body.loop(stop, step, carried) as loop:
        following = iter(loop.carried)
        for number, vectors in running.items():
            running[number] = [next(following) for _ in vectors]
        yield loop.index
        loop.next(*_all(running))


def _all(running: Accumulators) -> list[str]:
    return [vector for vectors in running.values() for vector in vectors]
