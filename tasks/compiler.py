"""Which compiler the pipeline uses: the built-in one, or the executable that `MGC` names."""

from __future__ import annotations

import os
from typing import Any

from mgc.external import ExternalCompiler


def compiler_arguments() -> dict[str, Any]:
    """The argument that tells an action which compiler to use."""
    return {"mgc": os.environ.get("MGC") or None}


def compiler_inputs() -> tuple[str, ...]:
    """The external compiler's file, which results depend on; nothing for the built-in one."""
    command = os.environ.get("MGC")
    return (str(ExternalCompiler(command).path()),) if command else ()
