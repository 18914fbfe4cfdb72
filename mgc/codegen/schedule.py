"""From operations to the calls of kernels, in order; with fusion, several operations a call.

Without fusion every operation is a call of its own. With fusion, elementwise operations and
reductions join a call that computes or reads their operands, broadcasts are read where they lie,
and a matrix product takes a transposed operand as it is stored. Calls happen in the order in which
they were begun; an operation joins none before the latest among its operands', so everything it
needs is there in time, and one walk over the program decides everything.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from xdsl.ir import Operation, SSAValue

from mgc.codegen.groups import Group, Operand, Storage
from mgc.codegen.kernels import Kernel
from mgc.codegen.matmul import MatmulKernel
from mgc.codegen.movement import PermuteKernel
from mgc.dialect import (
    AbortOp,
    BroadcastOp,
    ConstantOp,
    ElementwiseBinaryOperation,
    ElementwiseUnaryOperation,
    MatmulOp,
    PermuteOp,
    PrintOp,
    ReduceOp,
    ReshapeOp,
    ScalarOp,
    TransposeOp,
    shape_of,
)
from mgc.program import Program
from mgc.shapes import Shape


class Call(NamedTuple):
    """A call of a kernel; `operation` is the first it computes."""

    kernel: Kernel
    outputs: tuple[SSAValue, ...]
    inputs: tuple[Storage, ...]
    operation: Operation


class PrintCall(NamedTuple):
    """A print of stored elements under a shape."""

    storage: Storage
    shape: Shape
    operation: Operation


@dataclass(frozen=True)
class Schedule:
    """The calls in order, and the message with which the program ends early, if it does."""

    calls: list[Call | PrintCall]
    abort: str | None


def schedule(program: Program, *, fuse: bool) -> Schedule:
    """The calls that run a straight-line program."""
    return _Scheduler(fuse).run(program)


class _Scheduler:
    def __init__(self, fuse: bool) -> None:
        self._fuse = fuse
        self._calls: list[Group | Call | PrintCall] = []
        # Where a value was computed, as an index of `_calls`; constants have no entry.
        self._position: dict[SSAValue, int] = {}
        # The last group that reads a value of an earlier call.
        self._reader: dict[SSAValue, int] = {}
        self._storage: dict[SSAValue, Storage] = {}
        self._broadcasts: dict[SSAValue, BroadcastOp] = {}
        self._transposes: dict[SSAValue, TransposeOp] = {}
        self._abort: str | None = None

    def run(self, program: Program) -> Schedule:
        """The schedule of a program's operations, taken in order."""
        for operation in program.operations:
            step = _STEPS.get(type(operation))
            if step is not None:
                step(self, operation)
        return Schedule([self._finished(call) for call in self._calls], self._abort)

    def constant(self, operation: ConstantOp) -> None:
        self._storage[operation.result] = operation.data

    def reshape(self, operation: ReshapeOp) -> None:
        self._storage[operation.result] = self._stored(operation.operand)

    def broadcast(self, operation: BroadcastOp) -> None:
        if self._fuse:
            self._broadcasts[operation.result] = operation
        else:
            self._copy(operation)

    def transpose(self, operation: TransposeOp) -> None:
        if self._fuse:
            self._transposes[operation.result] = operation
        else:
            self._permute(operation, (1, 0))

    def permute(self, operation: PermuteOp) -> None:
        self._permute(operation, operation.axes)

    def print(self, operation: PrintOp) -> None:
        storage = self._stored(operation.operand)
        self._use(storage, None)
        self._calls.append(PrintCall(storage, shape_of(operation.operand), operation))

    def abort(self, operation: AbortOp) -> None:
        self._abort = operation.message.data

    def scalar(self, operation: ScalarOp) -> None:
        number = (struct.pack("<d", operation.scalar), (1, 1))
        pair = [self._element(operation.operand), number]
        operands = pair[::-1] if operation.scalar_on_left else pair
        self._elementwise(operation, operation.op.data, operands)

    def unary(self, operation: ElementwiseUnaryOperation) -> None:
        operands = [self._element(operation.operand)]
        self._elementwise(operation, operation.name.removeprefix("mg."), operands)

    def binary(self, operation: ElementwiseBinaryOperation) -> None:
        operands = [self._element(operation.lhs), self._element(operation.rhs)]
        self._elementwise(operation, operation.name.removeprefix("mg."), operands)

    def _element(self, value: SSAValue) -> Operand:
        """An operand read element by element: its storage and its own shape, before stretching."""
        while value in self._broadcasts:
            value = self._broadcasts[value].operand
        return self._stored(value), shape_of(value)

    def _stored(self, value: SSAValue) -> Storage:
        """The storage of a value, which is computed now if it was put off until here."""
        storage = self._storage.get(value)
        if storage is None:
            if value in self._broadcasts:
                self._copy(self._broadcasts[value])
            else:
                self._permute(self._transposes[value], (1, 0))
            storage = self._storage[value]
        return storage

    def _copy(self, operation: BroadcastOp) -> None:
        self._elementwise(operation, "copy", [self._element(operation.operand)])

    def _elementwise(self, operation: Operation, opcode: str, operands: list[Operand]) -> None:
        shape = shape_of(operation.results[0])
        group = self._group(shape, operands) or self._begin(operation, shape)
        self._join(group, operation, opcode, operands, shape)

    def reduce(self, operation: ReduceOp) -> None:
        kind, axis = operation.kind.data, operation.axis_index
        shape = shape_of(operation.operand)
        operand = self._element(operation.operand)
        if shape[axis] == 1:
            # One number: its sum is 0.0 plus it, its maximum is it.
            zero = (struct.pack("<d", 0.0), (1, 1))
            opcode, operands = ("add", [operand, zero]) if kind == "sum" else ("copy", [operand])
            self._elementwise(operation, opcode, operands)
            return
        if axis == 0 and shape[1] == 1:
            # A single column lies in memory like a single row.
            shape = (1, shape[0])
            operand = (self._stored(operation.operand), shape)
            group = self._begin(operation, shape)
        else:
            group = self._group(shape, [operand]) or self._begin(operation, shape)
        self._join(group, operation, kind, [operand], shape, total=axis == 0 and shape[0] > 1)

    def _group(self, shape: Shape, operands: list[Operand]) -> Group | None:
        """A call that an operation over `shape` can join: it computes or reads the operands."""
        if not self._fuse:
            return None
        values = [storage for storage, _ in operands if not isinstance(storage, bytes)]
        latest = max((self._position[value] for value in values), default=-1)
        candidates = [self._calls[latest]] if latest >= 0 else []
        candidates += [
            self._calls[self._reader[value]] for value in values if value in self._reader
        ]
        for group in candidates:
            if not isinstance(group, Group) or group.position < latest:
                continue
            if group.accepts(shape) and all(group.can_read(*operand) for operand in operands):
                return group
        return None

    def _begin(self, operation: Operation, shape: Shape) -> Group:
        group = Group(len(self._calls), shape, operation)
        self._calls.append(group)
        return group

    def _join(
        self,
        group: Group,
        operation: Operation,
        opcode: str,
        operands: list[Operand],
        shape: Shape,
        *,
        total: bool = False,
    ) -> None:
        for storage, _ in operands:
            self._use(storage, group)
            if not isinstance(storage, bytes) and self._position[storage] != group.position:
                self._reader[storage] = group.position
        (result,) = operation.results
        group.add(result, opcode, operands, shape, total=total)
        self._position[result] = group.position
        self._storage[result] = result
        if not self._fuse:
            group.store(result)

    def _use(self, storage: Storage, user: Group | None) -> None:
        """A value that another call than its own needs is stored."""
        if not isinstance(storage, bytes):
            producer = self._calls[self._position[storage]]
            if isinstance(producer, Group) and producer is not user:
                producer.store(storage)

    def _permute(self, operation: PermuteOp | TransposeOp, axes: tuple[int, ...]) -> None:
        kernel = PermuteKernel(shape_of(operation.operand), axes)
        self._call(operation, kernel, (self._stored(operation.operand),))

    def matmul(self, operation: MatmulOp) -> None:
        left, left_transposed = self._factor(operation.lhs)
        right, right_transposed = self._factor(operation.rhs)
        rows, inner = shape_of(operation.lhs)
        columns = shape_of(operation.rhs)[1]
        if columns == 1 and left_transposed:
            # The transposed product has the same elements in the same order, a row of them to a
            # vector, and the transposed matrix is read along its rows.
            self._call(operation, MatmulKernel(1, inner, rows), (right, left))
            return
        kernel = MatmulKernel(rows, inner, columns, left_transposed, right_transposed)
        self._call(operation, kernel, (left, right))

    def _factor(self, value: SSAValue) -> tuple[Storage, bool]:
        if value in self._transposes:
            return self._stored(self._transposes[value].operand), True
        return self._stored(value), False

    def _call(self, operation: Operation, kernel: Kernel, inputs: tuple[Storage, ...]) -> None:
        (result,) = operation.results
        for storage in inputs:
            self._use(storage, None)
        self._position[result] = len(self._calls)
        self._storage[result] = result
        self._calls.append(Call(kernel, (result,), inputs, operation))

    def _finished(self, call: Group | Call | PrintCall) -> Call | PrintCall:
        if isinstance(call, Group):
            return Call(*call.finished(), call.operation)
        return call


_STEPS: dict[type[Operation], Callable[[_Scheduler, Any], None]] = {
    ConstantOp: _Scheduler.constant,
    ReshapeOp: _Scheduler.reshape,
    BroadcastOp: _Scheduler.broadcast,
    TransposeOp: _Scheduler.transpose,
    PermuteOp: _Scheduler.permute,
    MatmulOp: _Scheduler.matmul,
    ReduceOp: _Scheduler.reduce,
    PrintOp: _Scheduler.print,
    AbortOp: _Scheduler.abort,
    **dict.fromkeys(ElementwiseBinaryOperation.__subclasses__(), _Scheduler.binary),
    **dict.fromkeys(ElementwiseUnaryOperation.__subclasses__(), _Scheduler.unary),
    ScalarOp: _Scheduler.scalar,
}
