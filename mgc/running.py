"""Compiled programs at work for a user: what they print goes to standard output."""

from __future__ import annotations

import os
import resource
import signal
import sys
from array import array

from mgc.codegen import run_object
from mgc.display import PrintedTensor, json_text, memref_text


def run_and_print(code: bytes, precision: int = 6, *, as_json: bool = False) -> None:
    """Run object code in this process and print what the program prints, as `mgc run` does.

    A program that ends early, where the sizes of a call disagree, ends this process as it would
    end its own: with one line on standard error and SIGABRT.

    Args:
        code: what `compile_object` gave on this machine.
        precision: significant digits.
        as_json: print one JSON document instead, with exact values.

    Raises:
        OutOfMemoryError: there is no room for the program's values.
    """
    printed: list[PrintedTensor] = []

    def receive(shape: tuple[int, ...], data: bytes) -> None:
        tensor = PrintedTensor(shape, array("d", data).tolist())
        if as_json:
            printed.append(tensor)
        else:
            sys.stdout.write(memref_text(tensor, precision))

    # While compiled code runs, Python could not act on an interrupt.
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        abort = run_object(code, receive)
    finally:
        signal.signal(signal.SIGINT, handler)
    if as_json:
        sys.stdout.write(json_text(printed))
    if abort is not None:
        _abort(abort)


def _abort(message: str) -> None:
    sys.stdout.flush()
    print(message, file=sys.stderr, flush=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.abort()
