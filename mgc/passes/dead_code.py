"""Dead code: what no print needs, directly or through others, is removed."""

from __future__ import annotations

from mgc.passes.rewriting import Rewriting, is_pure


def remove_dead_code(rewriting: Rewriting) -> None:
    """Remove pure operations without uses, last first, so that one walk finds them all."""
    for operation in reversed(rewriting.operations):
        unused = all(result.first_use is None for result in operation.results)
        if unused and is_pure(type(operation)):
            rewriting.erase(operation)
