"""Dead code: what no print needs, directly or through others, is removed."""

from __future__ import annotations

from xdsl.traits import Pure

from mgc.passes.rewriting import Rewriting


def remove_dead_code(rewriting: Rewriting) -> None:
    """Remove pure operations without uses, last first, so that one walk finds them all."""
    for operation in reversed(rewriting.operations):
        unused = all(result.first_use is None for result in operation.results)
        if unused and operation.has_trait(Pure):
            rewriting.erase(operation)
