"""The text of a module, from an external compiler, back to a module."""

from __future__ import annotations

import re
import struct
from math import prod

from xdsl.context import Context
from xdsl.dialects import tensor
from xdsl.dialects.arith import Arith
from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import Builtin, ModuleOp, i32
from xdsl.dialects.func import CallOp, Func, FuncOp, ReturnOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from mgc.dialect import MG, MgOperation, PrintOp
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
_OPERATIONS = (MgOperation, CallOp, ReturnOp, ArithConstantOp, tensor.CastOp)


def read_module(text: str, name: str = "<module>") -> Program:
    """Read what `mgc mlir` prints.

    Returns:
        A program whose statements are its prints; module text does not hold the `let`s.

    Raises:
        ModuleTextError: the text is no well-formed `mg` module.
    """
    context = Context()
    for dialect in (Builtin, Arith, Func, tensor.Tensor, MG):
        context.load_dialect(dialect)
    try:
        module = Parser(context, _with_raw_data(text), name).parse_module()
        module.verify()
    except (ParseError, VerifyException, DiagnosticException) as error:
        raise ModuleTextError(f"{name}: error: not a module of the mg dialect: {error}") from None
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


def _checked_functions(module: ModuleOp) -> list[FuncOp]:
    """The functions, if they are what a program consists of.

    Raises:
        VerifyException: they are not.
    """
    functions: list[FuncOp] = []
    defined: set[str] = set()
    for function in module.body.block.ops:
        if not isinstance(function, FuncOp) or len(function.body.blocks) != 1:
            raise VerifyException(f"{function.name} is not a function of one block")
        for operation in function.body.block.ops:
            if not isinstance(operation, _OPERATIONS):
                raise VerifyException(f"unknown operation {operation.name}")
            if isinstance(operation, CallOp):
                callee = operation.callee.root_reference.data
                if callee not in defined:
                    raise VerifyException(f"@{callee} is called before its definition")
        defined.add(function.sym_name.data)
        functions.append(function)
    if not functions or functions[-1].sym_name.data != "main":
        raise VerifyException("the last function must be @main")
    main = functions[-1].function_type
    if main.inputs.data or main.outputs.data != (i32,):
        raise VerifyException("@main must take nothing and return i32")
    return functions


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
