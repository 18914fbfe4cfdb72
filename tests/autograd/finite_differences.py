"""Gradients of small programs two ways: generated, and by finite differences of the loss."""

from __future__ import annotations

import numpy as np

import autograd
import mgc

# Five-point stencil: the error is of order STEP**4 in the loss's fifth derivative and of order
# 1e-16 / STEP in rounding, so both stay below 1e-11 for losses of moderate size.
STEP = 1e-3
OFFSETS = (-2, -1, 1, 2)
WEIGHTS = (1 / 12, -8 / 12, 8 / 12, -1 / 12)


def literal(matrix: np.ndarray) -> str:
    """The matrix as a Mountain Goat literal."""
    return repr(matrix.tolist())


def loss_program(definitions: str, body: str, x: np.ndarray) -> str:
    """A program that prints `body`, a 1x1 expression in `x`, at the given point."""
    rows, columns = x.shape
    return (
        f"{definitions}def loss(x: tensor[{rows}x{columns}]) = {body}\n"
        f"let x = {literal(x)}\nprint loss(x)\n"
    )


def generated(program: str, name: str = "x") -> np.ndarray:
    """The gradient that the generated program computes, as exact doubles."""
    return mgc.run(autograd.gradient(mgc.parse(program), wrt=[name]))[1]


def differenced(definitions: str, body: str, x: np.ndarray) -> np.ndarray:
    """The gradient by finite differences, all points evaluated by one compiled program."""
    lines = [loss_program(definitions, body, x)]
    for index in np.ndindex(x.shape):
        for offset in OFFSETS:
            moved = x.copy()
            moved[index] += offset * STEP
            lines.append(f"print loss({literal(moved)})\n")
    losses = np.array([value.item() for value in mgc.run(mgc.parse("".join(lines)))[1:]])
    derivatives: np.ndarray = losses.reshape(*x.shape, len(OFFSETS)) @ np.array(WEIGHTS) / STEP
    return derivatives
