"""Sums of matrices: the additions that a sum is made of, and its terms."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from xdsl.ir import SSAValue

from mgc.dialect import AddOp
from mgc.passes.rewriting import Rewriting

# Of a longer sum only the outer terms are looked at, which keeps passes linear in the program.
_MAX_ADDITIONS = 64


class Sum(NamedTuple):
    """A sum of terms from left to right; of its additions the outer ones come first."""

    additions: list[AddOp]
    terms: list[SSAValue]

    def leave_out(self, rewriting: Rewriting, terms: Collection[SSAValue]) -> None:
        """Add all but some of the terms; one at least must be left."""
        gone = set(terms)
        for addition in reversed(self.additions):
            kept = [operand for operand in addition.operands if operand not in gone]
            if not kept:
                gone.add(addition.result)
            elif len(kept) == 1:
                rewriting.replace(addition, kept[0])


def sums(rewriting: Rewriting) -> Iterator[Sum]:
    """The sums of a program that are no terms of others, in its order."""
    for operation in rewriting.operations:
        if isinstance(operation, AddOp):
            user = operation.result.get_user_of_unique_use()
            if not isinstance(user, AddOp):
                yield _sum(operation)


def _sum(root: AddOp) -> Sum:
    additions = [root]
    terms: list[SSAValue] = []
    pending = [root.rhs, root.lhs]
    while pending:
        operand = pending.pop()
        inner = operand.owner
        is_part = operand.has_one_use() and len(additions) < _MAX_ADDITIONS
        if isinstance(inner, AddOp) and is_part:
            additions.append(inner)
            pending += (inner.rhs, inner.lhs)
        else:
            terms.append(operand)
    return Sum(additions, terms)
