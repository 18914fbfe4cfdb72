"""LLVM IR of row kernels.

Short rows stay in registers from the inputs to the outputs. Long rows are passed over once for each
stage, several vectors a turn.
"""

from __future__ import annotations

from mgc.codegen.rows import LIBRARY, REDUCTIONS, Kind, RowKernel
from mgc.codegen.stages import stages_of
from mgc.codegen.text import LANES, VECTOR, Body, splat
from mgc.codegen.vectors import across, combine, compute, divided, neutral, padded

# The number of running results of a reduction along a row, and of vectors a turn in long rows.
_RUNNING = 4
_SHORT = LANES * _RUNNING

# A vector of a row: the index of its first element (or its text), and its number of lanes.
_Part = tuple[str, int]


def row_kernel_body(kernel: RowKernel) -> Body:
    """The code of a kernel over `%out0`..., `%in0`... and `%scratch0`..."""
    body = Body()
    emit = _short_rows if kernel.columns <= _SHORT else _LongRows(body, kernel).emit
    emit(body, kernel)
    return body


def scratch_sizes(kernel: RowKernel) -> tuple[int, ...]:
    """The sizes, in doubles, of the memory a kernel needs while it runs."""
    if kernel.columns <= _SHORT:
        return ()
    return (kernel.columns,) * len(stages_of(kernel).kept)


class _Pointers:
    """Where the inputs and outputs of the current row start."""

    def __init__(self, body: Body, kernel: RowKernel, row: str) -> None:
        self._body = body
        offset = body.times(row, kernel.columns) if row != "0" else "0"

        def start(base: str, kind: Kind) -> str:
            if row == "0" or kind in ("row", "scalar", "total"):
                return base
            return body.element(base, offset if kind == "full" else row)

        self.inputs = [start(f"%in{j}", kind) for j, kind in enumerate(kernel.inputs)]
        self.outputs = {
            number: start(f"%out{k}", kernel.nodes[number].kind)
            for k, number in enumerate(kernel.outputs)
        }

    def read(self, number: int, kind: Kind, part: _Part) -> str:
        """A vector of an input."""
        if kind in ("column", "scalar"):
            return self._body.spread(self._body.load_scalar(self.inputs[number]))
        return self._body.load(self._body.element(self.inputs[number], part[0]), part[1])


def _scalars(body: Body, kernel: RowKernel) -> dict[int, str]:
    """The scalar inputs, by operand; read once, before the rows."""
    return {
        ~j: body.spread(body.load_scalar(f"%in{j}"))
        for j, kind in enumerate(kernel.inputs)
        if kind == "scalar"
    }


def _parts(start: int, columns: int) -> list[_Part]:
    return [(str(column), min(LANES, columns - column)) for column in range(start, columns, LANES)]


def _short_rows(body: Body, kernel: RowKernel) -> None:
    parts = _parts(0, kernel.columns)
    totals = [number for number, node in enumerate(kernel.nodes) if node.kind == "total"]
    carried = [
        (VECTOR, splat(neutral(kernel.nodes[number].opcode))) for number in totals for _ in parts
    ]
    scalars = {operand: [vector] for operand, vector in _scalars(body, kernel).items()}
    with body.loop(kernel.rows, 1, carried) as loop:
        pointers = _Pointers(body, kernel, loop.index)
        running = {
            number: loop.carried[k * len(parts) : (k + 1) * len(parts)]
            for k, number in enumerate(totals)
        }
        values = _short_row(body, kernel, pointers, parts, running, dict(scalars))
        loop.next(*(vector for number in totals for vector in values[number]))
    for k, number in enumerate(totals):
        for j, (column, lanes) in enumerate(parts):
            place = body.element(pointers.outputs[number], column)
            body.store(loop.results[k * len(parts) + j], place, lanes)


def _short_row(
    body: Body,
    kernel: RowKernel,
    pointers: _Pointers,
    parts: list[_Part],
    running: dict[int, list[str]],
    inputs: dict[int, list[str]],
) -> dict[int, list[str]]:
    """The vectors of every node for one row; a column value has one vector.

    `inputs` are the vectors of the inputs read so far, by operand.
    """
    values: dict[int, list[str]] = {}

    def vectors(operand: int) -> list[str]:
        if operand >= 0:
            found = values[operand]
        else:
            if operand not in inputs:
                kind = kernel.inputs[~operand]
                places = parts if kind in ("full", "row") else parts[:1]
                inputs[operand] = [pointers.read(~operand, kind, part) for part in places]
            found = inputs[operand]
        return found * len(parts) if len(found) < len(parts) else found

    for number in _calls_late(kernel):
        node = kernel.nodes[number]
        operands = [vectors(operand) for operand in node.operands]
        if node.opcode not in REDUCTIONS:
            places = parts if node.kind == "full" else [("0", LANES)]
            values[number] = [
                compute(body, node.opcode, [vector[k] for vector in operands], lanes)
                for k, (_, lanes) in enumerate(places)
            ]
        elif node.kind == "total":
            pairs = zip(running[number], operands[0], strict=True)
            values[number] = [combine(body, node.opcode, *pair) for pair in pairs]
        else:
            terms = [
                padded(body, vector, lanes, neutral(node.opcode))
                for vector, (_, lanes) in zip(operands[0], parts, strict=True)
            ]
            values[number] = [across(body, node.opcode, terms)]
        if number in pointers.outputs and node.kind != "total":
            # At once: LLVM would move the computation down to a store that comes after a call.
            places = parts if node.kind == "full" else [("0", 1)]
            for vector, (column, lanes) in zip(values[number], places, strict=True):
                body.store(vector, body.element(pointers.outputs[number], column), lanes)
    return values


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


class _LongRows:
    def __init__(self, body: Body, kernel: RowKernel) -> None:
        self._body = body
        self._kernel = kernel
        self._stages = stages_of(kernel)
        self._whole = kernel.columns - kernel.columns % _SHORT
        self._columns: dict[int, str] = {}
        self._pointers: _Pointers

    def emit(self, body: Body, kernel: RowKernel) -> None:
        for number, node in enumerate(kernel.nodes):
            if node.kind == "total":
                place = f"%out{kernel.outputs.index(number)}"
                start = splat(neutral(node.opcode))
                self._fill(place, start)
        scalars = _scalars(body, kernel)
        with body.loop(kernel.rows) as loop:
            self._pointers = _Pointers(body, kernel, loop.index)
            self._columns = dict(scalars)
            for stage in range(self._stages.count):
                self._stage(stage)

    def _fill(self, place: str, vector: str) -> None:
        body = self._body
        with body.loop(self._whole, LANES) as loop:
            body.store(vector, body.element(place, loop.index))
        for column, lanes in _parts(self._whole, self._kernel.columns):
            body.store(vector, body.element(place, column), lanes)

    def _stage(self, stage: int) -> None:
        body, kernel = self._body, self._kernel
        self._column_nodes(stage)
        sums = [
            number
            for number, node in enumerate(kernel.nodes)
            if node.opcode in REDUCTIONS
            and node.kind == "column"
            and self._stages.stage[number] == stage + 1
        ]
        work = [
            number
            for number, node in enumerate(kernel.nodes)
            if node.kind in ("full", "total") and self._stages.stage[number] == stage
        ]
        if not sums and not work:
            return
        start = [
            (VECTOR, splat(neutral(kernel.nodes[number].opcode)))
            for number in sums
            for _ in range(_RUNNING)
        ]
        for number in (*work, *sums):
            # Read before the loop, not in every turn.
            for operand in kernel.nodes[number].operands:
                if kernel.kind_of(operand) in ("column", "scalar"):
                    self._column(operand)
        with body.loop(self._whole, _SHORT, start) as loop:
            running = list(loop.carried)
            parts = [(body.add(loop.index, k * LANES), LANES) for k in range(_RUNNING)]
            self._turn(work, sums, parts, running)
            loop.next(*running)
        running = list(loop.results)
        self._turn(work, sums, _parts(self._whole, kernel.columns), running)
        for position, number in enumerate(sums):
            vectors = running[position * _RUNNING : (position + 1) * _RUNNING]
            self._columns[number] = across(body, kernel.nodes[number].opcode, vectors)
            self._store_column(number)

    def _column_nodes(self, stage: int) -> None:
        """Numbers of the row that are computed once the reductions before this stage are there."""
        for number, node in enumerate(self._kernel.nodes):
            is_due = node.kind == "column" and self._stages.stage[number] == stage
            if is_due and node.opcode not in REDUCTIONS:
                operands = [self._column(operand) for operand in node.operands]
                self._columns[number] = compute(self._body, node.opcode, operands)
                self._store_column(number)

    def _store_column(self, number: int) -> None:
        if number in self._pointers.outputs:
            self._body.store(self._columns[number], self._pointers.outputs[number], 1)

    def _column(self, operand: int) -> str:
        if operand not in self._columns:
            kind = self._kernel.inputs[~operand]
            self._columns[operand] = self._pointers.read(~operand, kind, ("0", LANES))
        return self._columns[operand]

    def _turn(
        self, work: list[int], sums: list[int], parts: list[_Part], running: list[str]
    ) -> None:
        """Up to four vectors of the row: everything a stage does with them."""
        values: list[dict[int, str]] = [{} for _ in parts]
        divisions = [number for number in work if self._is_by_column(number)]
        if divisions:
            # One of them, since quotients that wait for the next would not fit in registers.
            last = work.index(divisions[-1])
            for part, known in zip(parts, values, strict=True):
                self._nodes(work[:last], part, known)
            self._divide(work[last], parts, values)
            work = work[last + 1 :]
        for part, known in zip(parts, values, strict=True):
            self._nodes(work, part, known)
        for position, (part, known) in enumerate(zip(parts, values, strict=True)):
            for k, number in enumerate(sums):
                node = self._kernel.nodes[number]
                vector = self._vector(node.operands[0], part, known)
                term = padded(self._body, vector, part[1], neutral(node.opcode))
                index = k * _RUNNING + position
                running[index] = combine(self._body, node.opcode, running[index], term)

    def _nodes(self, numbers: list[int], part: _Part, known: dict[int, str]) -> None:
        """Compute nodes for one vector of the row; `known` are its vectors so far."""
        for number in numbers:
            node = self._kernel.nodes[number]
            operands = [self._vector(operand, part, known) for operand in node.operands]
            if node.kind == "total":
                self._add_to_total(number, part, operands[0])
            else:
                known[number] = compute(self._body, node.opcode, operands, part[1])
                self._store(number, part, known[number])

    def _is_by_column(self, number: int) -> bool:
        """Whether a node divides a row by one number."""
        node = self._kernel.nodes[number]
        return node.opcode == "div" and self._kernel.kind_of(node.operands[1]) == "column"

    def _divide(self, number: int, parts: list[_Part], values: list[dict[int, str]]) -> None:
        """A division of all parts at once, which is skipped where there are only zeros."""
        dividend, divisor = self._kernel.nodes[number].operands
        dividends = [
            self._vector(dividend, part, known) for part, known in zip(parts, values, strict=True)
        ]
        quotients = divided(self._body, dividends, self._column(divisor))
        for part, known, quotient in zip(parts, values, quotients, strict=True):
            known[number] = quotient
            self._store(number, part, quotient)

    def _add_to_total(self, number: int, part: _Part, vector: str) -> None:
        column, lanes = part
        place = self._body.element(self._pointers.outputs[number], column)
        total = self._body.load(place, lanes)
        added = combine(self._body, self._kernel.nodes[number].opcode, total, vector)
        self._body.store(added, place, lanes)

    def _store(self, number: int, part: _Part, vector: str) -> None:
        """Store a vector that another stage or another kernel needs."""
        if number in self._kernel.outputs or number in self._stages.kept:
            column, lanes = part
            self._body.store(vector, self._body.element(self._memory(number), column), lanes)

    def _vector(self, operand: int, part: _Part, known: dict[int, str]) -> str:
        """A vector of an operand, where it is not `known` yet read from memory."""
        kind = self._kernel.kind_of(operand)
        if kind in ("column", "scalar"):
            return self._column(operand)
        if operand not in known:
            if operand < 0:
                known[operand] = self._pointers.read(~operand, kind, part)
            else:
                column, lanes = part
                place = self._body.element(self._memory(operand), column)
                known[operand] = self._body.load(place, lanes)
        return known[operand]

    def _memory(self, number: int) -> str:
        if number in self._pointers.outputs:
            return self._pointers.outputs[number]
        return f"%scratch{self._stages.kept.index(number)}"
