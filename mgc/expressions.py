"""Expressions to operations: a stack evaluates the postfix steps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from xdsl.ir import BlockArgument, SSAValue

from mgc import shapes
from mgc.builtins import BUILTINS
from mgc.dialect import (
    AddOp,
    CallOp,
    CastOp,
    ConstantOp,
    DivOp,
    ElementwiseBinaryOperation,
    FuncOp,
    MatmulOp,
    MulOp,
    NegOp,
    ScalarOp,
    SubOp,
    shape_of,
    tensor_type,
)
from mgc.names import unknown_function, unknown_name
from mgc.operands import Builder, Operand
from mgc.program import parameter_name
from mgc.shapes import DYNAMIC, ShapeError, show
from mgc.syntax import Axes, Binary, Call, Expression, Matrix, Name, Negate, Number

_ELEMENTWISE: dict[str, tuple[str, type[ElementwiseBinaryOperation]]] = {
    "+": ("add", AddOp),
    "-": ("sub", SubOp),
    "*": ("mul", MulOp),
    "/": ("div", DivOp),
}
_FOLD: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class ExpressionLowering:
    """Lowers the expressions of one function body, or of the program itself."""

    def __init__(
        self,
        build: Builder,
        scope: Mapping[str, SSAValue | float],
        functions: Mapping[str, FuncOp],
        *,
        hidden: Mapping[str, SSAValue | float] | None = None,
        defining: str | None = None,
    ) -> None:
        """In the body of the function `defining`, `hidden` is the program's scope."""
        self._build = build
        self._scope = scope
        self._functions = functions
        self._hidden = hidden or {}
        self._defining = defining

    def lower(self, expression: Expression) -> Operand:
        """The value of an expression; its operations are appended in evaluation order.

        Raises:
            ProgramError: names, counts or shapes do not fit.
        """
        stack: list[Operand] = []
        # Types compared and steps unpacked, most frequent first: class patterns take twice as long.
        for step in expression:
            if type(step) is Name:
                name, column = step
                stack.append(Operand(self._named(name, column), column))
            elif type(step) is Binary:
                symbol, column = step
                right = stack.pop()
                left = stack.pop()
                stack.append(Operand(self._binary(symbol, left, right, column), left.column))
            elif type(step) is Number:
                stack.append(Operand(*step))
            elif type(step) is Call:
                function, count, column = step
                first = len(stack) - count
                operands = stack[first:]
                del stack[first:]
                stack.append(Operand(self._call(function, operands, column), column))
            elif type(step) is Matrix:
                data, shape, column = step
                constant = ConstantOp(data, shape, self._build.location(column))
                stack.append(Operand(self._build.emit(constant, column), column))
            elif type(step) is Negate:
                stack.append(Operand(self._negate(stack.pop(), step.column), step.column))
            elif type(step) is Axes:
                stack.append(Operand(step, step.column))
        return stack.pop()

    def _named(self, name: str, column: int) -> SSAValue | float:
        value = self._scope.get(name)
        if value is None:
            functions = [*BUILTINS, *self._functions]
            self._build.fail(unknown_name(name, self._scope, self._hidden, functions), column)
        return value

    def _negate(self, operand: Operand, column: int) -> SSAValue | float:
        if isinstance(operand.value, float):
            return -operand.value
        value = self._build.matrix(operand, "the operand of unary '-'")
        return self._build.emit(NegOp(value, self._build.location(column)), column)

    def _binary(self, symbol: str, left: Operand, right: Operand, column: int) -> SSAValue | float:
        if symbol == "@":
            return self._matmul(left, right, column)
        a, b = left.value, right.value
        if isinstance(a, float) and isinstance(b, float):
            if symbol == "/" and b == 0:
                self._build.fail("division of a scalar by 0", column)
            return _FOLD[symbol](a, b)
        name, operation = _ELEMENTWISE[symbol]
        location = self._build.location(column)
        if isinstance(b, float):
            value = self._build.matrix(left, f"the left operand of '{symbol}'")
            return self._build.emit(ScalarOp(value, name, b, False, location), column)
        if isinstance(a, float):
            value = self._build.matrix(right, f"the right operand of '{symbol}'")
            return self._build.emit(ScalarOp(value, name, a, True, location), column)
        x, y = self._build.stretched(left, right, f"'{symbol}'", column)
        return self._build.emit(operation(x, y, location), column)

    def _matmul(self, left: Operand, right: Operand, column: int) -> SSAValue:
        for operand in (left, right):
            if isinstance(operand.value, float):
                self._build.fail("'@' multiplies two matrices; use '*' with a scalar", column)
        a = self._build.matrix(left, "the left operand of '@'")
        b = self._build.matrix(right, "the right operand of '@'")
        try:
            operation = MatmulOp(a, b, self._build.location(column))
        except ShapeError as error:
            self._build.fail(str(error), column)
        return self._build.emit(operation, column)

    def _call(self, name: str, operands: list[Operand], column: int) -> SSAValue:
        builtin = BUILTINS.get(name)
        if builtin is not None:
            few = len(operands) < builtin.least
            if few or (builtin.most is not None and len(operands) > builtin.most):
                given = _count(len(operands), "argument")
                self._build.fail(f"{name} has {given}; its form is {builtin.usage}", column)
            return builtin.lower(self._build, operands, column)
        function = self._functions.get(name)
        if function is None:
            reason = unknown_function(
                name,
                self._build.source,
                defining=self._defining,
                scope=self._scope,
                functions=[*BUILTINS, *self._functions],
            )
            self._build.fail(reason, column)
        return self._call_defined(name, function, operands, column)

    def _call_defined(
        self, name: str, function: FuncOp, operands: list[Operand], column: int
    ) -> SSAValue:
        parameters = function.body.block.args
        if len(parameters) != len(operands):
            names = ", ".join(map(parameter_name, parameters))
            self._build.fail(
                f"'{name}' takes {_count(len(parameters), 'argument')} ({names}), "
                f"not {len(operands)}",
                column,
            )
        arguments = [
            self._argument(name, parameter, operand)
            for parameter, operand in zip(parameters, operands, strict=True)
        ]
        call = CallOp(name, arguments, function.function_type.outputs.data)
        call.location = self._build.location(column)
        return self._build.emit(call, column)

    def _argument(self, function: str, parameter: BlockArgument, operand: Operand) -> SSAValue:
        """The operand, cast where a static size meets a `?`."""
        what = f"the argument for '{parameter_name(parameter)}' of '{function}'"
        value = self._build.matrix(operand, what)
        wanted, actual = shape_of(parameter), shape_of(value)
        if wanted == actual:
            return value
        if not shapes.compatible(wanted, actual):
            self._build.fail(f"{what} must be {show(wanted)}, not {show(actual)}", operand.column)
        if any(a == DYNAMIC and w != DYNAMIC for a, w in zip(actual, wanted, strict=True)):
            self._build.fail(
                f"{what} must be {show(wanted)}, but {show(actual)} has a '?' "
                "where a static size is needed",
                operand.column,
            )
        cast = CastOp(value, tensor_type(wanted))
        cast.location = self._build.location(operand.column)
        return self._build.emit(cast, operand.column)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
