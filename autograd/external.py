"""Programs read by an external compiler, whose module text does not tell what each `let` bound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from mgc.dialect import ConstantOp, shape_of
from mgc.errors import ProgramError
from mgc.external import ExternalCompiler
from mgc.frontend import analyse
from mgc.mlir_reader import read_module
from mgc.mlir_text import module_text
from mgc.passes.inline import inline
from mgc.program import Let, Program
from mgc.source import Source

_LITERAL_LET = re.compile(r"^[ \t]*let[ \t]+(\w+)[ \t]*=[ \t]*(\[.*\])[ \t]*(?:#.*)?\r?$")


def analyse_with(command: str | None, source: Source) -> Program:
    """Read a program with the compiler at `command`, or with the built-in one for None.

    Where both print the same module, the built-in front end also knows what each `let` bound.
    Elsewhere only `let`s of literal matrices are known: the k-th of them is the first constant
    after the previous match that holds the same numbers.

    Raises:
        MgcError: the compiler is missing or refuses the program.
    """
    if command is None:
        return analyse(source)
    text = ExternalCompiler(command).module_text(Path(source.name))
    try:
        own = analyse(source)
    except ProgramError:
        own = None  # a program in words that only the external compiler knows
    if own is not None and module_text(own.module) == text:
        return own
    read = read_module(text, source.name)
    program = inline(Program(source, read.module, read.statements))
    program.statements[:] = [*_matched_lets(source, program), *program.statements]
    return program


def run_with(command: str, text: str) -> str:
    """What the compiler at `command` prints when it runs a program.

    Raises:
        MgcError: the compiler is missing, refuses the program or fails in it.
    """
    with NamedTemporaryFile("w", suffix=".mg", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return ExternalCompiler(command).run(Path(file.name))


def _matched_lets(source: Source, program: Program) -> Iterator[Let]:
    constants = [op for op in program.operations if isinstance(op, ConstantOp)]
    position = 0
    for name, line, wanted in _literal_lets(source):
        for index in range(position, len(constants)):
            constant = constants[index]
            same_shape = shape_of(constant.result) == shape_of(wanted.result)
            if same_shape and constant.data == wanted.data:
                yield Let(name, constant.result, line)
                position = index + 1
                break


def _literal_lets(source: Source) -> Iterator[tuple[str, int, ConstantOp]]:
    """Name, line and constant of every `let NAME = [[...]]` in the source."""
    for number, line in enumerate(source.lines, start=1):
        match = _LITERAL_LET.match(line)
        if match is None:
            continue
        try:
            alone = analyse(Source(source.name, f"let {match[1]} = {match[2]}"))
        except ProgramError:
            continue  # not a literal after all; the external compiler has accepted the line
        if alone.lets and isinstance(alone.lets[0].value.owner, ConstantOp):
            yield match[1], number, alone.lets[0].value.owner
