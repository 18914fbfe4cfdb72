"""An independent evaluation of straight-line modules, in NumPy.

It shares no code with the rules or with code generation. A value may carry a leading batch axis:
all perturbed programs are then evaluated at once, and what no perturbation reaches is evaluated
once for all. Arrays may be complex, for derivatives by a complex step; comparisons and branches
look at the real part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    AddOp,
    BroadcastOp,
    ConstantOp,
    DivOp,
    ExpOp,
    GeOp,
    LogOp,
    MatmulOp,
    MulOp,
    NegOp,
    PermuteOp,
    ReduceOp,
    ReluOp,
    ReshapeOp,
    ScalarOp,
    SqrtOp,
    SubOp,
    TransposeOp,
    shape_of,
)

Array: TypeAlias = NDArray[Any]

# Bytes of the largest batched value: small enough to stay in a cache.
_BATCH_BYTES = 4 << 20


class Reference:
    """One value of a straight-line program, as a function of others."""

    def __init__(self, operations: Sequence[Operation], target: SSAValue) -> None:
        """`operations` in program order; `target` is the value of interest, such as the loss."""
        self._target = target
        self._operations = _needed(operations, target)
        self._values: dict[SSAValue, Array] = {}
        with np.errstate(all="ignore"):
            for operation in self._operations:
                self._values[operation.results[0]] = _evaluate(operation, self._values)

    @property
    def value(self) -> Array:
        """The target at the program's own numbers."""
        return self._values[self._target]

    def value_of(self, value: SSAValue) -> Array:
        """Another value at the program's own numbers."""
        return self._values[value]

    def depends_on(self, parameter: SSAValue) -> bool:
        """Whether the target is computed from the parameter."""
        return parameter in self._values

    def at(self, parameter: SSAValue, points: Array) -> Array:
        """The target for other values of a parameter.

        Args:
            parameter: a value of the program; how it was computed is left out of account.
            points: real or complex, shape (batch, *shape of the parameter).

        Returns:
            Shape (batch, *shape of the target).
        """
        reached = {parameter}
        dependent = []
        for operation in self._operations:
            result = operation.results[0]
            if result is not parameter and any(o in reached for o in operation.operands):
                reached.add(result)
                dependent.append(operation)
        largest = max((self._values[value].size for value in reached), default=1)
        chunk = max(1, _BATCH_BYTES // (largest * points.itemsize))
        parts = [
            self._at(parameter, points[start : start + chunk], dependent)
            for start in range(0, len(points), chunk)
        ]
        return np.concatenate(parts)

    def _at(self, parameter: SSAValue, points: Array, dependent: list[Operation]) -> Array:
        values = dict(self._values)
        values[parameter] = points
        with np.errstate(all="ignore"):
            for operation in dependent:
                values[operation.results[0]] = _evaluate(operation, values)
        result = values[self._target]
        if result.ndim == len(shape_of(self._target)):
            result = np.broadcast_to(result, (len(points), *result.shape))
        return result


def _needed(operations: Sequence[Operation], target: SSAValue) -> list[Operation]:
    wanted = {target}
    kept = []
    for operation in reversed(operations):
        if operation.results and operation.results[0] in wanted:
            wanted.update(operation.operands)
            kept.append(operation)
    return kept[::-1]


def _evaluate(operation: Operation, values: dict[SSAValue, Array]) -> Array:
    operands = [values[operand] for operand in operation.operands]
    return _EVALUATORS[type(operation)](operation, *operands)


def _constant(operation: ConstantOp) -> Array:
    return np.frombuffer(operation.data).reshape(shape_of(operation.result))


def _relu(operation: ReluOp, a: Array) -> Array:
    return np.where(a.real <= 0, 0.0, a)


def _ge(operation: GeOp, a: Array, b: Array) -> Array:
    return (a.real >= b.real).astype(np.float64)


def _real_function(
    function: Callable[[Array], Array], outside: Callable[[Array], Array]
) -> Callable[[Operation, Array], Array]:
    """A function that is NaN where its real argument lies outside its domain."""

    def evaluate(operation: Operation, a: Array) -> Array:
        if not np.iscomplexobj(a):
            return function(a)
        return np.where(outside(a.real), np.nan, function(a))

    return evaluate


def _scalar(operation: ScalarOp, a: Array) -> Array:
    k = operation.scalar
    left, right = (k, a) if operation.scalar_on_left else (a, k)
    result: Array = _ARITHMETIC[operation.op.data](left, right)
    return result


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
}


def _reduce(operation: ReduceOp, a: Array) -> Array:
    # Counted from the end, so that a batch axis in front does not matter.
    axis = operation.axis_index - 2
    if operation.kind.data == "sum":
        total: Array = a.sum(axis=axis, keepdims=True)
        return total
    # By position, since the complex numbers have no order; a NaN counts as the largest.
    return np.take_along_axis(a, a.real.argmax(axis=axis, keepdims=True), axis=axis)


def _batch(a: Array, rank: int) -> tuple[int, ...]:
    return a.shape[: a.ndim - rank]


def _broadcast(operation: BroadcastOp, a: Array) -> Array:
    return np.broadcast_to(a, (*_batch(a, 2), *shape_of(operation.result)))


def _reshape(operation: ReshapeOp, a: Array) -> Array:
    rank = len(shape_of(operation.operand))
    return a.reshape(*_batch(a, rank), *shape_of(operation.result))


def _permute(operation: PermuteOp, a: Array) -> Array:
    batch = a.ndim - len(operation.axes)
    return a.transpose(*range(batch), *(batch + axis for axis in operation.axes))


_EVALUATORS: dict[type[Operation], Callable[..., Array]] = {
    ConstantOp: _constant,
    AddOp: lambda operation, a, b: a + b,
    SubOp: lambda operation, a, b: a - b,
    MulOp: lambda operation, a, b: a * b,
    DivOp: lambda operation, a, b: a / b,
    GeOp: _ge,
    ScalarOp: _scalar,
    NegOp: lambda operation, a: -a,
    ReluOp: _relu,
    ExpOp: lambda operation, a: np.exp(a),
    LogOp: _real_function(np.log, lambda real: real < 0),
    SqrtOp: _real_function(np.sqrt, lambda real: real < 0),
    MatmulOp: lambda operation, a, b: a @ b,
    TransposeOp: lambda operation, a: a.swapaxes(-1, -2),
    ReduceOp: _reduce,
    BroadcastOp: _broadcast,
    ReshapeOp: _reshape,
    PermuteOp: _permute,
}
