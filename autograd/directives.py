"""What a program says about its own differentiation, in a comment: `# wrt: w, x`."""

from __future__ import annotations

import re

_WRT = re.compile(r"^[ \t]*#[ \t]*wrt:[ \t]*(.+?)[ \t]*\r?$", re.MULTILINE)


def declared_parameters(text: str) -> list[str]:
    """The names in the program's first `# wrt: NAME[, NAME...]` comment; empty if it has none."""
    match = _WRT.search(text)
    return [] if match is None else [name.strip() for name in match.group(1).split(",")]
