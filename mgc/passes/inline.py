"""Inlining: a program as one straight line of operations with static shapes.

Every call is replaced by the operations of its function, for the sizes of that call; so a `?` is
checked once as a `?` by the front end and once for every call here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from mgc import shapes
from mgc.collector import collector_paused
from mgc.dialect import (
    AbortOp,
    CallOp,
    CastOp,
    FuncOp,
    PrintOp,
    ReturnOp,
    StatusOp,
    main_function,
    shape_of,
    tensor_type,
)
from mgc.errors import ProgramError
from mgc.passes.specialise import SizesDisagreeError, actual_shape
from mgc.program import Comment, Let, Print, Program, Statement
from mgc.shapes import Shape, ShapeError

# Calls of calls can multiply; past this many operations a program is refused, not attempted.
# An operation takes 1.5 kB.
MAX_OPERATIONS = 2_000_000


def inline(program: Program) -> Program:
    """The program without functions and calls; the same object where there are none.

    Where the sizes of a call disagree, the result ends in a `mg.abort` at that place, and what
    would come after it is left out.

    Raises:
        ProgramError: it would grow past `MAX_OPERATIONS`, or a tensor past what can be computed.
    """
    functions = {function.sym_name.data: function for function in program.functions}
    if not functions and {CallOp, CastOp}.isdisjoint(map(type, program.operations)):
        return program
    _check_length(program, functions)
    with collector_paused():
        return _Inlining(program, functions).program()


def _check_length(program: Program, functions: dict[str, FuncOp]) -> None:
    lengths: dict[str, int] = {}
    for function in [*functions.values(), program.main]:
        length = 0
        for operation in function.body.block.ops:
            length += lengths[_callee(operation)] if isinstance(operation, CallOp) else 1
            if length > MAX_OPERATIONS and function is program.main:
                message = (
                    f"with every call written out the program has more than {MAX_OPERATIONS:,} "
                    "operations; let functions call each other fewer times"
                )
                _refuse(program, operation, message)
        lengths[function.sym_name.data] = length


def _refuse(program: Program, operation: Operation, message: str) -> NoReturn:
    line, column = _place(operation) or (1, 1)
    raise ProgramError(message, program.source, line, column)


@dataclass
class _Frame:
    """A function body being inlined; `call` is where, or None for the program itself."""

    operations: Iterator[Operation]
    values: dict[SSAValue, SSAValue]
    call: CallOp | None


class _Inlining:
    def __init__(self, program: Program, functions: dict[str, FuncOp]) -> None:
        self._program = program
        self._functions = functions
        self._block = Block()
        self._prints: dict[Operation, PrintOp] = {}
        self._frames = [_Frame(program.operations, {}, None)]
        self._small_enough: set[Shape] = set()

    def program(self) -> Program:
        main = self._frames[0]
        while self._frames:
            self._advance(self._frames[-1])
        module = ModuleOp([main_function(self._block)])
        statements = list(self._statements(main.values))
        return Program(self._program.source, module, statements, self._program.scalars)

    def _advance(self, frame: _Frame) -> None:
        """Copy a body's operations up to its next call, its end, or sizes that disagree."""
        for operation in frame.operations:
            if isinstance(operation, CallOp):
                self._frames.append(self._enter(operation, frame))
                return
            if isinstance(operation, ReturnOp):
                self._frames.pop()
                if frame.call is not None:
                    result = frame.values[operation.operands[0]]
                    self._frames[-1].values[frame.call.results[0]] = result
                return
            try:
                self._copy(operation, frame.values)
            except SizesDisagreeError as error:
                self._block.add_op(self._abort(operation, error))
                self._frames.clear()
                return

    def _enter(self, call: CallOp, caller: _Frame) -> _Frame:
        block = self._functions[_callee(call)].body.block
        arguments = [caller.values[operand] for operand in call.operands]
        return _Frame(iter(block.ops), dict(zip(block.args, arguments, strict=True)), call)

    def _copy(self, operation: Operation, values: dict[SSAValue, SSAValue]) -> None:
        if isinstance(operation, StatusOp):
            return
        operands = [values[operand] for operand in operation.operands]
        types = [tensor_type(self._shape(operation, operands)) for _ in operation.results]
        if isinstance(operation, CastOp):
            values[operation.dest] = operands[0]
            return
        copy = type(operation).create(
            operands=operands,
            result_types=types,
            attributes=operation.attributes,
            location=operation.location,
        )
        self._block.add_op(copy)
        for result, copied in zip(operation.results, copy.results, strict=True):
            values[result] = copied
        if isinstance(copy, PrintOp):
            self._prints[operation] = copy

    def _shape(self, operation: Operation, operands: list[SSAValue]) -> Shape:
        """The result's shape for the sizes of this call.

        Raises:
            SizesDisagreeError: there is none.
            ProgramError: the result is too large to compute with.
        """
        shape = actual_shape(operation, [shape_of(operand) for operand in operands])
        if shape not in self._small_enough:
            try:
                shapes.check_size(shape)
            except ShapeError as error:
                _refuse(self._program, operation, f"{error}{self._in_call()}")
            self._small_enough.add(shape)
        return shape

    def _abort(self, operation: Operation, error: SizesDisagreeError) -> AbortOp:
        place = ":".join(map(str, (self._program.source.name, *(_place(operation) or ()))))
        return AbortOp(f"{place}: error: {error}{self._in_call()}", operation.location)

    def _in_call(self) -> str:
        """Where the program itself makes the present call."""
        calls = [frame.call for frame in self._frames[1:2] if frame.call is not None]
        places = [_place(call) for call in calls]
        return "".join(f" (in the call on line {place[0]})" for place in places if place)

    def _statements(self, values: dict[SSAValue, SSAValue]) -> Iterator[Statement]:
        """The statements up to the one that was not reached."""
        for statement in self._program.statements:
            match statement:
                case Let(name, value, line):
                    if value not in values:
                        return
                    yield Let(name, values[value], line)
                case Print(operation, line):
                    if operation not in self._prints:
                        return
                    yield Print(self._prints[operation], line)
                case Comment():
                    yield statement


def _callee(call: CallOp) -> str:
    return call.callee.root_reference.data


def _place(operation: Operation) -> tuple[int, int] | None:
    """Line and column in the source, where they are known."""
    location = operation.location
    if isinstance(location, FileLineColLoc):
        return location.line.data, location.column.data
    return None
