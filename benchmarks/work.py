"""How much work a program is, counted from its operations."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.ir import Operation, SSAValue

from mgc.codegen import execute
from mgc.dialect import (
    AddOp,
    ConstantOp,
    DivOp,
    ExpOp,
    GeOp,
    LogOp,
    MatmulOp,
    MulOp,
    NegOp,
    PrintOp,
    ReduceOp,
    ReluOp,
    ScalarOp,
    SqrtOp,
    SubOp,
    shape_of,
)
from mgc.passes.pipeline import run_passes
from mgc.program import Program

_SIMPLE = (AddOp, SubOp, MulOp, NegOp, ReluOp, GeOp)


@dataclass
class Work:
    """Elements computed by each kind of instruction, and bytes.

    `necessary_bytes` are the constants and the results; `moved_bytes` what the operations read and
    write where each is a pass over memory of its own.
    """

    multiply_adds: int = 0
    simple: int = 0
    divisions: int = 0
    exponentials: int = 0
    necessary_bytes: int = 0
    moved_bytes: int = 0

    @property
    def floating_point_operations(self) -> int:
        """A multiply-add counts as two."""
        return 2 * self.multiply_adds + self.simple + self.divisions + self.exponentials


def work(program: Program) -> Work:
    """The work of an inlined program, each operation as it stands."""
    total = Work()
    for operation in program.operations:
        if not operation.name.startswith("mg."):
            continue
        size = sum(_size(result) for result in operation.results)
        match operation:
            case MatmulOp():
                total.multiply_adds += size * shape_of(operation.operands[0])[1]
            case DivOp() | SqrtOp():
                total.divisions += size
            case ScalarOp() if operation.op.data == "div":
                total.divisions += size
            case ExpOp() | LogOp():
                total.exponentials += size
            case ReduceOp():
                total.simple += _size(operation.operands[0])
            case ConstantOp():
                total.necessary_bytes += 8 * size
            case PrintOp():
                total.necessary_bytes += 8 * _size(operation.operands[0])
            case ScalarOp():
                total.simple += size
            case _ if isinstance(operation, _SIMPLE):
                total.simple += size
        if not isinstance(operation, ConstantOp):
            total.moved_bytes += 8 * (size + sum(map(_size, operation.operands)))
    return total


def work_on_zeros(program: Program) -> Work:
    """The exponentials that underflow and the divisions of a zero, counted in a run.

    Code may leave these out, so they are no part of what it cannot do without.

    Args:
        program: an inlined program.
    """
    observed = run_passes(program, ())
    kinds: list[type[Operation] | None] = []
    for operation in list(observed.operations):
        watched: SSAValue
        match operation:
            case ExpOp():
                watched = operation.result
            case DivOp():
                watched = operation.lhs
            case PrintOp():
                kinds.append(None)
                continue
            case _:
                continue
        kinds.append(type(operation))
        observed.body.insert_ops_after([PrintOp(watched)], operation)
    total = Work()
    for kind, value in zip(kinds, execute(observed, optimisation=0), strict=True):
        zeros = value.size - int(np.count_nonzero(value))
        if kind is ExpOp:
            total.exponentials += zeros
        elif kind is DivOp:
            total.divisions += zeros
    return total


def _size(value: SSAValue) -> int:
    return prod(shape_of(value))
