"""An independent evaluation of straight-line modules, in NumPy.

It shares no code with the rules or with code generation. A value may carry a leading batch axis:
all perturbed programs are then evaluated at once, and what no perturbation reaches is evaluated
once for all. Arrays may be complex, for derivatives by a complex step. Branches compare complex
numbers by their real parts and, where those are equal, by their imaginary parts, as NumPy does: at
a tie the imaginary part says to which side the value is moving, so the branch taken is the one of
that side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
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
        self._dependents: dict[SSAValue, list[_Dependent]] = {}
        self._meets_a_tie = False
        with np.errstate(all="ignore"):
            for operation in self._operations:
                self._values[operation.results[0]] = _evaluate(operation, self._values)
                self._meets_a_tie |= _is_tied(operation, self._values)

    @property
    def value(self) -> Array:
        """The target at the program's own numbers."""
        return self._values[self._target]

    @property
    def meets_a_tie(self) -> bool:
        """Whether some relu, comparison or maximum stands exactly on its edge."""
        return self._meets_a_tie

    def value_of(self, value: SSAValue) -> Array:
        """Another value at the program's own numbers."""
        return self._values[value]

    def batch_size(self, parameter: SSAValue, item_size: int) -> int:
        """How many points `at` should be given at once, with elements of so many bytes."""
        values = [parameter, *(dependent.result for dependent in self._dependents_of(parameter))]
        largest = max(prod(shape_of(value)) for value in values)
        return max(1, _BATCH_BYTES // (largest * item_size))

    def at(self, parameter: SSAValue, points: Array) -> Array:
        """The target for other values of a parameter.

        Args:
            parameter: a value of the program; how it was computed is left out of account.
            points: real or complex, shape (batch, *shape of the parameter).

        Returns:
            Shape (batch, *shape of the target).
        """
        values = {**self._values, parameter: points}
        with np.errstate(all="ignore"):
            for dependent in self._dependents_of(parameter):
                values[dependent.result] = _evaluate(dependent.operation, values)
                for value in dependent.last_uses:
                    del values[value]
        result = values[self._target]
        if result.ndim == len(shape_of(self._target)):
            result = np.broadcast_to(result, (len(points), *result.shape))
        return result

    def _dependents_of(self, parameter: SSAValue) -> list[_Dependent]:
        """What must be computed again when the parameter changes, in program order."""
        if parameter not in self._dependents:
            reached = {parameter}
            operations = []
            for operation in self._operations:
                result = operation.results[0]
                if result is not parameter and not reached.isdisjoint(operation.operands):
                    reached.add(result)
                    operations.append(operation)
            self._dependents[parameter] = _with_last_uses(operations, reached)
        return self._dependents[parameter]


@dataclass(frozen=True)
class _Dependent:
    """An operation to compute again, and the values that nothing needs after it."""

    operation: Operation
    last_uses: list[SSAValue]

    @property
    def result(self) -> SSAValue:
        return self.operation.results[0]


def _with_last_uses(operations: list[Operation], values: set[SSAValue]) -> list[_Dependent]:
    waiting = set(values)
    dependents = []
    for operation in reversed(operations):
        last_uses = waiting.intersection(operation.operands)
        waiting -= last_uses
        dependents.append(_Dependent(operation, list(last_uses)))
    return dependents[::-1]


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


def _is_tied(operation: Operation, values: dict[SSAValue, Array]) -> bool:
    """Whether a small change of the operands may change which branch is taken."""
    match operation:
        case ReluOp():
            return bool((values[operation.operand] == 0).any())
        case GeOp():
            return bool((values[operation.lhs] == values[operation.rhs]).any())
        case ReduceOp() if operation.kind.data == "max":
            attained = values[operation.operand] == values[operation.result]
            return bool((attained.sum(axis=operation.axis_index) > 1).any())
    return False


def _constant(operation: ConstantOp) -> Array:
    return np.frombuffer(operation.data).reshape(shape_of(operation.result))


def _relu(operation: ReluOp, a: Array) -> Array:
    return np.where(a <= 0, 0.0, a)


def _ge(operation: GeOp, a: Array, b: Array) -> Array:
    return (a >= b).astype(np.float64)


def _inside_domain(function: Callable[[Array], Array]) -> Callable[[Operation, Array], Array]:
    """A real function that ends at 0: a complex step has no derivative there, nor below."""

    def evaluate(operation: Operation, a: Array) -> Array:
        if not np.iscomplexobj(a):
            return function(a)
        outside = (a.real < 0) | ((a.real == 0) & (a.imag != 0))
        return np.where(outside, complex(np.nan, np.nan), function(a))

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
    function = np.sum if operation.kind.data == "sum" else np.max
    # Counted from the end, so that a batch axis in front does not matter.
    result: Array = function(a, axis=operation.axis_index - 2, keepdims=True)
    return result


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
    LogOp: _inside_domain(np.log),
    SqrtOp: _inside_domain(np.sqrt),
    MatmulOp: lambda operation, a, b: a @ b,
    TransposeOp: lambda operation, a: a.swapaxes(-1, -2),
    ReduceOp: _reduce,
    BroadcastOp: _broadcast,
    ReshapeOp: _reshape,
    PermuteOp: _permute,
}
