"""Reduction kernels, in an order that is fixed here.

Along a contiguous row four running results, one a lane, take every fourth element each; at the end
lanes 0 and 2, lanes 1 and 3, and then those two are combined. Down a column the elements are taken
one after the other. Sums start from -0.0, which changes no number it is added to.
"""

from __future__ import annotations

from math import inf

from mgc.codegen.text import LANES, VECTOR, Body, splat, vector_parts
from mgc.dialect import ReduceOp, shape_of


def reduction_body(operation: ReduceOp) -> Body:
    """The kernel of a reduction: `%out`, `%in0`."""
    body = Body()
    rows, columns = shape_of(operation.operand)
    kind = operation.kind.data
    along_rows = operation.axis_index == 1
    if not along_rows and columns == 1:
        # A single column lies in memory like a single row.
        rows, columns, along_rows = 1, rows, True
    if along_rows:
        _reduce_rows(body, kind, rows, columns)
    else:
        _reduce_columns(body, kind, rows, columns)
    return body


def _neutral(kind: str) -> float:
    return -0.0 if kind == "sum" else -inf


def _combine(body: Body, kind: str, a: str, b: str) -> str:
    if kind == "sum":
        return body.value(f"fadd {VECTOR} {a}, {b}")
    return body.value(f"call {VECTOR} @llvm.maximum.v{LANES}f64({VECTOR} {a}, {VECTOR} {b})")


def _combine_scalars(body: Body, kind: str, a: str, b: str) -> str:
    if kind == "sum":
        return body.value(f"fadd double {a}, {b}")
    return body.value(f"call double @llvm.maximum.f64(double {a}, double {b})")


def _across_lanes(body: Body, kind: str, vector: str) -> str:
    lanes = [body.lane(vector, lane) for lane in range(LANES)]
    even = _combine_scalars(body, kind, lanes[0], lanes[2])
    odd = _combine_scalars(body, kind, lanes[1], lanes[3])
    return _combine_scalars(body, kind, even, odd)


def _reduce_rows(body: Body, kind: str, rows: int, columns: int) -> None:
    whole = columns - columns % LANES
    with body.loop(rows) as row:
        start = body.times(row.index, columns)
        total = splat(_neutral(kind))
        if whole:
            with body.loop(whole, LANES, [(VECTOR, total)]) as column:
                place = body.element("%in0", body.add(start, column.index))
                column.next(_combine(body, kind, column.carried[0], body.load(place)))
            total = column.results[0]
        for tail, lanes in vector_parts(columns):
            place = body.element("%in0", body.add(start, tail))
            total = _combine(body, kind, total, body.load(place, lanes, _neutral(kind)))
        body.store_scalar(_across_lanes(body, kind, total), body.element("%out", row.index))


def _reduce_columns(body: Body, kind: str, rows: int, columns: int) -> None:
    def block(column: str, lanes: int) -> None:
        with body.loop(rows, 1, [(VECTOR, splat(_neutral(kind)))]) as row:
            place = body.add(body.times(row.index, columns), column)
            element = body.load(body.element("%in0", place), lanes)
            row.next(_combine(body, kind, row.carried[0], element))
        body.store(row.results[0], body.element("%out", column), lanes)

    whole = columns - columns % LANES
    if whole:
        with body.loop(whole, LANES) as column:
            block(column.index, LANES)
    for start, lanes in vector_parts(columns):
        block(str(start), lanes)
