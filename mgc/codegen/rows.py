"""Row kernels: elementwise operations and reductions over the rows of one matrix shape.

A row kernel is a small program over the rows of an RxC matrix. Its values are of five kinds:

    full     RxC
    column   Rx1: one number for each row, kept as a vector of four equal lanes
    row      1xC, only as an input
    scalar   1x1, only as an input
    total    1xC: the sum or the maximum down each column, only as an output

Sums and maxima are taken in an order that depends on the shape alone. Along a row, vector j of four
neighbours goes to running result j mod 4; these are combined as (0, 1), (2, 3), then both, then
lanes 0 and 2, 1 and 3, then both. Down a column, one row follows the other. A sum starts from 0.0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["full", "column", "row", "scalar", "total"]

REDUCTIONS = ("sum", "max")
LIBRARY = ("exp", "log")

# The running results of a reduction along a row.
RUNNING = 4


class Node(NamedTuple):
    """One operation of a row kernel.

    `opcode` is add, sub, mul, div, ge, neg, relu, exp, log, sqrt or copy, or a reduction, sum or
    max, of a full operand to a column or a total. An operand is the number of an earlier node, or
    ~j for input j.
    """

    opcode: str
    operands: tuple[int, ...]
    kind: Kind

    @property
    def reduces_row(self) -> bool:
        """Whether it is the sum or the maximum along each row."""
        return self.opcode in REDUCTIONS and self.kind == "column"


@dataclass(frozen=True)
class RowKernel:
    """A fused group of operations: what to compute, not how.

    `outputs` are the numbers of the nodes whose values are stored.
    """

    rows: int
    columns: int
    inputs: tuple[Kind, ...]
    nodes: tuple[Node, ...]
    outputs: tuple[int, ...]

    @property
    def label(self) -> str:
        """A name for people: the operations, where they are few, and the shape."""
        opcodes = "_".join(node.opcode for node in self.nodes[:4])
        more = f"_and_{len(self.nodes) - 4}" if len(self.nodes) > 4 else ""
        return f"{opcodes}{more}.{self.rows}x{self.columns}"

    @property
    def work(self) -> int:
        """The scalar operations of a call."""
        return self.rows * self.columns * len(self.nodes)

    @property
    def totals(self) -> list[int]:
        """The numbers of the nodes that are totals."""
        return [number for number, node in enumerate(self.nodes) if node.kind == "total"]

    def kind_of(self, operand: int) -> Kind:
        """The kind of an operand of a node."""
        return self.inputs[~operand] if operand < 0 else self.nodes[operand].kind

    def is_number(self, operand: int) -> bool:
        """Whether an operand is one number for all elements of a row."""
        return self.kind_of(operand) in ("column", "scalar")

    def flattened(self) -> RowKernel:
        """The same kernel as one long row, where no operation minds where rows end."""
        kinds = {*self.inputs, *(node.kind for node in self.nodes)}
        if self.columns == 1 and kinds <= {"column", "scalar"}:
            return self._one_row(self.rows, "column")
        reduces = any(node.opcode in REDUCTIONS for node in self.nodes)
        if kinds <= {"full", "scalar"} and not reduces:
            return self._one_row(self.rows * self.columns, "full")
        return self

    def _one_row(self, length: int, kind: Kind) -> RowKernel:
        inputs: tuple[Kind, ...] = tuple("full" if k == kind else k for k in self.inputs)
        nodes = tuple(Node(node.opcode, node.operands, "full") for node in self.nodes)
        return RowKernel(1, length, inputs, nodes, self.outputs)
