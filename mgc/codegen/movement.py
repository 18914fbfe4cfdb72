"""Kernels that move elements: permutations of axes, transposition among them."""

from __future__ import annotations

from contextlib import ExitStack

from mgc.codegen.text import Body
from mgc.shapes import Shape


def permute_body(shape: Shape, permutation: tuple[int, ...]) -> Body:
    """Result axis i is operand axis `permutation[i]`; `%out`, `%in0`."""
    body = Body()
    strides = _strides(shape)
    result_shape = tuple(shape[axis] for axis in permutation)
    with ExitStack() as loops:
        source, target = "0", "0"
        for axis, size, stride in zip(
            permutation, result_shape, _strides(result_shape), strict=True
        ):
            if size == 1:
                continue
            index = loops.enter_context(body.loop(size)).index
            source = _sum(body, source, body.times(index, strides[axis]))
            target = _sum(body, target, body.times(index, stride))
        value = body.load_scalar(body.element("%in0", source))
        body.store_scalar(value, body.element("%out", target))
    return body


def _sum(body: Body, a: str, b: str) -> str:
    return b if a == "0" else body.add(a, b)


def _strides(shape: Shape) -> list[int]:
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides
