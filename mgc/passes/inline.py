"""Inlining: a program as one straight line of operations with static shapes.

Every call is replaced by the operations of its function, for the sizes of that call; so a `?` is
checked once as a `?` by the front end and once for every call here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, i32
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from mgc import shapes
from mgc.dialect import (
    AbortOp,
    BroadcastOp,
    ElementwiseBinaryOperation,
    MatmulOp,
    PermuteOp,
    PrintOp,
    ReduceOp,
    TransposeOp,
    shape_of,
    tensor_type,
)
from mgc.errors import ProgramError
from mgc.program import Let, Print, Program, Statement
from mgc.shapes import Shape, show

# Calls of calls can multiply; past this many operations a program is refused, not attempted.
MAX_OPERATIONS = 5_000_000


def inline(program: Program) -> Program:
    """The program without calls; the same object where there is nothing to do.

    Where the sizes of a call disagree, the result ends in a `mg.abort` at that place.

    Raises:
        ProgramError: it would grow past `MAX_OPERATIONS`, or a tensor past what can be computed.
    """
    if not any(isinstance(operation, CallOp) for operation in program.operations):
        return program
    functions = {function.sym_name.data: function for function in program.functions}
    _check_size(program, functions)
    return _Inlining(program, functions).program()


def _check_size(program: Program, functions: dict[str, FuncOp]) -> None:
    sizes: dict[str, int] = {}
    for function in [*functions.values(), program.main]:
        size = 0
        for operation in function.body.block.ops:
            size += sizes[_callee(operation)] if isinstance(operation, CallOp) else 1
            if size > MAX_OPERATIONS:
                line, column = _place(operation)
                raise ProgramError(
                    f"written without calls the program has more than {MAX_OPERATIONS:,} "
                    "operations; let a function call others fewer times",
                    program.source,
                    line,
                    column,
                )
        sizes[function.sym_name.data] = size


@dataclass
class _Frame:
    """A function body being inlined."""

    operations: Iterator[Operation]
    values: dict[SSAValue, SSAValue]
    call: CallOp | None


class _AbortedError(Exception):
    """The sizes of a call disagree."""


class _Inlining:
    def __init__(self, program: Program, functions: dict[str, FuncOp]) -> None:
        self._program = program
        self._functions = functions
        self._block = Block()
        self._prints: dict[Operation, PrintOp] = {}

    def program(self) -> Program:
        main = _Frame(self._program.operations, {}, None)
        try:
            self._run(main)
        except _AbortedError as error:
            self._block.add_op(AbortOp(str(error)))
        status = ArithConstantOp.from_int_and_width(0, i32)
        self._block.add_ops([status, ReturnOp(status)])
        module = ModuleOp([FuncOp("main", ((), (i32,)), Region(self._block))])
        statements = list(self._statements(main.values))
        return Program(self._program.source, module, statements, self._program.scalars)

    def _run(self, main: _Frame) -> None:
        frames = [main]
        while frames:
            frame = frames[-1]
            for operation in frame.operations:
                if isinstance(operation, CallOp):
                    frames.append(self._enter(operation, frame))
                    break
                if isinstance(operation, ReturnOp):
                    frames.pop()
                    if frame.call is not None:
                        result = frame.values[operation.operands[0]]
                        frames[-1].values[frame.call.results[0]] = result
                    break
                self._copy(operation, frame.values)

    def _enter(self, call: CallOp, caller: _Frame) -> _Frame:
        block = self._functions[_callee(call)].body.block
        arguments = [caller.values[operand] for operand in call.operands]
        return _Frame(iter(block.ops), dict(zip(block.args, arguments, strict=True)), call)

    def _copy(self, operation: Operation, values: dict[SSAValue, SSAValue]) -> None:
        if isinstance(operation, ArithConstantOp):
            return
        operands = [values[operand] for operand in operation.operands]
        if isinstance(operation, tensor.CastOp):
            values[operation.results[0]] = operands[0]
            return
        types = [tensor_type(self._shape(operation, operands)) for _ in operation.results]
        copy = type(operation).create(
            operands=operands,
            result_types=types,
            attributes=operation.attributes,
            location=operation.location,
        )
        self._block.add_op(copy)
        values.update(zip(operation.results, copy.results, strict=True))
        if isinstance(copy, PrintOp):
            self._prints[operation] = copy

    def _shape(self, operation: Operation, operands: list[SSAValue]) -> Shape:
        """The result's shape for the sizes of this call."""
        actual = [shape_of(operand) for operand in operands]
        declared = shape_of(operation.results[0])
        match operation:
            case ElementwiseBinaryOperation():
                if actual[0] != actual[1]:
                    self._abort(operation, actual)
                shape = actual[0]
            case MatmulOp():
                if actual[0][1] != actual[1][0]:
                    self._abort(operation, actual)
                shape = (actual[0][0], actual[1][1])
            case BroadcastOp():
                shape = tuple(
                    size if size != shapes.DYNAMIC else known
                    for size, known in zip(declared, actual[0], strict=True)
                )
            case TransposeOp():
                shape = actual[0][::-1]
            case ReduceOp():
                shape = shapes.reduced(actual[0], operation.axis_index)
            case PermuteOp():
                shape = shapes.permuted(actual[0], operation.axes)
            case _ if operands and not shapes.is_static(declared):
                shape = actual[0]
            case _:
                shape = declared
        if prod(shape) > shapes.MAX_ELEMENTS:
            line, column = _place(operation)
            raise ProgramError(
                f"a {show(shape)} tensor has {prod(shape):,} elements; "
                f"the most that can be computed with are {shapes.MAX_ELEMENTS:,}",
                self._program.source,
                line,
                column,
            )
        return shape

    def _abort(self, operation: Operation, actual: list[Shape]) -> None:
        line, column = _place(operation)
        sizes = " and ".join(map(show, actual))
        raise _AbortedError(
            f"{self._program.source.name}:{line}:{column}: error: "
            f"{operation.name}: sizes {sizes} disagree"
        )

    def _statements(self, values: dict[SSAValue, SSAValue]) -> Iterator[Statement]:
        for statement in self._program.statements:
            match statement:
                case Let(name, value, line) if value in values:
                    yield Let(name, values[value], line)
                case Print(operation, line) if operation in self._prints:
                    yield Print(self._prints[operation], line)


def _callee(call: CallOp) -> str:
    return call.callee.root_reference.data


def _place(operation: Operation) -> tuple[int, int]:
    location = operation.location
    if isinstance(location, FileLineColLoc):
        return location.line.data, location.column.data
    return 0, 0
