"""The derivative of every operation: one rule each, read as a table.

A rule takes the operation, the adjoint `g` of its result, the result `r` and the operands, and
returns what it contributes to the adjoint of each operand; `None` contributes nothing. An adjoint
has the shape of the value it belongs to and is d(loss)/d(that value).

The formulas are the vector-Jacobian products of Giles, "Collected matrix derivative results for
forward and reverse mode algorithmic differentiation" (2008), for matrices, and elementary calculus
for the elementwise operations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from xdsl.ir import Operation

from autograd.errors import MissingRuleError
from autograd.values import (
    Value,
    ge,
    ones_like,
    permute,
    reshape,
    sum_over,
    transpose,
    zero,
)
from mgc.dialect import (
    AddOp,
    BroadcastOp,
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
)

Contribution: TypeAlias = Value | None
# Rules differ in the class of their operation and in their number of operands.
Rule: TypeAlias = Callable[..., tuple[Contribution, ...]]

_RULES: dict[type[Operation], Rule] = {}


def contributions(operation: Operation, g: Value, r: Value, *operands: Value) -> tuple[Any, ...]:
    """What `operation` contributes to the adjoint of each of its operands.

    Raises:
        MissingRuleError: the operation has no rule.
    """
    rule = _RULES.get(type(operation))
    if rule is None:
        raise MissingRuleError(f"{operation.name} has no derivative rule")
    return rule(operation, g, r, *operands)


def rule(operation: type[Operation]) -> Callable[[Rule], Rule]:
    """Register the decorated function as the rule of an operation."""

    def register(function: Rule) -> Rule:
        _RULES[operation] = function
        return function

    return register


# ---- element by element, two operands


@rule(AddOp)
def add(op: AddOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    return g, g


@rule(SubOp)
def sub(op: SubOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    return g, -g


@rule(MulOp)
def mul(op: MulOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    return g * b, g * a


@rule(DivOp)
def div(op: DivOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    # -(g * a) / (b * b) by the quotient that is already there: b * b would overflow at 1e200.
    return g / b, -(g * r) / b


@rule(GeOp)
def ge_(op: GeOp, g: Value, r: Value, a: Value, b: Value) -> tuple[None, None]:
    # A comparison is flat wherever it has a derivative.
    return None, None


# ---- element by element, one operand


@rule(NegOp)
def neg(op: NegOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (-g,)


@rule(ScalarOp)
def scalar(op: ScalarOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    k = op.scalar
    match op.op.data, op.scalar_on_left:
        case "add", _:
            return (g,)
        case "sub", False:
            return (g,)
        case "sub", True:
            return (-g,)
        case "mul", _:
            return (g * k,)
        case "div", False:
            return (g / k,)
        case _:
            return (-(g * r) / a,)


@rule(ExpOp)
def exp(op: ExpOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (g * r,)


@rule(LogOp)
def log(op: LogOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (g / a,)


@rule(SqrtOp)
def sqrt(op: SqrtOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (g / (r * 2.0),)


@rule(ReluOp)
def relu(op: ReluOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (g * ge(a, zero(a)),)


# ---- matrices


@rule(MatmulOp)
def matmul(op: MatmulOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    return g @ transpose(b), transpose(a) @ g


@rule(TransposeOp)
def transpose_(op: TransposeOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (transpose(g),)


@rule(ReshapeOp)
def reshape_(op: ReshapeOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    return (reshape(g, a.shape),)


@rule(PermuteOp)
def permute_(op: PermuteOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    inverse = [op.axes.index(axis) for axis in range(len(op.axes))]
    return (permute(g, inverse),)


# ---- reductions and their counterpart


@rule(ReduceOp)
def reduce(op: ReduceOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    if op.kind.data == "sum":
        return (ones_like(a) * g,)
    # Entries that attain the maximum share its adjoint equally.
    attained = ge(a, r)
    return (attained * (g / sum_over(op.axis_index, attained)),)


@rule(BroadcastOp)
def broadcast_(op: BroadcastOp, g: Value, r: Value, a: Value) -> tuple[Value]:
    for axis in (1, 0):
        if a.shape[axis] != r.shape[axis]:
            g = sum_over(axis, g)
    return (g,)
