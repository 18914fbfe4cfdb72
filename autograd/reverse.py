"""The reverse walk: an adjoint for every value, from the loss back to the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from struct import pack

from xdsl.ir import Operation, SSAValue

from autograd.request import Request
from autograd.rules import contributions
from autograd.values import Emitter, Value, reshape
from mgc.dialect import ConstantOp, shape_of


def backward(
    emitter: Emitter, asked: Request, values: Mapping[SSAValue, Value]
) -> dict[SSAValue, Value]:
    """Write the backward pass of what was asked for, whose forward pass stands in `values`.

    Every operation is visited after all its users, so the adjoint of its result is complete when
    its rule turns it into contributions to the adjoints of its operands. What cancels
    contributes nothing.

    Returns:
        The adjoint of each value that the loss reaches along a differentiable path.
    """
    seed = emitter.emit(ConstantOp(pack("<d", 1.0), shape_of(asked.loss)))
    adjoints = {asked.loss: emitter.let_fresh("g", seed)}
    for operation in reversed(asked.operations):
        result = operation.results[0]
        if result not in adjoints or result in asked.cancelling:
            continue
        if isinstance(operation, ConstantOp):
            continue
        operands = [values[operand] for operand in operation.operands]
        before = emitter.block.last_op
        parts = contributions(operation, adjoints[result], values[result], *operands)
        _name_shared_intermediates(emitter, before)
        for operand, part in zip(operation.operands, parts, strict=True):
            if part is not None:
                if operand in adjoints:
                    part = _sum(adjoints[operand], part)
                adjoints[operand] = emitter.let_fresh("g", part)
    return adjoints


def _name_shared_intermediates(emitter: Emitter, before: Operation | None) -> None:
    """Bind what a rule computed and used more than once, so that it is written once."""
    operation = emitter.block.first_op if before is None else before.next_op
    while operation is not None:
        result = operation.results[0]
        if not isinstance(operation, ConstantOp) and result.uses and not result.has_one_use():
            emitter.let_fresh("m", Value(result, emitter))
        operation = operation.next_op


def _sum(a: Value, b: Value) -> Value:
    """`a + b` for tensors of any rank; the language adds matrices only."""
    if len(a.shape) == 2:
        return a + b
    row = (1, prod(a.shape))
    return reshape(reshape(a, row) + reshape(b, row), a.shape)
