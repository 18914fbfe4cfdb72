"""Generated programs, run as a user runs them: from their text, to exact doubles.

The differentiator is looked up anew at each call, never imported by name, so that the checks also
judge a version of it that was loaded later.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from hashlib import sha256

import autograd
import mgc
from checker.reference import Array
from mgc.frontend import analyse
from mgc.mlir_text import module_text
from mgc.program import Program
from mgc.source import Source

_programs: dict[Source, Program] = {}
_texts: dict[tuple[object, ...], str] = {}
_printed: dict[str, list[Array]] = {}
_compiled: dict[tuple[object, ...], list[Array]] = {}
_written: list[str] = []


def gradients(source: Source, wrt: Sequence[str], loss: int) -> list[Array]:
    """What the gradient program prints: the loss, then the gradients in `wrt` order."""
    key = ("gradient", source, tuple(wrt), loss)
    return _run(key, lambda: autograd.source_text(_gradient(source, wrt, loss)))


def simplified_gradients(source: Source, wrt: Sequence[str], loss: int) -> list[Array]:
    """What the simplified gradient program prints."""
    key = ("simplified", source, tuple(wrt), loss)
    return _run(key, lambda: autograd.source_text(_gradient(source, wrt, loss, simplify=True)))


def gradients_compiled_simplified(source: Source, wrt: Sequence[str], loss: int) -> list[Array]:
    """What the gradient program prints when it is compiled with `mgc --simplify`."""
    # Looked up here, so that a version that was loaded later is found.
    from mgc.passes.pipeline import SIMPLIFYING, run_passes

    key = ("compiled simplified", source, tuple(wrt), loss)
    if key not in _compiled:
        text = autograd.source_text(_gradient(source, wrt, loss))
        short = run_passes(mgc.parse(text), SIMPLIFYING, consume=True)
        _written.append(sha256(module_text(short.module).encode()).hexdigest())
        _compiled[key] = mgc.run(short, optimisation=0)
    return _compiled[key]


def descent_losses(
    source: Source, wrt: Sequence[str], loss: int, steps: int, rate: float
) -> list[float]:
    """The losses that the descent program prints."""
    key = ("descent", source, tuple(wrt), loss, steps, rate)
    printed = _run(key, lambda: autograd.descent_text(_program(source), wrt, steps, rate, loss))
    return [value.item() for value in printed]


def _gradient(source: Source, wrt: Sequence[str], loss: int, *, simplify: bool = False) -> Program:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", autograd.ComparisonWarning)
        return autograd.gradient(_program(source), wrt, loss, simplify=simplify)


def _program(source: Source) -> Program:
    if source not in _programs:
        _programs[source] = analyse(source)
    return _programs[source]


def forget_written() -> list[str]:
    """Write every program anew from now on, as for another version of the differentiator.

    Returns:
        The digests of the programs written so far, in order.
    """
    digests = _written.copy()
    _written.clear()
    _texts.clear()
    _compiled.clear()
    return digests


def _run(key: tuple[object, ...], write: Callable[[], str]) -> list[Array]:
    # Several checks look at one program, and a program has one result: neither is made twice.
    if key not in _texts:
        _texts[key] = write()
        _written.append(sha256(_texts[key].encode()).hexdigest())
    text = _texts[key]
    if text not in _printed:
        # Results do not depend on the level, and 0 compiles fastest.
        _printed[text] = mgc.run(mgc.parse(text), optimisation=0)
    return _printed[text]
