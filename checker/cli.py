"""The command `autograd check`: the gradients of one's own program against finite differences."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mgc.errors import MgcError

if TYPE_CHECKING:
    from checker.gradcheck import Row

_EXAMPLE = """\
example:
  autograd check loss.mg --wrt w,b
      parameter  shape  worst relative error  where
      w          2x3    1.2e-16               w[0][2]
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograd check",
        description="Compare generated gradients with derivatives of an independent evaluation.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the program that computes the loss")
    parser.add_argument("--wrt", required=True, metavar="NAME[,NAME...]", help="the parameters")
    parser.add_argument("--loss", type=int, default=0, metavar="N", help="which print is the loss")
    parser.add_argument(
        "--tolerance",
        type=float,
        default=1e-8,
        metavar="ERROR",
        help="the largest error allowed, relative to the largest entry (default: 1e-8)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command; 0 if every gradient agrees, 1 if one does not, 2 for wrong use."""
    options = _parser().parse_args(argv)
    from autograd import AutogradError
    from checker.gradcheck import check_program

    wrt = [name.strip() for name in options.wrt.split(",")]
    try:
        rows = check_program(options.file, wrt, options.loss, options.tolerance)
    except MgcError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except AutogradError as error:
        print(f"autograd: error: {error}", file=sys.stderr)
        return error.exit_status
    if options.json:
        print(json.dumps([row.to_json() for row in rows], indent=1))
    else:
        _print_table(rows)
    failed = [row for row in rows if not row.passed]
    for row in failed:
        print(f"autograd check: {row.sentence}", file=sys.stderr)
    return 1 if failed else 0


def _print_table(rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=None, pad_edge=False) if not console.is_terminal else Table()
    for heading in ("parameter", "shape", "worst relative error", "where", "verdict"):
        table.add_column(heading, no_wrap=True)
    for row in rows:
        colour = "green" if row.passed else "red"
        verdict = f"[{colour}]{row.verdict}[/]"
        table.add_row(row.parameter, row.shape, f"{row.error:.1e}", row.where, verdict)
    if not console.is_terminal:
        console = Console(width=10_000)
    console.print(table)
