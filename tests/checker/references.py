"""References of small programs."""

from __future__ import annotations

from xdsl.ir import SSAValue

import mgc
from checker.reference import Reference
from mgc.passes.inline import inline
from mgc.program import Let


def reference_of(program: str) -> tuple[Reference, SSAValue]:
    """The reference of the first print, and the value of `x`."""
    straight = inline(mgc.parse(program))
    (x,) = (s.value for s in straight.statements if isinstance(s, Let) and s.name == "x")
    return Reference(list(straight.operations), straight.prints[0].value), x
