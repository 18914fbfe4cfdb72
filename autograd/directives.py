"""What a program says about its own differentiation, in comments: `# wrt: w, x`, `# loss: 1`."""

from __future__ import annotations

import re


def declared_parameters(text: str) -> list[str]:
    """The names in the program's `# wrt: NAME[, NAME...]` comment; empty if it has none."""
    return [name.strip() for name in (_declared("wrt", text) or "").split(",") if name.strip()]


def declared_loss(text: str) -> int:
    """The number in the program's `# loss: N` comment, which print is the loss; 0 without one."""
    number = _declared("loss", text) or "0"
    return int(number) if number.isdecimal() else 0


def _declared(word: str, text: str) -> str | None:
    """What follows the word in the first comment line that begins with it."""
    match = re.search(rf"^[ \t]*#[ \t]*{word}:[ \t]*(.*?)[ \t]*\r?$", text, re.MULTILINE)
    return match[1] if match else None
