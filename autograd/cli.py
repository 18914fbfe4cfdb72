"""The command `autograd`: write the gradient program, or the descent program, of a program."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mgc.errors import MgcError

if TYPE_CHECKING:
    from mgc.program import Program

_EXAMPLE = """\
examples:
  autograd loss.mg --wrt w,b > gradient.mg
      a program that prints the loss and its gradients by w and b
  autograd loss.mg --wrt w,b --descend 10 --lr 0.5 > descent.mg
      a program that takes ten gradient-descent steps and prints the loss of each

other commands, each with its own --help:
  autograd check loss.mg --wrt w,b     compare the gradients with finite differences
  autograd cost loss.mg --wrt w,b      count the instructions of each line
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograd",
        description="Write a Mountain Goat program that computes a loss and its gradients.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the program that computes the loss")
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
        help="use another compiler's front end (default: $MGC, else the built-in one)",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments and arguments[0].isidentifier():
        from importlib.metadata import entry_points

        for command in entry_points(group="autograd.commands", name=arguments[0]):
            status: int = command.load()(arguments[1:])
            return status
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.descend is None) != (options.lr is None):
        parser.error("--descend STEPS and --lr RATE go together")
    if options.descend is not None and options.allow_unused:
        parser.error("--allow-unused does not go with --descend")
    from autograd.errors import AutogradError

    # A long descent makes half a million objects that all live until the text is written; looking
    # for garbage among them again and again takes a third of the time.
    gc.disable()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            text = _text(options)
        for warning in caught:
            print(warning.message, file=sys.stderr)
        _write(text, options.output)
    except MgcError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except AutogradError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    return 0


def _text(options: argparse.Namespace) -> str:
    from autograd.source import source_text

    return source_text(_program(options))


def _program(options: argparse.Namespace) -> Program:
    """The program that was asked for; what the options do not need is not loaded."""
    from mgc.source import Source

    source = Source.from_file(options.file)
    if options.mgc is None:
        from mgc.frontend import analyse

        program = analyse(source)
    else:
        from autograd.external import analyse_with

        program = analyse_with(options.mgc, source)
    if options.simplify:
        from autograd.simplification import shared, simplified

        return simplified(_derived(shared(program), options))
    return _derived(program, options)


def _derived(program: Program, options: argparse.Namespace) -> Program:
    wrt = [name.strip() for name in options.wrt.split(",")]
    if options.descend is not None:
        from autograd.descent_program import descent

        return descent(program, wrt, options.descend, options.lr, options.loss)
    from autograd.gradient_program import gradient

    return gradient(program, wrt, options.loss, allow_unused=options.allow_unused)


def _write(text: str, output: str | None) -> None:
    if output is None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has seen enough; without this Python complains again when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    from mgc.files import write_whole

    write_whole(Path(output), text)
