"""Generated programs, run as a user runs them: from their text, to exact doubles.

The differentiator is looked up anew at each call, never imported by name, so that the checks also
judge a version of it that was loaded later.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from hashlib import sha256

import autograd
import mgc
from checker.reference import Array
from mgc.frontend import analyse
from mgc.program import Program
from mgc.source import Source

_printed: dict[str, list[Array]] = {}
_written: list[str] = []


def gradients(source: Source, wrt: Sequence[str], loss: int) -> list[Array]:
    """What the gradient program prints: the loss, then the gradients in `wrt` order."""
    return _run(autograd.source_text(_gradient(source, wrt, loss)))


def simplified_gradients(source: Source, wrt: Sequence[str], loss: int) -> list[Array]:
    """What the simplified gradient program prints."""
    return _run(autograd.source_text(autograd.simplified(_gradient(source, wrt, loss))))


def descent_losses(
    source: Source, wrt: Sequence[str], loss: int, steps: int, rate: float
) -> list[float]:
    """The losses that the descent program prints."""
    text = autograd.source_text(autograd.descent(analyse(source), wrt, steps, rate, loss))
    return [value.item() for value in _run(text)]


def _gradient(source: Source, wrt: Sequence[str], loss: int) -> Program:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", autograd.ComparisonWarning)
        return autograd.gradient(analyse(source), wrt, loss)


def take_written() -> list[str]:
    """The digests of the programs written since the last call, in order."""
    digests = _written.copy()
    _written.clear()
    return digests


def _run(text: str) -> list[Array]:
    # A program has one result, so one that was written before need not run again.
    digest = sha256(text.encode()).hexdigest()
    _written.append(digest)
    if digest not in _printed:
        # Results do not depend on the level, and 0 compiles fastest.
        _printed[digest] = mgc.run(mgc.parse(text), optimisation=0)
    return _printed[digest]
