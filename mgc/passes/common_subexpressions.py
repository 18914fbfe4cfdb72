"""Common subexpressions: an operation that repeats an earlier one takes its result."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable

from xdsl.ir import Operation, SSAValue
from xdsl.traits import Pure

from mgc.dialect import (
    BroadcastOp,
    ConstantOp,
    PermuteOp,
    ReduceOp,
    ReshapeOp,
    ScalarOp,
    shape_of,
)
from mgc.passes.rewriting import Rewriting


def share_common_subexpressions(rewriting: Rewriting) -> None:
    """Compute every value once."""
    _share(rewriting, lambda operation: operation.has_trait(Pure))


def share_common_computations(rewriting: Rewriting) -> None:
    """Compute every value once, but leave equal literals apart: each may be a parameter."""
    _share(
        rewriting,
        lambda operation: operation.has_trait(Pure) and not isinstance(operation, ConstantOp),
    )


def _share(rewriting: Rewriting, may_share: Callable[[Operation], bool]) -> None:
    first: dict[Hashable, SSAValue] = {}
    for operation in rewriting.operations:
        if not may_share(operation):
            continue
        (result,) = operation.results
        key = (type(operation), _parameters(operation), *operation.operands)
        earlier = first.setdefault(key, result)
        if earlier is not result:
            rewriting.replace(operation, earlier)


def _parameters(operation: Operation) -> Hashable:
    """What besides its operands decides an operation's result."""
    match operation:
        case ConstantOp():
            return (operation.data, shape_of(operation.result))
        case ScalarOp():
            # By bits: 0.0 and -0.0 are equal, and a NaN is not even equal to itself.
            bits = struct.pack("<d", operation.scalar)
            return (operation.op.data, bits, operation.scalar_on_left)
        case ReduceOp():
            return (operation.kind.data, operation.axis_index)
        case PermuteOp():
            return operation.axes
        case BroadcastOp() | ReshapeOp():
            return shape_of(operation.result)
        case _:
            return tuple(operation.attributes.items())
