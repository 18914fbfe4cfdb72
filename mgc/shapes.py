"""Shapes: how they are written, and which result shape operand shapes give.

A shape is a tuple of sizes; `DYNAMIC` stands for a size written `?`, known only in a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX

DYNAMIC = DYNAMIC_INDEX

Shape = tuple[int, ...]

# 2**28 doubles are 2 GiB: past that a program is refused before anything is allocated.
MAX_ELEMENTS = 2**28


class ShapeError(Exception):
    """Shapes that an operation cannot take; whoever knows the place turns it into a message."""


def show(shape: Sequence[int]) -> str:
    """`2x3`, with `?` for a dynamic size."""
    return "x".join("?" if size == DYNAMIC else str(size) for size in shape)


def is_static(shape: Sequence[int]) -> bool:
    """Whether no size is `?`."""
    return DYNAMIC not in shape


def check_size(shape: Sequence[int]) -> None:
    """Refuse a static shape that is too large to compute with.

    Raises:
        ShapeError: it has more than `MAX_ELEMENTS` elements.
    """
    if is_static(shape) and prod(shape) > MAX_ELEMENTS:
        raise ShapeError(
            f"a {show(shape)} tensor has {prod(shape):,} elements; "
            f"more than {MAX_ELEMENTS:,} cannot be computed with"
        )


def same_size(a: int, b: int) -> bool:
    """Whether two sizes agree as far as is known before a call."""
    return a == b or DYNAMIC in (a, b)


def compatible(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes agree as far as is known before a call."""
    return len(a) == len(b) and all(map(same_size, a, b))


def known_size(a: int, b: int) -> int:
    """Of two agreeing sizes the one that is known."""
    return b if a == DYNAMIC else a


def stretched(a: Shape, b: Shape) -> Shape:
    """The common shape of two matrices combined element by element.

    Raises:
        ShapeError: sizes that neither agree nor stretch; a `?` is never stretched, nor is
            anything stretched to it.
    """
    for x, y in zip(a, b, strict=True):
        if DYNAMIC in (x, y) and 1 in (x, y):
            raise ShapeError(
                f"sizes {show(a)} and {show(b)}: a 1 cannot be stretched to a '?'; "
                "give the parameter a static size"
            )
        if not (same_size(x, y) or 1 in (x, y)):
            raise ShapeError(
                f"sizes {show(a)} and {show(b)} do not fit: "
                "each dimension must be equal, or 1 to be stretched"
            )
    return tuple(known_size(x, y) if x != 1 else y for x, y in zip(a, b, strict=True))


def matmul(a: Shape, b: Shape) -> Shape:
    """The shape of `a @ b` for matrices.

    Raises:
        ShapeError: the inner sizes differ.
    """
    if not same_size(a[1], b[0]):
        raise ShapeError(
            f"inner sizes of '@' differ: {show(a)} @ {show(b)} "
            f"(the left has {show(a[1:])} columns, the right {show(b[:1])} rows)"
        )
    return (a[0], b[1])


def reduced(shape: Shape, axis: int) -> Shape:
    """The shape after a reduction over `axis`, which stays with size 1."""
    return tuple(1 if i == axis else size for i, size in enumerate(shape))


def reshaped(shape: Shape, target: Shape) -> Shape:
    """`target`, if it holds as many elements as `shape`.

    Raises:
        ShapeError: a `?` on the way, a size below 1, or another number of elements.
    """
    if not is_static(shape):
        raise ShapeError(f"a {show(shape)} tensor cannot be reshaped: a static size is needed")
    if any(size < 1 for size in target):
        raise ShapeError(f"sizes must be positive, not {', '.join(map(str, target))}")
    if prod(shape) != prod(target):
        raise ShapeError(
            f"cannot reshape {show(shape)} ({prod(shape)} elements) "
            f"to {show(target)} ({prod(target)} elements)"
        )
    return target


def permuted(shape: Shape, permutation: Sequence[int]) -> Shape:
    """The shape whose axis i is axis `permutation[i]` of `shape`.

    Raises:
        ShapeError: an axis is missing, repeated or out of range.
    """
    if sorted(permutation) != list(range(len(shape))):
        wanted = ", ".join(map(str, range(len(shape))))
        raise ShapeError(
            f"({', '.join(map(str, permutation))}) is not a permutation of the axes {wanted}"
        )
    return tuple(shape[axis] for axis in permutation)


def merged(sizes: Sequence[int]) -> int:
    """The size of several axes taken as one; a single axis keeps its size, also a `?`.

    Raises:
        ShapeError: a `?` among several axes.
    """
    if len(sizes) > 1 and not is_static(sizes):
        raise ShapeError(
            f"axes of sizes {show(sizes)} cannot be taken as one: a static size is needed"
        )
    return prod(sizes)
