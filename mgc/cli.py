"""The command `mgc`: check, run, build and show Mountain Goat programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mgc.collector import leave_collector_off
from mgc.command import add_printing_options, finished
from mgc.source import Source

if TYPE_CHECKING:
    from mgc.program import Program

_EXAMPLE = """\
examples:
  mgc run loss.mg                  compile in memory and print
  mgc run loss.mg --precision 17   print every double so that it reads back equal
  mgc build loss.mg -o loss        write a native executable
  mgc build loss.mg -o loss --report      and say how much memory it needs
  mgc mlir loss.mg                 show the program in the mg dialect
  mgc opt loss.mg --passes simplify,dead-code      show it after these passes
  mgc llvm loss.mg -O0             show the LLVM IR

`mgc run` keeps what it compiled in ~/.cache/mgc, or where MGC_CACHE says; empty, it keeps nothing.
A program that runs for less time than optimising its machine code would take is not optimised that
far, unless -O3 asks for it.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mgc",
        description="The Mountain Goat compiler.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    mlir = _command(commands, "mlir", "print the program in the mg dialect")
    mlir.set_defaults(action=_mlir)
    run = _command(commands, "run", "compile the program in memory, run it and print")
    _add_level(run)
    add_printing_options(run)
    run.set_defaults(action=_run)
    build = _command(commands, "build", "write a native executable")
    _add_level(build)
    build.add_argument("-o", "--output", required=True, metavar="EXE", help="the executable")
    build.add_argument("-g", "--debug", action="store_true", help="attach source lines")
    build.add_argument("--report", action="store_true", help="print what the executable holds")
    build.set_defaults(action=_build)
    opt = _command(commands, "opt", "print the program in the mg dialect after passes over it")
    opt.add_argument(
        "--passes",
        metavar="NAME[,NAME...]",
        help="simplify, common-subexpressions, dead-code (which -O1 and higher run, and this "
        "command by default); common-computations; and those that may change the last place: "
        "zero-terms, scalar-chains, normalisers, shifting-maxima, scalars-after-products, "
        "negated-sums, joined-sums, common-factors, reassociated-products",
    )
    opt.set_defaults(action=_opt)
    llvm = _command(commands, "llvm", "print the LLVM IR of the executable")
    _add_level(llvm)
    llvm.set_defaults(action=_llvm)
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, sentence: str
) -> argparse.ArgumentParser:
    examples = [line for line in _EXAMPLE.splitlines() if f"mgc {name} " in line]
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=sentence,
        description=f"{sentence[0].upper()}{sentence[1:]}.",
        epilog="\n".join(["example:", *examples]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("file", metavar="FILE", help="the program; - reads standard input")
    return command


def _add_level(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-O",
        dest="level",
        type=int,
        default=2,
        choices=range(4),
        metavar="LEVEL",
        help="optimisation, 0 to 3 (default: 2); the results do not depend on it",
    )
    command.add_argument(
        "--reassociate",
        action="store_true",
        help="compute chains of matrix products in the cheapest order; results may differ",
    )
    command.add_argument(
        "--simplify",
        action="store_true",
        help="compute with fewer operations; results may differ in the last place",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status. Without `argv` the process is the command's own."""
    options = _parser().parse_args(argv)
    if argv is None:
        leave_collector_off()
    return finished(lambda: options.action(options))


def _mlir(options: argparse.Namespace) -> None:
    from mgc.frontend import analyse
    from mgc.mlir_text import module_text

    sys.stdout.write(module_text(analyse(Source.named(options.file)).module))


def _opt(options: argparse.Namespace) -> None:
    from mgc.frontend import analyse
    from mgc.mlir_text import module_text
    from mgc.passes.pipeline import OPTIMISING, run_passes

    names = OPTIMISING
    if options.passes is not None:
        names = tuple(name.strip() for name in options.passes.split(","))
    program = run_passes(analyse(Source.named(options.file)), names, consume=True)
    sys.stdout.write(module_text(program.module))


def _run(options: argparse.Namespace) -> None:
    from mgc.running import run_and_print

    code = _object(options)
    run_and_print(code, options.precision, as_json=options.json)


def _object(options: argparse.Namespace) -> bytes:
    """The object code of a program: compiled, or from an earlier run that compiled the same."""
    from mgc import cache
    from mgc.codegen import compile_object, machine_name

    source = Source.named(options.file)

    def compiled() -> bytes:
        program = _analysed(source, options)
        return compile_object(program, options.level, once=True, consume=True)

    choices = f"{options.level} {options.reassociate} {options.simplify}"
    key = cache.key_of(source.name, source.text, choices, machine_name())
    return cache.remembered(key, compiled)


def _build(options: argparse.Namespace) -> None:
    from mgc.codegen import generate
    from mgc.native import build

    program = _analysed(Source.named(options.file), options)
    generated = generate(program, options.level, debug=options.debug, consume=True)
    build(generated.text, Path(options.output), options.level)
    if options.report:
        print(
            f"{options.output}: {generated.calls:,} calls of {generated.kernels:,} kernels; "
            f"the arena holds {8 * generated.arena_size:,} bytes at its peak, "
            f"constants {generated.constants_size:,} bytes"
        )


def _llvm(options: argparse.Namespace) -> None:
    from mgc.codegen import llvm_text

    sys.stdout.write(llvm_text(_analysed(Source.named(options.file), options), options.level))


def _analysed(source: Source, options: argparse.Namespace) -> Program:
    from mgc.frontend import analyse

    program = analyse(source)
    if not (options.reassociate or options.simplify):
        return program
    from mgc.passes.pipeline import SIMPLIFYING, run_passes

    reassociating = ("reassociated-products",) if options.reassociate else ()
    simplifying = SIMPLIFYING if options.simplify else ()
    return run_passes(program, (*reassociating, *simplifying), consume=True)
