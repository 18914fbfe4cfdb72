"""The README shows what the commands really print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHOWN = re.findall(
    r"<!-- cat (\S+) -->\n```text\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
)


def test_the_readme_shows_files() -> None:
    assert len(SHOWN) >= 3


@pytest.mark.parametrize(("path", "text"), SHOWN, ids=[path for path, _ in SHOWN])
def test_a_file_shown_in_the_readme_is_the_file(path: str, text: str) -> None:
    assert (ROOT / path).read_text() == text
