"""The memory of row kernels: where the values of a row lie, read and written a vector at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mgc.codegen.rows import Kind, RowKernel
from mgc.codegen.text import LANES, Body


class Part(NamedTuple):
    """A vector of a row: the index of its first element, as text, and its number of lanes."""

    start: str
    lanes: int = LANES


# Where the one number of a column or a scalar lies in a row.
_NUMBER = Part("0", 1)


def parts_between(start: int, stop: int) -> list[Part]:
    """The columns from `start` up to `stop` as vectors, the last one perhaps with fewer lanes."""
    return [Part(str(column), min(LANES, stop - column)) for column in range(start, stop, LANES)]


class RowMemory:
    """What a kernel reads and writes of one row; `index` is the row's.

    Inputs and nodes go by their operand number. `kept` are the nodes with a row of scratch memory.
    """

    def __init__(self, body: Body, kernel: RowKernel, index: str, kept: Sequence[int] = ()) -> None:
        self._body = body
        offsets: dict[Kind, str] = {"full": body.times(index, kernel.columns), "column": index}

        def start(base: str, kind: Kind) -> str:
            return body.element(base, offsets.get(kind, "0"))

        self._starts = {~j: start(f"%in{j}", kind) for j, kind in enumerate(kernel.inputs)}
        for k, number in enumerate(kernel.outputs):
            self._starts[number] = start(f"%out{k}", kernel.nodes[number].kind)
        for k, number in enumerate(kept):
            self._starts[number] = f"%scratch{k}"

    def address(self, operand: int, part: Part) -> str:
        """Where a vector of the row begins."""
        return self._body.element(self._starts[operand], part.start)

    def read(self, operand: int, part: Part) -> str:
        """A vector of the row."""
        return self._body.load(self.address(operand, part), part.lanes)

    def read_number(self, operand: int) -> str:
        """The number of a column or a scalar, in every lane."""
        return self._body.spread(self._body.load_scalar(self._starts[operand]))

    def write(self, number: int, part: Part, vector: str) -> None:
        """Store a vector of a node's row, if the node has memory."""
        if number in self._starts:
            self._body.store(vector, self.address(number, part), part.lanes)

    def write_number(self, number: int, vector: str) -> None:
        """Store the number of a column, if the node has memory."""
        self.write(number, _NUMBER, vector)


def read_scalars(body: Body, kernel: RowKernel) -> dict[int, str]:
    """The scalar inputs by operand, each in every lane of a vector."""
    return {
        ~j: body.spread(body.load_scalar(f"%in{j}"))
        for j, kind in enumerate(kernel.inputs)
        if kind == "scalar"
    }


def write_total(body: Body, kernel: RowKernel, number: int, part: Part, vector: str) -> None:
    """Store a vector of a total, which lies in one place whatever the row."""
    base = f"%out{kernel.outputs.index(number)}"
    body.store(vector, body.element(base, part.start), part.lanes)
