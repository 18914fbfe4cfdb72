"""The command `autograd`: write, or run, the gradient or the descent program of a program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mgc.collector import leave_collector_off
from mgc.command import add_printing_options, finished

if TYPE_CHECKING:
    from mgc.program import Program
    from mgc.source import Source

_EXAMPLE = """\
examples:
  autograd loss.mg --wrt w,b > gradient.mg
      a program that prints the loss and its gradients by w and b
  autograd loss.mg --wrt w,b --descend 10 --lr 0.5 > descent.mg
      a program that takes ten gradient-descent steps and prints the loss of each
  autograd loss.mg --wrt w,b --run
      the loss and its gradients themselves

other commands, each with its own --help:
  autograd check loss.mg --wrt w,b     compare the gradients with an independent evaluation
  autograd cost loss.mg --wrt w,b      count the instructions of each line

What was written or compiled is kept in ~/.cache/mgc, or where MGC_CACHE says, and found again for
the same program and options; if MGC_CACHE is empty, nothing is kept.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograd",
        description="Write a Mountain Goat program that computes a loss and its gradients.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", metavar="FILE", help="the program that computes the loss; - reads standard input"
    )
    parser.add_argument(
        "--wrt",
        required=True,
        metavar="NAME[,NAME...]",
        help="the `let`s to differentiate by, in the order their gradients are printed",
    )
    parser.add_argument(
        "--loss", type=int, default=0, metavar="N", help="which print is the loss (default: 0)"
    )
    parser.add_argument(
        "--descend", type=int, metavar="STEPS", help="take gradient-descent steps instead"
    )
    parser.add_argument("--lr", type=float, metavar="RATE", help="the learning rate of --descend")
    parser.add_argument(
        "--allow-unused", action="store_true", help="print zeros for what the loss does not use"
    )
    parser.add_argument(
        "--simplify",
        action="store_true",
        help="write a shorter program than the plain form; gradients may differ in the last place",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="write to OUT instead of standard output"
    )
    parser.add_argument(
        "--mgc",
        default=os.environ.get("MGC") or None,
        metavar="PATH",
        help="read the program, and --run it, with another compiler (default: $MGC, if set)",
    )
    running = parser.add_argument_group("numbers instead of a program")
    running.add_argument(
        "--run", action="store_true", help="run the program and print what it prints"
    )
    add_printing_options(running)
    parser.set_defaults(precision=None)
    return parser


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.descend is None) != (options.lr is None):
        parser.error("--descend STEPS and --lr RATE go together")
    if options.descend is not None and options.allow_unused:
        parser.error("--allow-unused does not go with --descend")
    if options.file == "-" and options.mgc is not None:
        parser.error("another compiler reads files alone; leave out --mgc and MGC, or name a file")
    if options.run and options.output is not None:
        parser.error("--run prints numbers and writes no program; leave out --run or -o")
    if options.json or options.precision is not None:
        if not options.run:
            parser.error("--precision and --json go with --run")
        if options.mgc is not None:
            parser.error(
                "--precision and --json need the built-in compiler; leave out --mgc and MGC"
            )
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status. Without `argv` the process is the command's own."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments and arguments[0].isidentifier():
        from importlib.metadata import entry_points

        for command in entry_points(group="autograd.commands", name=arguments[0]):
            status: int = command.load()(arguments[1:])
            return status
    options = _parsed(arguments)
    if argv is None:
        leave_collector_off()
    return finished(lambda: _carry_out(options))


def _carry_out(options: argparse.Namespace) -> None:
    from mgc.source import Source

    source = Source.named(options.file)
    if not options.run:
        _write(_text(options, source), options.output)
    elif options.mgc is None:
        import mgc

        code = _code(options, source)
        mgc.run_and_print(code, options.precision or 6, as_json=options.json)
    else:
        from autograd.external import run_with

        sys.stdout.write(run_with(options.mgc, _text(options, source)))


def _text(options: argparse.Namespace, source: Source) -> str:
    """The source of the program that was asked for."""
    from autograd.remembered import remembered

    def written() -> bytes:
        if options.descend is not None:
            from autograd.descent_source import descent_text

            program, wrt = _analysed(options, source), _wrt(options)
            steps, rate = options.descend, options.lr
            text = descent_text(program, wrt, steps, rate, options.loss, simplify=options.simplify)
            return text.encode()
        from autograd.source import source_text

        return source_text(_program(options, source)).encode()

    return remembered("text", source, options, written).decode()


def _code(options: argparse.Namespace, source: Source) -> bytes:
    """The object code of the program that was asked for, which is never written out."""
    import mgc
    from autograd.remembered import remembered

    def compiled() -> bytes:
        return mgc.compile_object(_program(options, source), once=True, consume=True)

    return remembered(f"code for {mgc.machine_name()}", source, options, compiled)


def _program(options: argparse.Namespace, source: Source) -> Program:
    """The program that was asked for; what the options do not need is not loaded."""
    program = _analysed(options, source)
    wrt = _wrt(options)
    if options.descend is not None:
        from autograd.descent_program import descent

        steps, rate = options.descend, options.lr
        return descent(program, wrt, steps, rate, options.loss, simplify=options.simplify)
    from autograd.gradient_program import gradient

    return gradient(
        program,
        wrt,
        options.loss,
        allow_unused=options.allow_unused,
        simplify=options.simplify,
    )


def _analysed(options: argparse.Namespace, source: Source) -> Program:
    """The program that computes the loss."""
    if options.mgc is None:
        from mgc.frontend import analyse

        return analyse(source)
    from autograd.external import analyse_with

    return analyse_with(options.mgc, source)


def _wrt(options: argparse.Namespace) -> list[str]:
    return [name.strip() for name in options.wrt.split(",")]


def _write(text: str, output: str | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    from mgc.files import write_whole

    write_whole(Path(output), text)
