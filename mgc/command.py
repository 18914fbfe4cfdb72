"""What our commands share: how they print numbers, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from mgc.errors import CommandError


def add_printing_options(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Let a command's user choose how what a program prints is shown."""
    parser.add_argument(
        "--precision",
        type=int,
        default=6,
        choices=range(1, 18),
        metavar="DIGITS",
        help="significant digits, 1 to 17 (default: 6); 17 read back to the same double",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document with shapes and exact values"
    )


def finished(work: Callable[[], None]) -> int:
    """Do a command's work; returns its exit status, after the message that explains it."""
    try:
        work()
        sys.stdout.flush()
    except CommandError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
    except OSError as error:
        _drop_output()
        print(f"error: cannot write the output: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _drop_output() -> None:
    """Let what is still buffered go nowhere; Python would complain about it again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
