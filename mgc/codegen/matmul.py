"""The matrix product: blocks of rows and columns that stay in registers.

Every result element is the sum over k in order, each product added with one rounding where the
processor has a fused multiply-add and with two where it has none.
"""

from __future__ import annotations

from mgc.codegen.target import Target
from mgc.codegen.text import LANES, VECTOR, Body, splat
from mgc.dialect import MatmulOp, shape_of

# Eight running vectors, two loads and four spread elements fit the sixteen vector registers.
_ROWS = 4
_VECTORS = 2


def matmul_body(operation: MatmulOp, target: Target) -> Body:
    """The kernel of `a @ b`: `%out`, `%in0` for a, `%in1` for b."""
    body = Body()
    rows, inner = shape_of(operation.lhs)
    columns = shape_of(operation.rhs)[1]
    product = _Product(body, inner, columns, target.fma)
    width = LANES * _VECTORS
    whole = columns - columns % width
    if whole:
        with body.loop(whole, width) as panel:
            _row_blocks(product, rows, panel.index, [LANES] * _VECTORS)
    rest = columns - whole
    if rest:
        lanes = [LANES] * (rest // LANES) + ([rest % LANES] if rest % LANES else [])
        _row_blocks(product, rows, str(whole), lanes)
    return body


def _row_blocks(product: _Product, rows: int, column: str, lanes: list[int]) -> None:
    body = product.body
    whole = rows - rows % _ROWS
    if whole:
        with body.loop(whole, _ROWS) as block:
            product.block(block.index, _ROWS, column, lanes)
    if rows % _ROWS:
        product.block(str(whole), rows % _ROWS, column, lanes)


class _Product:
    """Emits one block of the result at a time."""

    def __init__(self, body: Body, inner: int, columns: int, fma: bool) -> None:
        self.body = body
        self._inner = inner
        self._columns = columns
        self._fma = fma

    def block(self, row: str, rows: int, column: str, lanes: list[int]) -> None:
        """The result from (row, column) on, `rows` high, with one vector for each of `lanes`."""
        body = self.body
        starts = [
            body.element("%in0", body.times(body.add(row, r), self._inner)) for r in range(rows)
        ]
        zeros = [(VECTOR, splat(-0.0))] * (rows * len(lanes))
        with body.loop(self._inner, 1, zeros) as k:
            right = body.add(body.times(k.index, self._columns), column)
            vectors = [
                body.load(body.element("%in1", body.add(right, v * LANES)), count)
                for v, count in enumerate(lanes)
            ]
            totals = []
            for r in range(rows):
                left = body.spread(body.load_scalar(body.element(starts[r], k.index)))
                for v, vector in enumerate(vectors):
                    total = k.carried[r * len(lanes) + v]
                    totals.append(self._accumulate(total, left, vector))
            k.next(*totals)
        for r in range(rows):
            place = body.add(body.times(body.add(row, r), self._columns), column)
            for v, count in enumerate(lanes):
                total = k.results[r * len(lanes) + v]
                body.store(total, body.element("%out", body.add(place, v * LANES)), count)

    def _accumulate(self, total: str, a: str, b: str) -> str:
        if self._fma:
            return self.body.value(
                f"call {VECTOR} @llvm.fma.v{LANES}f64({VECTOR} {a}, {VECTOR} {b}, {VECTOR} {total})"
            )
        product = self.body.value(f"fmul {VECTOR} {a}, {b}")
        return self.body.value(f"fadd {VECTOR} {total}, {product}")
