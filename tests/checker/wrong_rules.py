"""Rules that a test puts in the place of the right ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from xdsl.ir import Operation

from autograd import rules


def use_rule(
    monkeypatch: pytest.MonkeyPatch, operation: type[Operation], rule: Callable[..., Any]
) -> None:
    """Differentiate a class of operations by another rule for the rest of the test."""
    monkeypatch.setitem(rules._RULES, operation, rule)
