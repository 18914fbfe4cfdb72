"""From source to the `mg` module: one function a definition, then `@main`."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue

from mgc.builtins import BUILTINS
from mgc.collector import collector_paused
from mgc.dialect import FuncOp, PrintOp, ReturnOp, main_function, tensor_type
from mgc.expressions import ExpressionLowering
from mgc.operands import Builder
from mgc.parser import parse_program
from mgc.program import Let, Print, Program, Statement, name_parameter
from mgc.source import Source
from mgc.syntax import Axes, Definition, LetStatement, PrintStatement


def analyse(source: Source) -> Program:
    """Read a program: check it, and build its module.

    Raises:
        ProgramError: a mistake in the program, with its place; of several the first.
    """
    with collector_paused():
        return _Analysis(source).program()


class _Analysis:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._functions: dict[str, FuncOp] = {}
        self._definition_lines: dict[str, int] = {}
        self._scope: dict[str, SSAValue | float] = {}
        self._scalars: dict[str, float] = {}
        self._statements: list[Statement] = []
        self._build = Builder(source, Block())
        self._lowering = ExpressionLowering(self._build, self._scope, self._functions)

    def program(self) -> Program:
        for statement in parse_program(self._source):
            match statement:
                case LetStatement():
                    self._let(statement)
                case PrintStatement():
                    self._print(statement)
                case Definition():
                    self._define(statement)
        module = ModuleOp([*self._functions.values(), main_function(self._build.block)])
        return Program(self._source, module, self._statements, self._scalars)

    def _let(self, statement: LetStatement) -> None:
        self._build.line = statement.line
        value = self._lowering.lower(statement.expression).value
        assert not isinstance(value, Axes)
        self._scope[statement.name] = value
        if isinstance(value, float):
            self._scalars[statement.name] = value
        else:
            self._statements.append(Let(statement.name, value, statement.line))

    def _print(self, statement: PrintStatement) -> None:
        self._build.line = statement.line
        operand = self._lowering.lower(statement.expression)
        value = self._build.tensor(operand, "what is printed")
        operation = PrintOp(value, self._build.location(statement.column))
        self._build.block.add_op(operation)
        self._statements.append(Print(operation, statement.line))

    def _define(self, statement: Definition) -> None:
        block = Block(
            arg_types=[tensor_type(parameter.shape) for parameter in statement.parameters]
        )
        build = Builder(self._source, block)
        build.line = statement.line
        self._refuse_name(statement, build)
        scope: dict[str, SSAValue | float] = {}
        for parameter, argument in zip(statement.parameters, block.args, strict=True):
            name_parameter(argument, parameter.name)
            scope[parameter.name] = argument
        lowering = ExpressionLowering(
            build, scope, self._functions, hidden=self._scope, defining=statement.name
        )
        operand = lowering.lower(statement.expression)
        result = build.matrix(operand, f"the result of '{statement.name}'")
        returned = ReturnOp(result)
        returned.location = build.location(statement.column)
        block.add_op(returned)
        types = ([argument.type for argument in block.args], [result.type])
        function = FuncOp(statement.name, types, Region(block))
        function.location = build.location(statement.column)
        self._functions[statement.name] = function
        self._definition_lines[statement.name] = statement.line

    def _refuse_name(self, statement: Definition, build: Builder) -> None:
        name, column = statement.name, statement.column
        if name in BUILTINS:
            build.fail(f"'{name}' is a built-in function and cannot be defined again", column)
        if name in self._functions:
            line = self._definition_lines[name]
            build.fail(f"'{name}' is already defined, on line {line}", column)
        if name == "main":
            build.fail("'main' is the program itself and cannot be defined", column)
