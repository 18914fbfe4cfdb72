"""A group of operations on its way to become one row kernel."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.ir import Operation, SSAValue

from mgc.codegen.rows import REDUCTIONS, Kind, Node, RowKernel
from mgc.dialect import shape_of
from mgc.shapes import Shape

# What holds a tensor: the value that was computed, or the bytes of a constant.
Storage: TypeAlias = SSAValue | bytes

# A matrix read element by element, and its own shape, before it is stretched.
Operand: TypeAlias = tuple[Storage, Shape]

# Past these a kernel gains nothing from growing, and LLVM takes long over it.
_MAX_NODES = 48
_MAX_INPUTS = 16


class Group:
    """Operations over the rows of one shape; `position` is when the group is computed.

    A group that began with one column can still widen to more.
    """

    def __init__(self, position: int, shape: Shape, operation: Operation) -> None:
        self.position = position
        self.operation = operation
        self._rows, self._columns = shape
        self._nodes: list[Node] = []
        self._numbers: dict[SSAValue, int] = {}
        self._inputs: dict[tuple[Storage, Kind], int] = {}
        self._stored: dict[SSAValue, None] = {}

    def can_read(self, storage: Storage, shape: Shape) -> bool:
        """Whether a value can be an operand here: not a total of the group, nor reshaped in it."""
        if not isinstance(storage, bytes) and storage in self._numbers:
            kind = self._nodes[self._numbers[storage]].kind
            return kind != "total" and shape_of(storage) == shape
        return True

    def accepts(self, shape: Shape) -> bool:
        """Whether an operation over the elements of `shape` can become part of the group."""
        if len(self._nodes) >= _MAX_NODES or len(self._inputs) >= _MAX_INPUTS:
            return False
        rows, columns = shape
        return rows == self._rows and (columns in (1, self._columns) or self._columns == 1)

    def add(
        self, value: SSAValue, opcode: str, operands: list[Operand], shape: Shape, *, total: bool
    ) -> None:
        """Append an operation over the elements of `shape`; a total is always stored."""
        if self._columns == 1:
            self._columns = shape[1]
        numbers = tuple(self._operand(*operand) for operand in operands)
        kind: Kind = "full" if shape[1] > 1 and opcode not in REDUCTIONS else "column"
        if total:
            kind = "total"
            self._stored[value] = None
        self._numbers[value] = len(self._nodes)
        self._nodes.append(Node(opcode, numbers, kind))

    def store(self, value: SSAValue) -> None:
        """Another call needs this value."""
        self._stored[value] = None

    def finished(self) -> tuple[RowKernel, tuple[SSAValue, ...], tuple[Storage, ...]]:
        """The kernel, the values it stores, and the storage it reads."""
        outputs = tuple(self._stored)
        kernel = RowKernel(
            self._rows,
            self._columns,
            tuple(kind for _, kind in self._inputs),
            tuple(self._nodes),
            tuple(self._numbers[value] for value in outputs),
        )
        return kernel.flattened(), outputs, tuple(storage for storage, _ in self._inputs)

    def _operand(self, storage: Storage, shape: Shape) -> int:
        if not isinstance(storage, bytes) and storage in self._numbers:
            return self._numbers[storage]
        key = (storage, self._input_kind(shape))
        return ~self._inputs.setdefault(key, len(self._inputs))

    def _input_kind(self, shape: Shape) -> Kind:
        if shape == (1, 1):
            return "scalar"
        if shape == (self._rows, self._columns) and self._columns > 1:
            return "full"
        return "column" if shape[1] == 1 else "row"
