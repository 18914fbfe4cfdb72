"""What our commands share: how they print numbers, and how they end."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper

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
    """Do a command's work; returns its exit status, after the message that explains it.

    What it prints is UTF-8 wherever it runs, as what a native executable prints is. An interrupt
    from the keyboard ends the process as one that does not handle it, without a traceback.
    """
    _prepare_output()
    try:
        work()
        sys.stdout.flush()
    except CommandError as error:
        _tell(str(error))
        return error.exit_status
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
    except OSError as error:
        _drop_output()
        _tell(f"error: cannot write the output: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return 0


def _prepare_output() -> None:
    if sys.stdout is None:
        # It was closed. Writing fails like this too, and not into a file that is opened next.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _tell(message: str) -> None:
    with suppress(OSError):  # the status tells it too
        print(message, file=sys.stderr, flush=True)


def _drop_output() -> None:
    """Let what is still buffered go nowhere; Python would complain about it again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
