"""The text of a module, from an external compiler, back to a module."""

from __future__ import annotations

import re
import struct

from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.dialects.tensor import Tensor
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from mgc.dialect import MG, PrintOp
from mgc.errors import ModuleTextError
from mgc.mlir_text import number
from mgc.program import Print, Program
from mgc.source import Source

_HEXADECIMAL = re.compile(r"0x[0-9A-Fa-f]{16}")
_DENSE = re.compile(r"dense<[^>]*>")
_NAN = {" nan": " 0x7FF8000000000000", " -nan": " 0xFFF8000000000000"}


def read_module(text: str, name: str = "<module>") -> Program:
    """Read what `mgc mlir` prints.

    Returns:
        A program whose statements are its prints; module text does not hold the `let`s.

    Raises:
        ModuleTextError: the text is no well-formed `mg` module.
    """
    context = Context()
    for dialect in (Builtin, Arith, Func, Tensor, MG):
        context.load_dialect(dialect)
    try:
        module = Parser(context, _as_xdsl_reads(text), name).parse_module()
        module.verify()
    except (ParseError, VerifyException) as error:
        raise ModuleTextError(f"{name}: error: not a module of the mg dialect: {error}") from None
    program = Program(Source(name, text), module)
    _check_main(program)
    program.statements.extend(
        Print(operation) for operation in program.operations if isinstance(operation, PrintOp)
    )
    return program


def _check_main(program: Program) -> None:
    try:
        _ = program.main
    except AssertionError:
        raise ModuleTextError(
            f"{program.source.name}: error: the last function must be @main"
        ) from None


def _as_xdsl_reads(text: str) -> str:
    """The text with the two number forms changed that xDSL takes for something else.

    In a matrix it reads a double written by its bits, as MLIR writes infinities, as an integer; and
    of a NaN it understands nothing but the bits.
    """
    text = _DENSE.sub(lambda dense: _HEXADECIMAL.sub(_decimal, dense[0]), text)
    return re.sub(r" -?nan(?= : f64)", lambda nan: _NAN[nan[0]], text)


def _decimal(bits: re.Match[str]) -> str:
    (value,) = struct.unpack(">d", bytes.fromhex(bits[0][2:]))
    return number(value)
