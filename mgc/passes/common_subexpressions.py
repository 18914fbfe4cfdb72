"""Common subexpressions: an operation that repeats an earlier one takes its result."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Hashable
from typing import Any

from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    BroadcastOp,
    ConstantOp,
    PermuteOp,
    ReduceOp,
    ReshapeOp,
    ScalarOp,
    shape_of,
)
from mgc.passes.rewriting import Rewriting, is_pure


def share_common_subexpressions(rewriting: Rewriting) -> None:
    """Compute every value once; opaque literals stay apart."""
    _share(rewriting, is_pure, apart=_opaque(rewriting))


def share_common_computations(rewriting: Rewriting, apart: Collection[SSAValue] = ()) -> None:
    """Compute every value once, but leave equal literals apart: each may be a parameter.

    Args:
        rewriting: the program.
        apart: values that are not to stand for others, nor others for them.
    """
    _share(rewriting, lambda kind: is_pure(kind) and kind is not ConstantOp, apart)


def _share(
    rewriting: Rewriting,
    may_share: Callable[[type[Operation]], bool],
    apart: Collection[SSAValue],
) -> None:
    first: dict[Hashable, SSAValue] = {}
    for operation in rewriting.operations:
        kind = type(operation)
        if not may_share(kind):
            continue
        (result,) = operation.results
        if result in apart:
            continue
        parameters = _PARAMETERS.get(kind, _attributes)
        key = (kind, parameters(operation), *operation.operands)
        earlier = first.setdefault(key, result)
        if earlier is not result:
            rewriting.replace(operation, earlier)


def _opaque(rewriting: Rewriting) -> set[SSAValue]:
    return {
        operation.result
        for operation in rewriting.operations
        if isinstance(operation, ConstantOp) and operation.is_opaque
    }


def _constant(operation: ConstantOp) -> Hashable:
    return (operation.data, shape_of(operation.result))


def _scalar(operation: ScalarOp) -> Hashable:
    # By bits: 0.0 and -0.0 are equal, and a NaN is not even equal to itself.
    bits = struct.pack("<d", operation.scalar)
    return (operation.op.data, bits, operation.scalar_on_left)


def _reduction(operation: ReduceOp) -> Hashable:
    return (operation.kind.data, operation.axis_index)


def _permutation(operation: PermuteOp) -> Hashable:
    return operation.axes


def _result_shape(operation: BroadcastOp | ReshapeOp) -> Hashable:
    return shape_of(operation.result)


def _attributes(operation: Operation) -> Hashable:
    return tuple(operation.attributes.items())


# What besides its operands decides an operation's result.
_PARAMETERS: dict[type[Operation], Callable[[Any], Hashable]] = {
    ConstantOp: _constant,
    ScalarOp: _scalar,
    ReduceOp: _reduction,
    PermuteOp: _permutation,
    BroadcastOp: _result_shape,
    ReshapeOp: _result_shape,
}
