"""The text tests in `lit/`: what `mgc` prints, in files whose first line is the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "lit"
LIT = Path(sys.executable).parent / "lit"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.mg")))
def test_the_command_prints_what_the_file_says(name: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [str(LIT), "-v", str(FOLDER / name)],
        env={**os.environ, "LIT_OUTPUT": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "Passed: 1" in run.stdout
