"""The command `autograd cost`: where a gradient program spends its instructions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mgc.command import finished

_EXAMPLE = """\
examples:
  autograd cost loss.mg --wrt w,b                 the gradient program, line by line
  autograd cost loss.mg --wrt w,b --html out.html the same as a page with bars
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograd cost",
        description="Count the instructions that each line of a gradient program executes.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the program; - reads standard input")
    parser.add_argument("--wrt", required=True, metavar="NAME[,NAME...]", help="the parameters")
    parser.add_argument("--loss", type=int, default=0, metavar="N", help="which print is the loss")
    parser.add_argument("--html", metavar="OUT", help="write a page instead of the listing")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command; 0 done, 1 the program is wrong, 2 wrong use or a missing tool."""
    options = _parser().parse_args(argv)
    return finished(lambda: _carry_out(options))


def _carry_out(options: argparse.Namespace) -> None:
    import autograd
    from checker.cost.listing import listing_text
    from checker.cost.measure import measure
    from checker.cost.page import cost_page
    from mgc.files import write_whole
    from mgc.frontend import analyse
    from mgc.source import Source

    program = analyse(Source.named(options.file))
    wrt = [name.strip() for name in options.wrt.split(",")]
    text = autograd.source_text(autograd.gradient(program, wrt, options.loss))
    name = f"gradient of {program.source.base_name}"
    measurement = measure(name, text)
    if options.html is None:
        sys.stdout.write(listing_text(measurement))
    else:
        write_whole(Path(options.html), cost_page(measurement))
