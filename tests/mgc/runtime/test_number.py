"""The executables' own number format against the C library's."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parents[2] / "mgc" / "runtime"


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_numbers_print_as_printf_prints_them(tmp_path: Path) -> None:
    program = tmp_path / "compare"
    sources = [HERE / "compare_numbers.c", RUNTIME / "number.c"]
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", "-O2", *warnings, f"-I{RUNTIME}", "-o", program, *sources], check=True)
    finished = subprocess.run([program], capture_output=True, text=True, check=False)
    assert finished.stdout == ""
    assert finished.returncode == 0
