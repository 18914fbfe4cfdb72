"""The text of a module, from an external compiler, back to a module."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from math import prod

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, TensorType, i32
from xdsl.ir import Block, SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from mgc.dialect import (
    DIALECTS,
    CallOp,
    CastOp,
    FuncOp,
    MgOperation,
    PrintOp,
    ReturnOp,
    StatusOp,
)
from mgc.errors import ModuleTextError
from mgc.program import Print, Program, name_parameter
from mgc.shapes import Shape
from mgc.source import Source

_BITS = r"0x[0-9A-Fa-f]{16}"
_ELEMENT = rf"(?:{_BITS}|-?+(?:[0-9]++(?:\.[0-9]*+)?+(?:[eE][+-]?+[0-9]++)?+|nan|inf))"
_DENSE = re.compile(
    r"dense<(?P<elements>[-+\[\],.\s0-9a-fA-Fnix]*+)>\s*+:\s*+tensor<(?P<shape>(?:[0-9]+x)*+)f64>"
)
_ONE_ELEMENT = re.compile(_ELEMENT)
_HEADER = re.compile(r"func\.func\s+(?:\w+\s+)?@[\w$.-]+\s*\(([^)]*)\)")
_PARAMETER = re.compile(r"%([\w$.-]+)\s*:")
_STRINGS = re.compile(r'[^"]*+(?:"(?:[^"\\]|\\.)*+"[^"]*+)*+')
_OPERATIONS = (MgOperation, CallOp, ReturnOp, StatusOp, CastOp)


def read_module(text: str, name: str = "<module>") -> Program:
    """Read what `mgc mlir` prints.

    Returns:
        A program whose statements are its prints; module text does not hold the `let`s.

    Raises:
        ModuleTextError: the text is no well-formed `mg` module.
    """
    _check_strings(text, name)
    context = Context()
    for dialect in (Builtin, *DIALECTS):
        context.load_dialect(dialect)
    try:
        module = Parser(context, _with_raw_data(text), name).parse_module()
        module.verify()
    except Exception as error:  # on broken text the parser also fails by assertions of its own
        reason = str(error).strip() or type(error).__name__
        raise ModuleTextError(f"{name}: error: not a module of the mg dialect: {reason}") from None
    try:
        functions = _checked_functions(module)
    except VerifyException as error:
        raise ModuleTextError(f"{name}: error: not what mgc mlir prints: {error}") from None
    _name_parameters(functions, text)
    program = Program(Source(name, text), module)
    program.statements.extend(
        Print(operation) for operation in program.operations if isinstance(operation, PrintOp)
    )
    return program


def _check_strings(text: str, name: str) -> None:
    # The parser takes time exponential in the length of a string that does not end.
    for number, line in enumerate(text.split("\n"), start=1):
        if '"' in line and _STRINGS.fullmatch(line) is None:
            raise ModuleTextError(f"{name}:{number}: error: a string does not end")


def _checked_functions(module: ModuleOp) -> list[FuncOp]:
    """The functions, if they are what a program consists of.

    Raises:
        VerifyException: they are not.
    """
    functions: dict[str, FuncOp] = {}
    for function in module.body.block.ops:
        if not isinstance(function, FuncOp):
            raise VerifyException(f"unknown operation {function.name}")
        if len(function.body.blocks) != 1:
            raise VerifyException(f"the body of @{function.sym_name.data} is not one block")
        _check_body(function.body.block, functions)
        functions[function.sym_name.data] = function
    main = functions.get("main")
    if main is None or main is not module.body.block.last_op:
        raise VerifyException("the last function must be @main")
    if main.function_type.inputs.data or main.function_type.outputs.data != (i32,):
        raise VerifyException("@main must take nothing and return i32")
    for name, function in functions.items():
        types = (*function.function_type.inputs, *function.function_type.outputs)
        if name != "main" and not all(isinstance(type_, TensorType) for type_ in types):
            raise VerifyException(f"@{name} must take and return tensors")
    return list(functions.values())


def _check_body(block: Block, functions: Mapping[str, FuncOp]) -> None:
    """Straight-line code of the known operations, which uses and calls what stands before it."""
    known: set[SSAValue] = set(block.args)
    for operation in block.ops:
        if not isinstance(operation, _OPERATIONS):
            raise VerifyException(f"unknown operation {operation.name}")
        if isinstance(operation, CallOp):
            _check_call(operation, functions)
        if not known.issuperset(operation.operands):
            raise VerifyException(f"{operation.name} uses a value before its definition")
        known.update(operation.results)


def _check_call(call: CallOp, functions: Mapping[str, FuncOp]) -> None:
    name = call.callee.root_reference.data
    if name not in functions:
        raise VerifyException(f"@{name} is called before its definition")
    declared = functions[name].function_type
    actual = (call.arguments.types, call.res.types)
    if actual != (declared.inputs.data, declared.outputs.data):
        raise VerifyException(f"a call of @{name} does not fit its type")


def _name_parameters(functions: list[FuncOp], text: str) -> None:
    """Give parameters their names in the text; the parser drops endings such as `_1`."""
    headers = [_PARAMETER.findall(header) for header in _HEADER.findall(text)]
    for function, names in zip(functions, headers, strict=False):
        arguments = function.body.block.args
        if len(arguments) == len(names):
            for argument, parameter in zip(arguments, names, strict=True):
                name_parameter(argument, parameter)


def _with_raw_data(text: str) -> str:
    """The text with every matrix in the form `dense<"0x...">`.

    The parser takes half a second for a matrix of ten thousand numbers, and reads a number that is
    given by its bits, as MLIR writes infinities, as an integer.
    """
    return _DENSE.sub(_raw, text)


def _raw(dense: re.Match[str]) -> str:
    elements = dense["elements"]
    shape = tuple(int(size) for size in dense["shape"].split("x")[:-1])
    texts = re.sub(r"[\[\]\s]+", "", elements).split(",")
    brackets = re.sub(r"[^\[\],]+", "", elements)
    same_for_all = len(texts) == 1 and brackets == ""
    well_formed = same_for_all or (len(texts) == prod(shape) and brackets == _brackets(shape))
    if not well_formed or not all(map(_ONE_ELEMENT.fullmatch, texts)):
        return dense[0]  # the parser says what is wrong
    data = struct.pack(f"<{len(texts)}d", *map(_number, texts)).hex()
    return f'dense<"0x{data}"> : tensor<{dense["shape"]}f64>'


def _brackets(shape: Shape) -> str:
    """The brackets and commas of a literal of this shape."""
    text = ""
    for size in reversed(shape):
        text = f"[{','.join([text] * size)}]"
    return text


def _number(text: str) -> float:
    if text.startswith("0x"):
        value: float = struct.unpack(">d", bytes.fromhex(text[2:]))[0]
        return value
    return float(text)
