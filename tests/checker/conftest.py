"""Checks remember what the differentiator wrote; tests change the differentiator."""

from __future__ import annotations

import pytest

from checker import generated


@pytest.fixture(autouse=True)
def every_program_is_written_anew() -> None:
    generated.forget_written()
