"""What the command made before for the same program and options, so that it starts at once."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable

import autograd
import mgc
from mgc import cache
from mgc.source import Source

# The options that what is made depends on.
_OPTIONS = ("wrt", "loss", "descend", "lr", "allow_unused", "simplify")


def remembered(
    form: str, source: Source, options: argparse.Namespace, make: Callable[[], bytes]
) -> bytes:
    """What `make` gives, or what it gave earlier; its warnings go to standard error either way.

    With another compiler's front end nothing is remembered, since that may change unnoticed.

    Args:
        form: in which form the answer is made, and for what, where that matters.
        source: the program.
        options: those of the command.
        make: called where nothing is remembered.
    """
    if options.mgc is not None:
        entry = _entry(make)
    else:
        asked = repr([getattr(options, name) for name in _OPTIONS])
        key = cache.key_of(form, source.name, source.text, asked, packages=(mgc, autograd))
        entry = cache.remembered(key, lambda: _entry(make))
    messages, _, content = entry.partition(b"\n")
    for message in json.loads(messages):
        print(message, file=sys.stderr)
    return content


def _entry(make: Callable[[], bytes]) -> bytes:
    """A line of warnings, and then what was made."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", autograd.ComparisonWarning)
        content = make()
    messages = [
        str(warning.message)
        for warning in caught
        if issubclass(warning.category, autograd.ComparisonWarning)
    ]
    return json.dumps(messages).encode() + b"\n" + content
