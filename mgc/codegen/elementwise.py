"""Elementwise kernels: every result element from the elements at its place in the operands.

An operand of a broadcast is read where it lies: a row once for every row, a column spread over
every column.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.ir import Operation

from mgc.codegen.target import Target
from mgc.codegen.text import LANES, VECTOR, Body, splat, vector_parts
from mgc.dialect import (
    AddOp,
    BroadcastOp,
    DivOp,
    ExpOp,
    GeOp,
    LogOp,
    MulOp,
    NegOp,
    ReluOp,
    ScalarOp,
    SqrtOp,
    SubOp,
    shape_of,
)
from mgc.shapes import Shape

_INSTRUCTIONS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_BINARY: dict[type[Operation], str] = {
    AddOp: "fadd",
    SubOp: "fsub",
    MulOp: "fmul",
    DivOp: "fdiv",
}
ELEMENTWISE: frozenset[type[Operation]] = frozenset(
    [*_BINARY, GeOp, ScalarOp, NegOp, ReluOp, ExpOp, LogOp, SqrtOp, BroadcastOp]
)


def elementwise_body(operation: Operation, target: Target) -> Body:
    """The kernel of an elementwise operation: `%out`, then `%in0`, ... in operand order."""
    body = Body()
    shape = shape_of(operation.results[0])
    rows, columns = _iteration(shape, [shape_of(operand) for operand in operation.operands])

    def vector(row: str, column: str, lanes: int) -> None:
        operands = [
            _read(body, f"%in{k}", shape_of(operand), (rows, columns), row, column, lanes)
            for k, operand in enumerate(operation.operands)
        ]
        result = _compute(body, operation, operands, target)
        place = body.add(body.times(row, columns), column) if row != "0" else column
        body.store(result, body.element("%out", place), lanes)

    if rows == 1:
        _columns(body, columns, lambda column, lanes: vector("0", column, lanes))
    else:
        with body.loop(rows) as loop:
            _columns(body, columns, lambda column, lanes: vector(loop.index, column, lanes))
    return body


def _iteration(shape: Shape, operands: list[Shape]) -> tuple[int, int]:
    """Rows and columns to go through: one long row where no operand is stretched along one."""
    if all(operand == shape or prod(operand) == 1 for operand in operands):
        return 1, prod(shape)
    rows, columns = shape
    return rows, columns


def _columns(body: Body, columns: int, vector: Callable[[str, int], None]) -> None:
    whole = columns - columns % LANES
    if whole > LANES:
        with body.loop(whole, LANES) as loop:
            vector(loop.index, LANES)
    elif whole:
        vector("0", LANES)
    for start, lanes in vector_parts(columns):
        vector(str(start), lanes)


def _read(
    body: Body,
    base: str,
    shape: Shape,
    iteration: tuple[int, int],
    row: str,
    column: str,
    lanes: int,
) -> str:
    """The operand's elements at a place of the result."""
    rows, columns = iteration
    if prod(shape) == 1 and rows * columns != 1:
        return body.spread(body.load_scalar(base))
    if rows == 1:
        return body.load(body.element(base, column), lanes)
    if shape == (rows, 1) and columns != 1:
        return body.spread(body.load_scalar(body.element(base, row)))
    if shape == (1, columns):
        return body.load(body.element(base, column), lanes)
    place = body.add(body.times(row, columns), column)
    return body.load(body.element(base, place), lanes)


def _compute(body: Body, operation: Operation, operands: list[str], target: Target) -> str:
    if isinstance(operation, BroadcastOp):
        return operands[0]
    if type(operation) in _BINARY:
        instruction = _BINARY[type(operation)]
        return body.value(f"{instruction} {VECTOR} {operands[0]}, {operands[1]}")
    if isinstance(operation, GeOp):
        mask = body.value(f"fcmp oge {VECTOR} {operands[0]}, {operands[1]}")
        return body.value(f"uitofp <{LANES} x i1> {mask} to {VECTOR}")
    if isinstance(operation, ScalarOp):
        pair = [operands[0], splat(operation.scalar)]
        left, right = reversed(pair) if operation.scalar_on_left else pair
        return body.value(f"{_INSTRUCTIONS[operation.op.data]} {VECTOR} {left}, {right}")
    if isinstance(operation, NegOp):
        return body.value(f"fneg {VECTOR} {operands[0]}")
    if isinstance(operation, ReluOp):
        # Not "where positive": that would turn a NaN into 0.
        mask = body.value(f"fcmp ole {VECTOR} {operands[0]}, {splat(0.0)}")
        return body.value(
            f"select <{LANES} x i1> {mask}, {VECTOR} {splat(0.0)}, {VECTOR} {operands[0]}"
        )
    if isinstance(operation, SqrtOp):
        return body.value(f"call {VECTOR} @llvm.sqrt.v{LANES}f64({VECTOR} {operands[0]})")
    name = "exp" if isinstance(operation, ExpOp) else "log"
    return _library(body, name, operands[0], target)


def _library(body: Body, name: str, vector: str, target: Target) -> str:
    if target.vector_math:
        return body.value(f"call {VECTOR} @_ZGVdN4v_{name}({VECTOR} {vector})")
    result = "poison"
    for lane in range(LANES):
        value = body.value(f"call double @{name}(double {body.lane(vector, lane)})")
        result = body.value(f"insertelement {VECTOR} {result}, double {value}, i64 {lane}")
    return result
