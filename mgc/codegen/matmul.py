"""Matrix products: blocks of rows and columns that stay in registers.

Every result element is the sum over k in order, starting from 0.0, each product added with one
rounding where the processor has a fused multiply-add and with two where it has none. Either operand
may be stored transposed. The width of the vectors changes no bit, since each lane is an element of
its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from mgc.codegen.target import Target
from mgc.codegen.text import LANES, WIDE_LANES, Body

_REGISTERS = 16
_MAX_ROWS = 6
# More wide ones make panels of 256 rows that fill the first level of cache: 5 % slower.
_MAX_VECTORS = {LANES: 4, WIDE_LANES: 2}
# As many running sums keep two multiply-add units of latency four busy and leave room for operands.
_MAX_SUMS = 12
# Fewer instructions count where there are many calls, time to compile where calls are long.
_UNROLL = {LANES: 4, WIDE_LANES: 1}
# Inner sizes up to this are unrolled completely.
_SHORT_INNER = 8
# From this many rows and inner elements on, reading the right operand from a packed panel pays.
_PACK = 64
# From this many multiply-adds on, code for wide vectors pays for the time to compile it: at 128x128
# by 128x128 it saves 0.05 ms a call, for some 10 ms once.
_LARGE = 1 << 21


@dataclass(frozen=True)
class MatmulKernel:
    """`a @ b` for RxK and KxC; a transposed operand is stored as KxR or CxK."""

    rows: int
    inner: int
    columns: int
    left_transposed: bool = False
    right_transposed: bool = False

    @property
    def label(self) -> str:
        """A name for people."""
        left = "t" if self.left_transposed else ""
        right = "t" if self.right_transposed else ""
        return f"matmul.{self.rows}x{self.inner}{left}.{self.inner}x{self.columns}{right}"

    @property
    def work(self) -> int:
        """The products of elements that a call adds up."""
        return self.rows * self.inner * self.columns

    @property
    def packs(self) -> bool:
        """Whether the columns of a block are first copied together, row by row of k."""
        return self.right_transposed or (self.inner >= _PACK and self.rows >= _PACK)

    @property
    def is_large(self) -> bool:
        """Whether code for vectors of `WIDE_LANES` pays too, where a processor has them."""
        return self.work >= _LARGE and self.columns >= WIDE_LANES

    def blocking(self, lanes: int) -> tuple[int, int]:
        """Rows and vectors of a block, for the fewest instructions."""
        vectors = -(-self.columns // lanes)
        choices = [
            (self._instructions(rows, width, vectors), -rows * width, rows, width)
            for rows in range(1, min(_MAX_ROWS, self.rows) + 1)
            for width in range(1, min(_MAX_VECTORS[lanes], vectors) + 1)
            if rows * width <= _MAX_SUMS and rows * width + width + 1 <= _REGISTERS
        ]
        _, _, rows, width = min(choices)
        return rows, width

    def _instructions(self, rows: int, width: int, vectors: int) -> int:
        total = 0
        for height, row_blocks in _blocks(self.rows, rows):
            for across, column_blocks in _blocks(vectors, width):
                turn = height * across + height + across + 1
                total += row_blocks * column_blocks * turn
        return total


def _blocks(size: int, block: int) -> list[tuple[int, int]]:
    """(size of a block, how many of it): the whole ones, and the rest."""
    blocks = [(block, size // block)] if size >= block else []
    return [*blocks, (size % block, 1)] if size % block else blocks


def matmul_scratch(kernel: MatmulKernel) -> tuple[int, ...]:
    """The sizes, in doubles, of the memory a kernel needs while it runs, at any width."""
    if not kernel.packs:
        return ()
    widths = (LANES, WIDE_LANES) if kernel.is_large else (LANES,)
    return (kernel.inner * max(_span(kernel, lanes) for lanes in widths),)


def _span(kernel: MatmulKernel, lanes: int) -> int:
    """The columns of a block."""
    return kernel.blocking(lanes)[1] * lanes


def matmul_body(
    kernel: MatmulKernel, target: Target, lanes: int = LANES, *, unroll: bool = True
) -> Body:
    """The code over `%out0`, `%in0`, `%in1` and, where it packs, `%scratch0`.

    `lanes` is the width of its vectors. Without `unroll` there is less of it to compile.
    """
    body = Body(lanes)
    rows, width = kernel.blocking(lanes)
    product = _Product(body, kernel, target.fma, unroll)
    span = _span(kernel, lanes)
    whole = kernel.columns - kernel.columns % span

    def panel(column: str, counts: list[int]) -> None:
        if kernel.packs:
            product.pack(column, counts)
        _row_blocks(
            body,
            kernel.rows,
            rows,
            lambda row, height: product.block(row, height, column, counts),
        )

    rest = kernel.columns - whole
    if whole and 0 < rest * 2 <= span:
        # Two panels of middling width instead of a wide one and one with too few running sums.
        whole -= span
        rest += span
    if whole:
        with body.loop(whole, span) as loop:
            panel(loop.index, [lanes] * width)
    vectors = [min(lanes, rest - start) for start in range(0, rest, lanes)]
    while vectors:
        count = len(vectors) if len(vectors) <= width else -(-len(vectors) // 2)
        panel(str(kernel.columns - sum(vectors)), vectors[:count])
        vectors = vectors[count:]
    return body


def _row_blocks(body: Body, rows: int, height: int, block: Callable[[str, int], None]) -> None:
    whole = rows - rows % height
    if whole:
        with body.loop(whole, height) as loop:
            block(loop.index, height)
    if rows % height:
        block(str(whole), rows % height)


@dataclass(frozen=True)
class _Strided:
    """An operand from some element on: so far to the next k, and so far to the next row or column.

    The elements of a turn are at constant distances from one address, which is computed once.
    """

    body: Body
    start: str
    to_next_k: int
    to_next: int

    def at(self, k: str) -> _Strided:
        """The operand from a later k on."""
        start = self.body.element(self.start, self.body.times(k, self.to_next_k))
        return replace(self, start=start)

    def element(self, k: int, number: int) -> str:
        """The address of an element, counted from here."""
        return self.body.element(self.start, str(k * self.to_next_k + number * self.to_next))


class _Product:
    """Emits one block of the result at a time."""

    def __init__(self, body: Body, kernel: MatmulKernel, fma: bool, unroll: bool) -> None:
        self._body = body
        self._kernel = kernel
        self._fma = fma
        whole = kernel.inner if kernel.inner <= _SHORT_INNER else _UNROLL[body.lanes]
        self._step = whole if unroll else 1
        self._panel_width = _span(kernel, body.lanes)

    def pack(self, column: str, lanes: list[int]) -> None:
        """Copy the columns of a block to the panel."""
        body, kernel = self._body, self._kernel
        if kernel.right_transposed:
            # The stored row of each column becomes a column of the panel.
            with body.loop(sum(lanes)) as j, body.loop(kernel.inner) as k:
                source = body.add(body.times(body.add(j.index, column), kernel.inner), k.index)
                target = body.add(body.times(k.index, self._panel_width), j.index)
                value = body.load_scalar(body.element("%in1", source))
                body.store_scalar(value, body.element("%scratch0", target))
            return
        with body.loop(kernel.inner) as k:
            source = body.add(body.times(k.index, kernel.columns), column)
            target = body.times(k.index, self._panel_width)
            for v, count in enumerate(lanes):
                offset = v * body.lanes
                vector = body.load(body.element("%in1", body.add(source, offset)), count)
                body.store(vector, body.element("%scratch0", body.add(target, offset)), count)

    def block(self, row: str, rows: int, column: str, lanes: list[int]) -> None:
        """The result from (row, column) on, `rows` high, with one vector for each of `lanes`."""
        body, kernel = self._body, self._kernel
        left, right = self._starts(row, column)
        sums = ["zeroinitializer"] * (rows * len(lanes))
        step = self._step
        whole = kernel.inner - kernel.inner % step
        with body.loop(whole, step, [(body.vector, zero) for zero in sums]) as loop:
            pointers = left.at(loop.index), right.at(loop.index)
            sums = loop.carried
            for k in range(step):
                sums = self._turn(*pointers, k, rows, lanes, sums)
            loop.next(*sums)
        sums = loop.results
        if whole < kernel.inner:
            pointers = left.at(str(whole)), right.at(str(whole))
        for k in range(kernel.inner - whole):
            sums = self._turn(*pointers, k, rows, lanes, sums)
        place = body.element("%out0", body.add(body.times(row, kernel.columns), column))
        for r in range(rows):
            for v, count in enumerate(lanes):
                address = body.element(place, str(r * kernel.columns + v * body.lanes))
                body.store(sums[r * len(lanes) + v], address, count)

    def _starts(self, row: str, column: str) -> tuple[_Strided, _Strided]:
        """Both operands where a block begins."""
        body, kernel = self._body, self._kernel
        if kernel.left_transposed:
            left = _Strided(body, body.element("%in0", row), kernel.rows, 1)
        else:
            start = body.element("%in0", body.times(row, kernel.inner))
            left = _Strided(body, start, 1, kernel.inner)
        if kernel.packs:
            right = _Strided(body, "%scratch0", self._panel_width, 1)
        else:
            right = _Strided(body, body.element("%in1", column), kernel.columns, 1)
        return left, right

    def _turn(
        self,
        left: _Strided,
        right: _Strided,
        k: int,
        rows: int,
        lanes: list[int],
        sums: list[str],
    ) -> list[str]:
        """Add the products of one k."""
        body = self._body
        vectors = [
            body.load(right.element(k, v * body.lanes), count) for v, count in enumerate(lanes)
        ]
        following = []
        for r in range(rows):
            factor = body.spread(body.load_scalar(left.element(k, r)))
            for v, vector in enumerate(vectors):
                following.append(self._accumulate(sums[r * len(lanes) + v], factor, vector))
        return following

    def _accumulate(self, total: str, a: str, b: str) -> str:
        body = self._body
        vector = body.vector
        if self._fma:
            operands = f"{vector} {a}, {vector} {b}, {vector} {total}"
            return body.value(f"call {vector} @llvm.fma.v{body.lanes}f64({operands})")
        product = body.value(f"fmul {vector} {a}, {b}")
        return body.value(f"fadd {vector} {total}, {product}")
