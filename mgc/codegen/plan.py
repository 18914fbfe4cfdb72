"""Where every value lives: constants among the data, the rest in one arena of doubles.

A buffer is used again once its value is dead. Buffers of one size are exchanged among themselves
only, which keeps the plan linear in the length of the program.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import prod

from xdsl.ir import Operation, SSAValue

from mgc.codegen.kernels import Kernel, Kernels
from mgc.dialect import AbortOp, ConstantOp, PrintOp, ReshapeOp, shape_of
from mgc.program import Program
from mgc.shapes import Shape

# Buffers start at multiples of a vector.
_ALIGNMENT = 4


@dataclass(frozen=True)
class Place:
    """An offset in doubles, in the constants or in the arena."""

    offset: int
    constant: bool


@dataclass(frozen=True)
class KernelCall:
    """Call a kernel with the place of its result and those of its operands."""

    kernel: Kernel
    places: tuple[Place, ...]
    operation: Operation


@dataclass(frozen=True)
class PrintCall:
    """Print the tensor at a place."""

    place: Place
    shape: Shape
    operation: PrintOp


@dataclass
class Plan:
    """A program as a sequence of calls; sizes are in doubles."""

    calls: list[KernelCall | PrintCall] = field(default_factory=list)
    constants: list[bytes] = field(default_factory=list)
    constant_size: int = 0
    arena_size: int = 0
    abort: str | None = None


def plan(program: Program, kernels: Kernels) -> Plan:
    """Lay out a straight-line program."""
    return _Planner(program, kernels).plan()


class _Planner:
    def __init__(self, program: Program, kernels: Kernels) -> None:
        self._operations = list(program.operations)
        self._kernels = kernels
        self._plan = Plan()
        self._places: dict[SSAValue, Place] = {}
        # A reshape is the same buffer under another shape, so its value dies with the original.
        self._origin: dict[SSAValue, SSAValue] = {}
        self._last_use: dict[SSAValue, int] = {}
        self._free: defaultdict[int, list[int]] = defaultdict(list)

    def plan(self) -> Plan:
        self._find_last_uses()
        for position, operation in enumerate(self._operations):
            match operation:
                case ConstantOp():
                    self._constant(operation)
                case ReshapeOp():
                    self._places[operation.result] = self._places[operation.operand]
                case PrintOp():
                    place = self._places[operation.operand]
                    shape = shape_of(operation.operand)
                    self._plan.calls.append(PrintCall(place, shape, operation))
                case AbortOp():
                    self._plan.abort = operation.message.data
                case _ if operation.name.startswith("mg."):
                    self._call(operation)
            self._release(operation, position)
        return self._plan

    def _find_last_uses(self) -> None:
        for position, operation in enumerate(self._operations):
            for result in operation.results:
                origin: SSAValue = result
                if isinstance(operation, ReshapeOp):
                    origin = self._origin[operation.operand]
                self._origin[result] = origin
                self._last_use.setdefault(origin, position)
            for operand in operation.operands:
                self._last_use[self._origin[operand]] = position

    def _constant(self, operation: ConstantOp) -> None:
        self._places[operation.result] = Place(self._plan.constant_size, constant=True)
        self._plan.constants.append(operation.data)
        self._plan.constant_size += len(operation.data) // 8

    def _call(self, operation: Operation) -> None:
        (result,) = operation.results
        size = _rounded(prod(shape_of(result)))
        free = self._free[size]
        if free:
            offset = free.pop()
        else:
            offset = self._plan.arena_size
            self._plan.arena_size += size
        self._places[result] = Place(offset, constant=False)
        places = tuple(self._places[value] for value in (result, *operation.operands))
        self._plan.calls.append(KernelCall(self._kernels.of(operation), places, operation))

    def _release(self, operation: Operation, position: int) -> None:
        origins = {self._origin[value] for value in (*operation.operands, *operation.results)}
        for origin in sorted(origins, key=self._offset):
            place = self._places.get(origin)
            if place is not None and not place.constant and self._last_use[origin] == position:
                self._free[_rounded(prod(shape_of(origin)))].append(place.offset)

    def _offset(self, value: SSAValue) -> int:
        place = self._places.get(value)
        return -1 if place is None else place.offset


def _rounded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
