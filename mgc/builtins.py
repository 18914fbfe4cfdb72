"""The built-in functions: what each takes, and the operations it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from xdsl.ir import SSAValue

from mgc import shapes
from mgc.dialect import (
    ElementwiseUnaryOperation,
    ExpOp,
    GeOp,
    LogOp,
    MatmulOp,
    PermuteOp,
    ReduceOp,
    ReluOp,
    ReshapeOp,
    ScalarOp,
    SqrtOp,
    TransposeOp,
    shape_of,
)
from mgc.operands import Builder, Operand
from mgc.shapes import DYNAMIC, Shape, ShapeError, show
from mgc.syntax import Axes

Lower: TypeAlias = Callable[[Builder, Sequence[Operand], int], SSAValue]


class Builtin(NamedTuple):
    """`most` is None for a function of any number of further arguments."""

    usage: str
    least: int
    most: int | None
    lower: Lower


def _elementwise(name: str, operation: type[ElementwiseUnaryOperation]) -> Builtin:
    def lower(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
        value = build.matrix(operands[0], f"the argument of {name}")
        return build.emit(operation(value, build.location(column)), column)

    return Builtin(f"{name}(a)", 1, 1, lower)


def _transpose(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
    value = build.matrix(operands[0], "the argument of transpose")
    return build.emit(TransposeOp(value, build.location(column)), column)


def _ge(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
    left, right = build.stretched(operands[0], operands[1], "ge", column)
    return build.emit(GeOp(left, right, build.location(column)), column)


def _reduction(name: str, axis: int, kind: str) -> Builtin:
    def lower(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
        value = build.matrix(operands[0], f"the argument of {name}")
        return build.emit(ReduceOp(value, axis, kind, build.location(column)), column)

    return Builtin(f"{name}(a)", 1, 1, lower)


def _mean(name: str, axis: int) -> Builtin:
    def lower(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
        value = build.matrix(operands[0], f"the argument of {name}")
        count = shape_of(value)[axis]
        if count == DYNAMIC:
            build.fail(
                f"{name} of a {show(shape_of(value))} matrix: the averaged dimension is '?', "
                "but its static size is needed",
                column,
            )
        total = build.emit(ReduceOp(value, axis, "sum", build.location(column)), column)
        mean = ScalarOp(total, "div", float(count), location=build.location(column))
        return build.emit(mean, column)

    return Builtin(f"{name}(a)", 1, 1, lower)


def _reshape(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
    value = build.tensor(operands[0], "the first argument of reshape")
    sizes = tuple(build.integer(operand, "a size of reshape") for operand in operands[1:])
    return _reshaped(build, value, sizes, column)


def _reshaped(build: Builder, value: SSAValue, sizes: tuple[int, ...], column: int) -> SSAValue:
    if sizes == shape_of(value):
        return value
    try:
        operation = ReshapeOp(value, sizes, build.location(column))
    except ShapeError as error:
        build.fail(str(error), column)
    return build.emit(operation, column)


def _permute(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
    value = build.tensor(operands[0], "the first argument of permute")
    axes = [build.integer(operand, "an axis of permute") for operand in operands[1:]]
    shape = shape_of(value)
    if len(axes) != len(shape):
        build.fail(
            f"permute of a {show(shape)} tensor takes its {len(shape)} axes, not {len(axes)}",
            column,
        )
    try:
        shapes.permuted(shape, axes)
    except ShapeError as error:
        build.fail(f"permute: {error}", operands[1].column)
    return _permuted(build, value, axes, column)


def _permuted(build: Builder, value: SSAValue, axes: Sequence[int], column: int) -> SSAValue:
    if list(axes) == sorted(axes):
        return value
    return build.emit(PermuteOp(value, axes, build.location(column)), column)


def _contract(build: Builder, operands: Sequence[Operand], column: int) -> SSAValue:
    """Sum over pairs of axes: free axes first in `a`, paired axes first in `b`, then a matmul."""
    a = build.tensor(operands[0], "the first argument of contract")
    b = build.tensor(operands[2], "the third argument of contract")
    paired_a = _axes(build, operands[1], a)
    paired_b = _axes(build, operands[3], b)
    shape_a, shape_b = shape_of(a), shape_of(b)
    _check_pairs(build, (shape_a, paired_a), (shape_b, paired_b), operands[3].column)
    free_a = [axis for axis in range(len(shape_a)) if axis not in paired_a]
    free_b = [axis for axis in range(len(shape_b)) if axis not in paired_b]
    try:
        rows, inner_a, inner_b, columns = (
            shapes.merged([shape[axis] for axis in axes])
            for shape, axes in (
                (shape_a, free_a),
                (shape_a, paired_a),
                (shape_b, paired_b),
                (shape_b, free_b),
            )
        )
    except ShapeError as error:
        build.fail(f"contract: {error}", column)
    left = _permuted(build, a, [*free_a, *paired_a], column)
    right = _permuted(build, b, [*paired_b, *free_b], column)
    left = _reshaped(build, left, (rows, inner_a), column)
    right = _reshaped(build, right, (inner_b, columns), column)
    product = build.emit(MatmulOp(left, right, build.location(column)), column)
    free = [shape_a[axis] for axis in free_a] + [shape_b[axis] for axis in free_b]
    return _reshaped(build, product, tuple(free) or (1, 1), column)


def _check_pairs(
    build: Builder,
    a: tuple[Shape, Sequence[int]],
    b: tuple[Shape, Sequence[int]],
    column: int,
) -> None:
    """Refuse the paired axes of two shapes if they differ in number or in size."""
    (shape_a, paired_a), (shape_b, paired_b) = a, b
    if len(paired_a) != len(paired_b):
        build.fail(
            f"contract pairs the axes of two lists of one length, not {len(paired_a)} axes "
            f"with {len(paired_b)}",
            column,
        )
    for i, k in zip(paired_a, paired_b, strict=True):
        if not shapes.same_size(shape_a[i], shape_b[k]):
            build.fail(
                f"contract pairs axis {i} of the {show(shape_a)} tensor, of size {shape_a[i]}, "
                f"with axis {k} of the {show(shape_b)} tensor, of size {shape_b[k]}",
                column,
            )


def _axes(build: Builder, operand: Operand, value: SSAValue) -> tuple[int, ...]:
    assert isinstance(operand.value, Axes)
    axes = operand.value.axes
    shape = shape_of(value)
    for position, axis in enumerate(axes):
        if axis >= len(shape):
            build.fail(
                f"axis {axis} is out of range: the axes of a {show(shape)} tensor "
                f"are 0 to {len(shape) - 1}",
                operand.column,
            )
        if axis in axes[:position]:
            build.fail(f"axis {axis} is listed twice", operand.column)
    return axes


BUILTINS: dict[str, Builtin] = {
    "relu": _elementwise("relu", ReluOp),
    "exp": _elementwise("exp", ExpOp),
    "log": _elementwise("log", LogOp),
    "sqrt": _elementwise("sqrt", SqrtOp),
    "transpose": Builtin("transpose(a)", 1, 1, _transpose),
    "ge": Builtin("ge(a, b)", 2, 2, _ge),
    "row_sum": _reduction("row_sum", 1, "sum"),
    "col_sum": _reduction("col_sum", 0, "sum"),
    "row_max": _reduction("row_max", 1, "max"),
    "col_max": _reduction("col_max", 0, "max"),
    "row_mean": _mean("row_mean", 1),
    "col_mean": _mean("col_mean", 0),
    "reshape": Builtin("reshape(a, size, ...)", 2, None, _reshape),
    "permute": Builtin("permute(a, axis, ...)", 2, None, _permute),
    "contract": Builtin("contract(a, (axes), b, (axes))", 4, 4, _contract),
}
