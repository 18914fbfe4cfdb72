"""The evidence that generated gradients are right, gathered without the rules that made them."""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checker.outcome import Outcome, Verdict
    from checker.suite import all_checks, checks_of, run_checks

__all__ = ["Outcome", "Verdict", "all_checks", "checks_of", "run_checks"]

# The reference multiplies many small matrices: threads cost more than they bring (several times the
# whole evaluation when the cores are busy). NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_HOMES = {
    "Outcome": "checker.outcome",
    "Verdict": "checker.outcome",
    "all_checks": "checker.suite",
    "checks_of": "checker.suite",
    "run_checks": "checker.suite",
}


def __getattr__(name: str) -> Any:
    # Loaded at first use: commands that check nothing should not wait for NumPy.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
