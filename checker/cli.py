"""The command `autograd check`: the gradients of one's own program against the reference."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from mgc.command import finished

if TYPE_CHECKING:
    from checker.gradcheck import Row

_EXAMPLE = """\
example:
  autograd check loss.mg --wrt w,b
      parameter  shape  checked  worst relative error  where    verdict
      loss       1x1    1        0.0e+00                        ok
      w          2x3    6        1.2e-16               w[0][2]  ok
      b          1x3    3        2.5e-16               b[0][1]  ok

An element's error is relative to its own size, or to 1e-4 of the matrix's largest entry where that
is more. Verdicts: ok; kink (no derivative at some elements, which are left out); wrong; not finite
(a nan or an infinity in the loss or a gradient). Exit status 0 if all are ok or kink, 1 if not,
2 for wrong use.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograd check",
        description="Compare generated gradients with derivatives of an independent evaluation.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the program; - reads standard input")
    parser.add_argument("--wrt", required=True, metavar="NAME[,NAME...]", help="the parameters")
    parser.add_argument("--loss", type=int, default=0, metavar="N", help="which print is the loss")
    parser.add_argument(
        "--tolerance",
        type=_tolerance,
        default=1e-8,
        metavar="ERROR",
        help="the largest relative error allowed (default: 1e-8)",
    )
    parser.add_argument(
        "--elements",
        type=_count,
        metavar="N",
        help="check at most N elements of each parameter, spread evenly (default: all)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _tolerance(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) < math.inf:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no error to allow, such as 1e-8")


def _count(text: str) -> int:
    with suppress(ValueError):
        if int(text) > 0:
            return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no count from 1")


def main(argv: Sequence[str]) -> int:
    """Run the command; 0 if every gradient agrees, 1 if one does not, 2 for wrong use."""
    options = _parser().parse_args(argv)
    failed: list[Row] = []
    # What was found wrong is wrong as well where nobody reads the table to its end.
    return finished(lambda: _check(options, failed)) or (1 if failed else 0)


def _check(options: argparse.Namespace, failed: list[Row]) -> None:
    from checker.gradcheck import check_program

    wrt = [name.strip() for name in options.wrt.split(",")]
    rows = check_program(options.file, wrt, options.loss, options.tolerance, options.elements)
    failed.extend(row for row in rows if not row.passed)
    if options.json:
        print(json.dumps([row.to_json() for row in rows], indent=1))
    else:
        _print_table(rows)
    for row in failed:
        print(f"autograd check: {row.sentence}", file=sys.stderr)


_HEADINGS = ("parameter", "shape", "checked", "worst relative error", "where", "verdict")


def _print_table(rows: Sequence[Row]) -> None:
    cells = [_cells(row) for row in rows]
    if not sys.stdout.isatty():
        widths = [max(map(len, column)) for column in zip(_HEADINGS, *cells, strict=True)]
        for line in (_HEADINGS, *cells):
            padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            print("  ".join(padded).rstrip())
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*_HEADINGS)
    for row, line in zip(rows, cells, strict=True):
        table.add_row(*line[:-1], f"[{'green' if row.passed else 'red'}]{line[-1]}[/]")
    Console().print(table)


def _cells(row: Row) -> tuple[str, ...]:
    checked = str(row.compared)
    if row.compared < row.elements:
        checked += f" of {row.elements}"
    verdict = f"kink at {row.kinks}" if row.verdict == "kink" else row.verdict
    where = row.where if row.error else ""
    return row.parameter, row.shape, checked, f"{row.error:.1e}", where, verdict
