"""LLVM IR of row kernels, over `%out0`..., `%in0`... and `%scratch0`..."""

from __future__ import annotations

from mgc.codegen.long_rows import TURN, emit_long_rows, long_rows_scratch
from mgc.codegen.rows import RowKernel
from mgc.codegen.short_rows import emit_short_rows
from mgc.codegen.text import Body


def row_body(kernel: RowKernel) -> Body:
    """The code of a kernel."""
    body = Body()
    emit = emit_short_rows if _is_short(kernel) else emit_long_rows
    emit(body, kernel)
    return body


def row_scratch(kernel: RowKernel) -> tuple[int, ...]:
    """The sizes, in doubles, of the memory a kernel needs while it runs."""
    return () if _is_short(kernel) else long_rows_scratch(kernel)


def _is_short(kernel: RowKernel) -> bool:
    """Whether a row needs no more than one turn, so that its vectors fit in registers."""
    return kernel.columns <= TURN
