"""Kernels: one function over pointers for each distinct operation, shapes and constants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.ir import Operation

from mgc.codegen.elementwise import ELEMENTWISE, elementwise_body
from mgc.codegen.matmul import matmul_body
from mgc.codegen.movement import permute_body
from mgc.codegen.reductions import reduction_body
from mgc.codegen.target import Target
from mgc.codegen.text import Body, double
from mgc.dialect import (
    MatmulOp,
    PermuteOp,
    ReduceOp,
    ScalarOp,
    TransposeOp,
    shape_of,
)


@dataclass(frozen=True)
class Kernel:
    """A kernel function: its name, its number of operands, and its text."""

    name: str
    operands: int
    text: str


class Kernels:
    """The kernels of one module, each emitted once."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._kernels: dict[tuple[object, ...], Kernel] = {}

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self._kernels.values())

    def of(self, operation: Operation) -> Kernel:
        """The kernel that computes this operation."""
        key = _key(operation)
        if key not in self._kernels:
            name = f"k{len(self._kernels)}.{operation.name.removeprefix('mg.')}"
            self._kernels[key] = self._emit(name, operation)
        return self._kernels[key]

    def _emit(self, name: str, operation: Operation) -> Kernel:
        count = len(operation.operands)
        parameters = ", ".join(
            ["ptr noalias %out", *(f"ptr readonly %in{k}" for k in range(count))]
        )
        text = (
            f"define internal void @{name}({parameters}) noinline nounwind {{\nentry:\n"
            f"{_body(operation, self._target).text()}\n}}\n"
        )
        return Kernel(name, count, text)


def _key(operation: Operation) -> tuple[object, ...]:
    """What makes two operations the same computation."""
    constant: object = None
    if isinstance(operation, ScalarOp):
        # By bits, so that 0.0 and -0.0 and any two NaNs differ.
        constant = (operation.op.data, double(operation.scalar), operation.scalar_on_left)
    elif isinstance(operation, ReduceOp):
        constant = (operation.axis_index, operation.kind.data)
    elif isinstance(operation, PermuteOp):
        constant = operation.axes
    shapes = tuple(shape_of(operand) for operand in operation.operands)
    return (type(operation), constant, shapes, shape_of(operation.results[0]))


def _body(operation: Operation, target: Target) -> Body:
    if type(operation) in ELEMENTWISE:
        return elementwise_body(operation, target)
    if isinstance(operation, ReduceOp):
        return reduction_body(operation)
    if isinstance(operation, MatmulOp):
        return matmul_body(operation, target)
    if isinstance(operation, TransposeOp):
        return permute_body(shape_of(operation.operand), (1, 0))
    if isinstance(operation, PermuteOp):
        return permute_body(shape_of(operation.operand), operation.axes)
    raise NotImplementedError(operation.name)
