"""The compiler from Python: read a program, run a program."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mgc.frontend import analyse
from mgc.passes.inline import inline
from mgc.program import Program
from mgc.source import Source

if TYPE_CHECKING:
    import numpy as np


def parse(text_or_path: str | os.PathLike[str]) -> Program:
    """Read and check a program.

    Args:
        text_or_path: a path, or a string: a single line that ends in `.mg` is taken as a path,
            anything else as the program's text.

    Raises:
        ProgramError: a mistake in the program, with its place.
        FileError: the file cannot be read.
    """
    if isinstance(text_or_path, str):
        is_path = text_or_path.endswith(".mg") and "\n" not in text_or_path
        if not is_path:
            return analyse(Source("<text>", text_or_path))
    return analyse(Source.from_file(Path(text_or_path)))


def run(program: Program, optimisation: int = 2) -> list[np.ndarray]:
    """Compile a program in memory, run it, and return what it prints.

    Args:
        program: any program; it is inlined first.
        optimisation: 0 to 3; the results do not depend on it.

    Returns:
        One float64 array for each print, in the shape of the printed tensor.

    Raises:
        ProgramError: a tensor is too large to compute with.
        SizeMismatchError: the sizes of a call disagree; what was printed before is in it.
        OutOfMemoryError: there is no room for the program's values.
    """
    from mgc.codegen import execute

    return execute(inline(program), optimisation)
