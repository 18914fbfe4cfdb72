"""Row kernels whose rows are too long for registers: one pass over a row for each stage.

A pass takes a turn for every four vectors, and one more for what is left of the row.
"""

from __future__ import annotations

from collections.abc import Sequence

from mgc.codegen.accumulators import Accumulators, accumulating, initial_accumulators
from mgc.codegen.row_memory import Part, RowMemory, parts_between, read_scalars, write_total
from mgc.codegen.rows import RUNNING, RowKernel
from mgc.codegen.stages import Stage, stages_of
from mgc.codegen.text import LANES, Body
from mgc.codegen.vectors import across, combine, compute, divided, neutral, term

# The elements of a turn: a vector for each running result of a reduction.
TURN = LANES * RUNNING


def emit_long_rows(body: Body, kernel: RowKernel) -> None:
    """Emit a loop over the rows; totals are accumulated where they are stored."""
    for number in kernel.totals:
        _fill_total(body, kernel, number)
    stages = stages_of(kernel)
    scalars = read_scalars(body, kernel)
    with body.loop(kernel.rows) as loop:
        row = _Row(body, kernel, RowMemory(body, kernel, loop.index, stages.kept), scalars)
        for stage in stages.passes:
            row.pass_over(stage)


def long_rows_scratch(kernel: RowKernel) -> tuple[int, ...]:
    """The sizes, in doubles, of the memory for values that a later pass reads."""
    return (kernel.columns,) * len(stages_of(kernel).kept)


def _whole_turns(kernel: RowKernel) -> int:
    """The elements of a row that fill turns."""
    return kernel.columns - kernel.columns % TURN


def _fill_total(body: Body, kernel: RowKernel, number: int) -> None:
    start = neutral(kernel.nodes[number].opcode)
    whole = _whole_turns(kernel)
    with body.loop(whole, LANES) as loop:
        write_total(body, kernel, number, Part(loop.index), start)
    for part in parts_between(whole, kernel.columns):
        write_total(body, kernel, number, part, start)


class _Row:
    """One row; `numbers` are its columns and scalars so far, by operand, each in every lane."""

    def __init__(
        self, body: Body, kernel: RowKernel, memory: RowMemory, numbers: dict[int, str]
    ) -> None:
        self._body = body
        self._kernel = kernel
        self._memory = memory
        self._numbers = numbers

    def pass_over(self, stage: Stage) -> None:
        """Compute what belongs to a stage."""
        nodes = self._kernel.nodes
        for number in stage.columns:
            operands = [self._number(operand) for operand in nodes[number].operands]
            self._finish_column(number, compute(self._body, nodes[number].opcode, operands))
        if stage.elements or stage.reductions:
            self._read_numbers(stage)
            self._take_turns(stage)

    def _read_numbers(self, stage: Stage) -> None:
        """Read what the turns need of columns and scalars, so that no turn does."""
        for number in (*stage.elements, *stage.reductions):
            for operand in self._kernel.nodes[number].operands:
                if self._kernel.is_number(operand):
                    self._number(operand)

    def _take_turns(self, stage: Stage) -> None:
        body, kernel = self._body, self._kernel
        whole = _whole_turns(kernel)
        running = initial_accumulators(kernel, stage.reductions, RUNNING)
        with accumulating(body, whole, TURN, running) as index:
            self._turn([Part(body.add(index, k * LANES)) for k in range(RUNNING)], stage, running)
        left = parts_between(whole, kernel.columns)
        if left:
            self._turn(left, stage, running)
        for number, results in running.items():
            self._finish_column(number, across(body, kernel.nodes[number].opcode, results))

    def _turn(self, parts: list[Part], stage: Stage, running: Accumulators) -> None:
        turn = _Turn(self._body, self._kernel, self._memory, self._numbers, parts)
        turn.compute(stage.elements)
        turn.accumulate(running)

    def _number(self, operand: int) -> str:
        """A column or a scalar; an input is read where it is first needed."""
        if operand not in self._numbers:
            self._numbers[operand] = self._memory.read_number(operand)
        return self._numbers[operand]

    def _finish_column(self, number: int, vector: str) -> None:
        self._numbers[number] = vector
        self._memory.write_number(number, vector)


class _Turn:
    """Up to four vectors of a row; what is computed of them stays in registers for the turn."""

    def __init__(
        self,
        body: Body,
        kernel: RowKernel,
        memory: RowMemory,
        numbers: dict[int, str],
        parts: list[Part],
    ) -> None:
        self._body = body
        self._kernel = kernel
        self._memory = memory
        self._numbers = numbers
        self._parts = parts
        # What was read and computed so far, by operand and part.
        self._vectors: dict[tuple[int, Part], str] = {}

    def compute(self, elements: Sequence[int]) -> None:
        """Compute full nodes and add to totals."""
        divisions = [number for number in elements if self._divides_by_column(number)]
        if divisions:
            # One of them, since quotients that wait for the next would not fit in registers.
            last = elements.index(divisions[-1])
            self._part_by_part(elements[:last])
            self._divide(elements[last])
            elements = elements[last + 1 :]
        self._part_by_part(elements)

    def accumulate(self, running: Accumulators) -> None:
        """Add to the running results of reductions along the row, one for each part."""
        for k, part in enumerate(self._parts):
            for number, results in running.items():
                opcode, (operand,), _ = self._kernel.nodes[number]
                added = term(self._body, opcode, self._vector(operand, part), part.lanes)
                results[k] = combine(self._body, opcode, results[k], added)

    def _part_by_part(self, numbers: Sequence[int]) -> None:
        for part in self._parts:
            for number in numbers:
                opcode, operands, kind = self._kernel.nodes[number]
                vectors = [self._vector(operand, part) for operand in operands]
                if kind == "total":
                    self._add_to_total(number, part, vectors[0])
                else:
                    self._finish(number, part, compute(self._body, opcode, vectors, part.lanes))

    def _divides_by_column(self, number: int) -> bool:
        """Whether a node divides a row by one number."""
        node = self._kernel.nodes[number]
        return node.opcode == "div" and self._kernel.kind_of(node.operands[1]) == "column"

    def _divide(self, number: int) -> None:
        """A division of all parts at once, which is skipped where there are only zeros."""
        dividend, divisor = self._kernel.nodes[number].operands
        dividends = [self._vector(dividend, part) for part in self._parts]
        quotients = divided(self._body, dividends, self._numbers[divisor])
        for part, quotient in zip(self._parts, quotients, strict=True):
            self._finish(number, part, quotient)

    def _add_to_total(self, number: int, part: Part, vector: str) -> None:
        place = self._memory.address(number, part)
        total = self._body.load(place, part.lanes)
        added = combine(self._body, self._kernel.nodes[number].opcode, total, vector)
        self._body.store(added, place, part.lanes)

    def _finish(self, number: int, part: Part, vector: str) -> None:
        self._vectors[number, part] = vector
        self._memory.write(number, part, vector)

    def _vector(self, operand: int, part: Part) -> str:
        """A vector of an operand, read from memory where the turn does not have it yet."""
        if self._kernel.is_number(operand):
            return self._numbers[operand]
        if (operand, part) not in self._vectors:
            self._vectors[operand, part] = self._memory.read(operand, part)
        return self._vectors[operand, part]
