"""What messages say about a name or a function that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import islice

from mgc.source import Source

# A comparison takes a few microseconds, and a generated program may have many thousand names.
_COMPARED = 5_000


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean x or y?` for the known names near this one, or nothing."""
    candidates = islice((other for other in known if abs(len(other) - len(name)) <= 2), _COMPARED)
    near = get_close_matches(name, candidates, n=3)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def unknown_name(
    name: str, scope: Mapping[str, object], hidden: Mapping[str, object], functions: Iterable[str]
) -> str:
    """Why a name has no value here; `hidden` holds the program's values, inside a function."""
    if name in hidden:
        remedy = (
            "write the number itself" if isinstance(hidden[name], float) else "make it a parameter"
        )
        return f"a function sees its parameters only, not the program's '{name}'; {remedy}"
    if name in functions:
        return f"'{name}' is a function: call it, as in {name}(...)"
    return f"unknown name '{name}'{did_you_mean(name, scope)}"


def unknown_function(
    name: str,
    source: Source,
    *,
    defining: str | None,
    scope: Mapping[str, object],
    functions: Iterable[str],
) -> str:
    """Why there is no function of this name here; `defining` is the definition that calls it."""
    if name == defining:
        return f"'{name}' cannot call itself: a function is not visible in its own body"
    if name in scope:
        kind = "scalar" if isinstance(scope[name], float) else "tensor"
        return f"'{name}' is a {kind}, not a function"
    definition = re.compile(rf"\s*def\s+{name}\s*\(")
    for number, line in enumerate(source.lines, start=1):
        if definition.match(line):
            return f"'{name}' is defined later, on line {number}; move the definition up"
    return f"unknown function '{name}'{did_you_mean(name, functions)}"
