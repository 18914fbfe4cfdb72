"""The forward pass of a program that is being written: the operations of the original, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue

from autograd.request import Request
from autograd.values import Emitter, FreshNames, Value
from mgc.dialect import BroadcastOp, ConstantOp, shape_of


class Primal:
    """The forward pass: writes the program's own operations, one `let` each.

    Constants are written once, under the name that the program gave them, however often the pass
    is written.
    """

    def __init__(self, asked: Request) -> None:
        names = FreshNames(asked.program.scalars)
        self._constant_names = _constant_names(asked, names)
        self._operations = asked.operations
        self._constants: dict[SSAValue, Value] = {}
        self.emitter = Emitter(names)

    def write(self, current: Mapping[SSAValue, Value]) -> dict[SSAValue, Value]:
        """Write the pass; `current` holds values to use instead of the program's own.

        Returns:
            For each value of the program the value that stands for it in the written pass.
        """
        values: dict[SSAValue, Value] = dict(current)
        for operation in self._operations:
            result = operation.results[0]
            if result in values:
                continue
            if isinstance(operation, ConstantOp):
                values[result] = self.constant(operation)
            else:
                operands = [values[operand] for operand in operation.operands]
                values[result] = self.emitter.let_fresh("v", self._copy(operation, operands))
        return values

    def constant(self, operation: ConstantOp) -> Value:
        """The program's constant, written where it is first needed."""
        result = operation.result
        if result not in self._constants:
            name = self._constant_names.get(result) or self.emitter.names.fresh("v")
            value = self.emitter.emit(_clone(operation, []))
            self._constants[result] = self.emitter.let(name, value)
        return self._constants[result]

    def _copy(self, operation: Operation, operands: Sequence[Value]) -> Value:
        if isinstance(operation, BroadcastOp):
            # The source language stretches only operands, so a stretched matrix by itself is
            # written as a product with ones, which changes no value.
            ones = self.emitter.filled("ones", 1.0, shape_of(operation.result))
            return operands[0] * ones
        return self.emitter.emit(_clone(operation, [operand.ssa for operand in operands]))


def _clone(operation: Operation, operands: Sequence[SSAValue]) -> Operation:
    return type(operation).create(
        operands=operands,
        result_types=operation.result_types,
        attributes=operation.attributes,
    )


def _constant_names(asked: Request, names: FreshNames) -> dict[SSAValue, str]:
    """Claim every name of the program; those of literal matrices go on standing for them.

    A name that is asked for wins over another name of the same matrix, and over a shadowed `let`.
    """
    kept: dict[SSAValue, str] = {}
    bound = [(let.name, let.value) for let in asked.program.lets]
    for name, value in [*asked.parameters.items(), *bound]:
        is_unnamed_literal = isinstance(value.owner, ConstantOp) and value not in kept
        if names.claim(name) and is_unnamed_literal:
            kept[value] = name
    return kept
