"""Row kernels whose rows are short enough to stay in registers from the inputs to the outputs."""

from __future__ import annotations

from mgc.codegen.accumulators import Accumulators, accumulating, initial_accumulators
from mgc.codegen.row_memory import RowMemory, parts_between, read_scalars, write_total
from mgc.codegen.rows import LIBRARY, RowKernel
from mgc.codegen.text import Body
from mgc.codegen.vectors import across, combine, compute, term


def emit_short_rows(body: Body, kernel: RowKernel) -> None:
    """Emit a loop over the rows; totals are carried from row to row in registers too."""
    parts = parts_between(0, kernel.columns)
    totals = initial_accumulators(kernel, kernel.totals, len(parts))
    scalars = read_scalars(body, kernel)
    with accumulating(body, kernel.rows, 1, totals) as index:
        row = _Row(body, kernel, RowMemory(body, kernel, index), scalars, totals)
        for number in _calls_late(kernel):
            row.compute(number)
    for number, vectors in totals.items():
        for part, vector in zip(parts, vectors, strict=True):
            write_total(body, kernel, number, part, vector)


class _Row:
    """The values of one row, a vector for each part; a number is the same vector for every part."""

    def __init__(
        self,
        body: Body,
        kernel: RowKernel,
        memory: RowMemory,
        scalars: dict[int, str],
        totals: Accumulators,
    ) -> None:
        self._body = body
        self._kernel = kernel
        self._parts = parts_between(0, kernel.columns)
        self._memory = memory
        self._totals = totals
        # By operand: the inputs that were read and the nodes that were computed.
        self._vectors = {
            operand: [vector] * len(self._parts) for operand, vector in scalars.items()
        }

    def compute(self, number: int) -> None:
        """Compute a node whose operands are there."""
        node = self._kernel.nodes[number]
        operands = [self._operand(operand) for operand in node.operands]
        if node.kind == "total":
            self._totals[number] = [
                combine(self._body, node.opcode, total, vector)
                for total, vector in zip(self._totals[number], operands[0], strict=True)
            ]
            return
        if node.kind == "full":
            vectors = [
                compute(self._body, node.opcode, [operand[k] for operand in operands], part.lanes)
                for k, part in enumerate(self._parts)
            ]
        elif node.reduces_row:
            vectors = self._number(self._reduced(node.opcode, operands[0]))
        else:
            firsts = [operand[0] for operand in operands]
            vectors = self._number(compute(self._body, node.opcode, firsts))
        self._vectors[number] = vectors
        # At once: LLVM would move the computation down to a store that comes after a call.
        self._write(number, vectors)

    def _operand(self, operand: int) -> list[str]:
        """The vectors of an operand; an input is read where it is first needed."""
        if operand not in self._vectors:
            if self._kernel.is_number(operand):
                self._vectors[operand] = self._number(self._memory.read_number(operand))
            else:
                self._vectors[operand] = [self._memory.read(operand, part) for part in self._parts]
        return self._vectors[operand]

    def _number(self, vector: str) -> list[str]:
        return [vector] * len(self._parts)

    def _reduced(self, reduction: str, vectors: list[str]) -> str:
        terms = [
            term(self._body, reduction, vector, part.lanes)
            for part, vector in zip(self._parts, vectors, strict=True)
        ]
        return across(self._body, reduction, terms)

    def _write(self, number: int, vectors: list[str]) -> None:
        if self._kernel.is_number(number):
            self._memory.write_number(number, vectors[0])
        else:
            for part, vector in zip(self._parts, vectors, strict=True):
                self._memory.write(number, part, vector)


def _calls_late(kernel: RowKernel) -> list[int]:
    """The nodes in an order in which calls of the library come late.

    What can be computed before a call is, because registers do not survive one.
    """
    calls: list[int] = []  # how many calls, one after the other, lead to each node
    order = []
    for number, node in enumerate(kernel.nodes):
        before = max((calls[operand] for operand in node.operands if operand >= 0), default=0)
        is_call = node.opcode in LIBRARY
        calls.append(before + is_call)
        order.append((before, is_call, number))
    return [number for _, _, number in sorted(order)]
