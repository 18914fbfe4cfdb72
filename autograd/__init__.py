"""Reverse-mode automatic differentiation of Mountain Goat programs, source to source.

>>> import autograd, mgc
>>> program = mgc.parse("let x = [[3.0]]\\nprint x * x\\n")
>>> mgc.run(autograd.gradient(program, wrt=["x"]))
[array([[9.]]), array([[6.]])]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.descent_program import descent
    from autograd.descent_source import descent_text
    from autograd.directives import declared_loss, declared_parameters
    from autograd.errors import AutogradError, ComparisonWarning
    from autograd.gradient_program import gradient
    from autograd.source import source_text

__all__ = [
    "AutogradError",
    "ComparisonWarning",
    "declared_loss",
    "declared_parameters",
    "descent",
    "descent_text",
    "gradient",
    "source_text",
]

_HOMES = {
    "AutogradError": "autograd.errors",
    "ComparisonWarning": "autograd.errors",
    "declared_loss": "autograd.directives",
    "declared_parameters": "autograd.directives",
    "descent": "autograd.descent_program",
    "descent_text": "autograd.descent_source",
    "gradient": "autograd.gradient_program",
    "source_text": "autograd.source",
}


def __getattr__(name: str) -> Any:
    # Loaded at first use: `autograd --help` should not wait for the compiler to be imported.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
