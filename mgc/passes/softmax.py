"""Softmaxes, found by their parts: exponentials, their sum, and the quotient of the two."""

from __future__ import annotations

from typing import NamedTuple, TypeGuard

from xdsl.ir import SSAValue

from mgc.dialect import DivOp, ExpOp, GeOp, ReduceOp, SubOp, unstretched


class Softmax(NamedTuple):
    """The softmax of the rows of a matrix, or of its columns if the axis is 0."""

    matrix: SSAValue
    maximum: SSAValue
    axis: int

    def is_exponential(self, value: SSAValue) -> bool:
        """Whether it is exp(matrix - maximum)."""
        if not isinstance(value.owner, ExpOp) or not isinstance(value.owner.operand.owner, SubOp):
            return False
        shifted, shift = value.owner.operand.owner.operands
        return shifted is self.matrix and unstretched(shift) is self.maximum

    def is_sum(self, value: SSAValue) -> bool:
        """Whether it is the sum of the exponentials."""
        total = value.owner
        return is_row_sum(total, self.axis) and self.is_exponential(total.operand)

    def is_probability(self, value: SSAValue) -> bool:
        """Whether it is the exponentials over their sum."""
        quotient = value.owner
        return (
            isinstance(quotient, DivOp)
            and self.is_exponential(quotient.lhs)
            and self.is_sum(unstretched(quotient.rhs))
        )


def softmax_by_mask(mask: SSAValue) -> Softmax | None:
    """The softmax whose maximum a mask shows the places of, whether or not it is computed."""
    if not isinstance(mask.owner, GeOp):
        return None
    return _softmax(*mask.owner.operands)


def softmax_by_sum(value: SSAValue) -> Softmax | None:
    """The softmax that a value is the sum of exponentials of."""
    total = value.owner
    if not isinstance(total, ReduceOp) or not isinstance(total.operand.owner, ExpOp):
        return None
    exponent = total.operand.owner.operand.owner
    softmax = _softmax(*exponent.operands) if isinstance(exponent, SubOp) else None
    return softmax if softmax is not None and softmax.is_sum(value) else None


def is_softmax(value: SSAValue) -> bool:
    """Whether it is exp(z - max(z)) over the sum of that."""
    if not isinstance(value.owner, DivOp):
        return False
    softmax = softmax_by_sum(unstretched(value.owner.rhs))
    return softmax is not None and softmax.is_probability(value)


def is_row_sum(operation: object, axis: int) -> TypeGuard[ReduceOp]:
    """Whether it adds up each row, or each column if the axis is 0."""
    return (
        isinstance(operation, ReduceOp)
        and operation.kind.data == "sum"
        and operation.axis_index == axis
    )


def _softmax(matrix: SSAValue, stretched: SSAValue) -> Softmax | None:
    """The softmax of a matrix by its maximum, stretched."""
    maximum = unstretched(stretched)
    reduction = maximum.owner
    if not isinstance(reduction, ReduceOp) or reduction.kind.data != "max":
        return None
    return Softmax(matrix, maximum, reduction.axis_index) if reduction.operand is matrix else None
