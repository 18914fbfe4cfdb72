"""The tokens of one line.

A matrix literal, which may be many thousand numbers long, is one token: a single regular expression
finds its extent and checks its form. `mgc.matrix_literal` converts it.
"""

from __future__ import annotations

import re
from typing import TypeAlias

BLANK = r"[ \t\r\f\v]"
NUMBER = r"[0-9]++(?:\.[0-9]*+)?+(?:[eE][+-]?+[0-9]++)?+"
NAME = r"[A-Za-z_][A-Za-z0-9_]*+"

# What begins like a number but is none, such as 1e, 2x, 1.2.3 or .5, is one token all the same.
_MISSPELT = r"\.?[0-9][A-Za-z0-9_.]*+"
_ENTRY = rf"{BLANK}*+-?+{BLANK}*+{NUMBER}{BLANK}*+"
_ROW = rf"{BLANK}*+\[{_ENTRY}(?:,{_ENTRY})*+\]{BLANK}*+"
_MATRIX = rf"\[{_ROW}(?:,{_ROW})*+\]"
# A type is one token, because 2x3 alone would be a misspelt number.
_TYPE = rf"tensor{BLANK}*+\[[^\[\]#]*+\]?"

_TOKEN = re.compile(
    rf"(?P<number>{NUMBER}(?![A-Za-z0-9_.]))"
    rf"|(?P<type>{_TYPE})"
    rf"|(?P<name>{NAME})"
    rf"|(?P<symbol>[-+*/@(),=:])"
    rf"|(?P<matrix>{_MATRIX})"
    rf"|(?P<bracket>\[)"
    rf"|(?P<misspelt>{_MISSPELT})"
    rf"|(?P<comment>\#.*+)"
    rf"|(?P<other>[^ \t\r\f\v])"
)


# Kind, text, and column counted from 1. The kind is number, type, name, symbol, matrix, bracket
# (which starts a matrix literal that is not well formed), misspelt (a number with a mistake in
# it), other (a character that starts nothing) or end.
Token: TypeAlias = tuple[str, str, int]


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line; the last one is its end, just after the last token before it."""
    tokens = [
        (match.lastgroup or "", match[0], match.start() + 1) for match in _TOKEN.finditer(line)
    ]
    if tokens and tokens[-1][0] == "comment":
        tokens.pop()
    end = 1
    if tokens:
        _, text, column = tokens[-1]
        end = column + len(text)
    tokens.append(("end", "", end))
    return tokens
