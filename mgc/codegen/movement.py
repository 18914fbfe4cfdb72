"""Kernels that move elements: permutations of axes, transposition among them."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from math import prod

from mgc.codegen.text import Body
from mgc.shapes import Shape


@dataclass(frozen=True)
class PermuteKernel:
    """Result axis i is operand axis `permutation[i]`."""

    shape: Shape
    permutation: tuple[int, ...]

    @property
    def label(self) -> str:
        """A name for people."""
        return f"permute.{'x'.join(map(str, self.shape))}"

    @property
    def work(self) -> int:
        """The elements that a call moves."""
        return prod(self.shape)


def permute_body(kernel: PermuteKernel) -> Body:
    """The code over `%out0` and `%in0`."""
    body = Body()
    shape, permutation = kernel.shape, kernel.permutation
    strides = _strides(shape)
    result_shape = tuple(shape[axis] for axis in permutation)
    with ExitStack() as loops:
        source, target = "0", "0"
        for axis, size, stride in zip(
            permutation, result_shape, _strides(result_shape), strict=True
        ):
            index = loops.enter_context(body.loop(size)).index
            source = body.add(source, body.times(index, strides[axis]))
            target = body.add(target, body.times(index, stride))
        value = body.load_scalar(body.element("%in0", source))
        body.store_scalar(value, body.element("%out0", target))
    return body


def _strides(shape: Shape) -> list[int]:
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides
