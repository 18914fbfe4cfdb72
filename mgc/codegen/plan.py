"""Where everything lives: constants among the data, the rest in one arena of doubles.

The memory of a value is used again once the value is dead. The plan takes time in proportion to the
length of the program: free memory is kept by size, and the sizes of a program are few.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from mgc.codegen.groups import Storage
from mgc.codegen.kernels import KernelFunction, Kernels
from mgc.codegen.schedule import Call, PrintCall, Schedule
from mgc.dialect import shape_of
from mgc.shapes import Shape

# Everything starts at a multiple of a cache line, in doubles.
UNIT = 8


class Place(NamedTuple):
    """An offset in doubles, in the constants or in the arena."""

    offset: int
    constant: bool


class PlacedCall(NamedTuple):
    """Call a kernel with the places of its outputs, inputs and scratch memory."""

    function: KernelFunction
    places: tuple[Place, ...]
    operation: Operation


class PlacedPrint(NamedTuple):
    """Print the tensor at a place."""

    place: Place
    shape: Shape
    operation: Operation


@dataclass
class Plan:
    """A program as a sequence of calls; `arena_size` is the peak of its memory, in doubles."""

    calls: list[PlacedCall | PlacedPrint] = field(default_factory=list)
    constants: bytearray = field(default_factory=bytearray)
    arena_size: int = 0


def plan(schedule: Schedule, kernels: Kernels) -> Plan:
    """Give every value of a schedule its place."""
    return _Planner(schedule, kernels).plan()


class _Planner:
    def __init__(self, schedule: Schedule, kernels: Kernels) -> None:
        self._calls = schedule.calls
        self._kernels = kernels
        self._plan = Plan()
        self._arena = _Arena()
        self._places: dict[Storage, Place] = {}

    def plan(self) -> Plan:
        dying = self._dying()
        for position, call in enumerate(self._calls):
            if isinstance(call, PrintCall):
                place = self._place(call.storage)
                self._plan.calls.append(PlacedPrint(place, call.shape, call.operation))
            else:
                self._plan.calls.append(self._placed(call))
            for value in dying[position]:
                self._arena.free(self._places[value].offset, prod(shape_of(value)))
        self._plan.arena_size = self._arena.size
        return self._plan

    def _dying(self) -> list[list[SSAValue]]:
        """For each call the values that nothing needs after it."""
        last: dict[SSAValue, int] = {}
        for position, call in enumerate(self._calls):
            for value in _used(call):
                if not isinstance(value, bytes):
                    last[value] = position
        dying: list[list[SSAValue]] = [[] for _ in self._calls]
        for value, position in last.items():
            dying[position].append(value)
        return dying

    def _placed(self, call: Call) -> PlacedCall:
        function = self._kernels.of(call.kernel)
        for value in call.outputs:
            offset = self._arena.allocate(prod(shape_of(value)))
            self._places[value] = Place(offset, constant=False)
        scratch = [self._arena.allocate(size) for size in function.scratch]
        places = (
            *(self._places[value] for value in call.outputs),
            *(self._place(storage) for storage in call.inputs),
            *(Place(offset, constant=False) for offset in scratch),
        )
        for offset, size in zip(scratch, function.scratch, strict=True):
            self._arena.free(offset, size)
        return PlacedCall(function, places, call.operation)

    def _place(self, storage: Storage) -> Place:
        if storage not in self._places:
            # A constant: the same bytes are stored once.
            assert isinstance(storage, bytes)
            constants = self._plan.constants
            self._places[storage] = Place(len(constants) // 8, constant=True)
            constants += storage + bytes(-len(storage) % (8 * UNIT))
        return self._places[storage]


def _used(call: Call | PrintCall) -> tuple[Storage, ...]:
    if isinstance(call, PrintCall):
        return (call.storage,)
    return (*call.outputs, *call.inputs)


class _Arena:
    """Memory handed out in pieces; freed neighbours become one piece again."""

    def __init__(self) -> None:
        self.size = 0
        self._size_at: dict[int, int] = {}  # free pieces by where they start
        self._start_before: dict[int, int] = {}  # and by where they end
        self._by_size: dict[int, dict[int, None]] = {}
        self._sizes: list[int] = []

    def allocate(self, elements: int) -> int:
        """The offset of a piece: the smallest free one that is large enough, or a new one."""
        size = _rounded(elements)
        position = bisect_left(self._sizes, size)
        if position == len(self._sizes):
            offset = self.size
            if offset in self._start_before:
                # The last piece is free but too small: it grows.
                offset = self._start_before[offset]
                self._take(offset)
            self.size = offset + size
            return offset
        available = self._sizes[position]
        offset = next(iter(self._by_size[available]))
        self._take(offset)
        if available > size:
            self._give(offset + size, available - size)
        return offset

    def free(self, offset: int, elements: int) -> None:
        """Take back a piece."""
        size = _rounded(elements)
        if offset + size in self._size_at:
            size += self._take(offset + size)
        if offset in self._start_before:
            start = self._start_before[offset]
            size += self._take(start)
            offset = start
        self._give(offset, size)

    def _give(self, offset: int, size: int) -> None:
        self._size_at[offset] = size
        self._start_before[offset + size] = offset
        if size not in self._by_size:
            self._by_size[size] = {}
            insort(self._sizes, size)
        self._by_size[size][offset] = None

    def _take(self, offset: int) -> int:
        size = self._size_at.pop(offset)
        del self._start_before[offset + size]
        starts = self._by_size[size]
        del starts[offset]
        if not starts:
            del self._by_size[size]
            self._sizes.remove(size)
        return size


def _rounded(elements: int) -> int:
    return -(-elements // UNIT) * UNIT
