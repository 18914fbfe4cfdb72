"""LLVM IR of row kernels.

Short rows stay in registers from the inputs to the outputs. Long rows are passed over once for each
stage, several vectors a turn.
"""

from __future__ import annotations

from mgc.codegen.rows import LIBRARY, REDUCTIONS, Kind, RowKernel
from mgc.codegen.stages import stages_of
from mgc.codegen.text import LANES, VECTOR, Body, splat
from mgc.codegen.vectors import across, combine, compute, neutral, padded

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
            for k in range(_RUNNING):
                part = (body.add(loop.index, k * LANES), LANES)
                self._part(stage, work, sums, part, running, k)
            loop.next(*running)
        running = list(loop.results)
        for k, part in enumerate(_parts(self._whole, kernel.columns)):
            self._part(stage, work, sums, part, running, k)
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

    def _part(
        self,
        stage: int,
        work: list[int],
        sums: list[int],
        part: _Part,
        running: list[str],
        position: int,
    ) -> None:
        """One vector of the row: everything this stage does with it."""
        body, kernel = self._body, self._kernel
        column, lanes = part
        values: dict[int, str] = {}

        def vector(operand: int) -> str:
            if kernel.kind_of(operand) in ("column", "scalar"):
                return self._column(operand)
            if operand not in values:
                if operand < 0:
                    values[operand] = self._pointers.read(~operand, kernel.inputs[~operand], part)
                else:
                    place = body.element(self._memory(operand), column)
                    values[operand] = body.load(place, lanes)
            return values[operand]

        for number in work:
            node = kernel.nodes[number]
            if node.kind == "total":
                place = body.element(self._pointers.outputs[number], column)
                total = body.load(place, lanes)
                added = combine(body, node.opcode, total, vector(node.operands[0]))
                body.store(added, place, lanes)
                continue
            operands = [vector(operand) for operand in node.operands]
            values[number] = compute(body, node.opcode, operands, lanes)
            if number in kernel.outputs or number in self._stages.kept:
                body.store(values[number], body.element(self._memory(number), column), lanes)
        for k, number in enumerate(sums):
            node = kernel.nodes[number]
            term = padded(body, vector(node.operands[0]), lanes, neutral(node.opcode))
            index = k * _RUNNING + position
            running[index] = combine(body, node.opcode, running[index], term)

    def _memory(self, number: int) -> str:
        if number in self._pointers.outputs:
            return self._pointers.outputs[number]
        return f"%scratch{self._stages.kept.index(number)}"
