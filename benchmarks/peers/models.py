"""The models by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from benchmarks.peers import attention, transformer
from benchmarks.peers.arithmetic import Arithmetic, Parameters


class Model(Protocol):
    """A loss, and the rate of its descent."""

    @property
    def rate(self) -> float: ...

    def loss(self, p: Parameters) -> Any: ...


_LOAD: dict[str, Callable[[Arithmetic], tuple[Model, Parameters]]] = {
    "attention": attention.load,
    "transformer": transformer.load,
}


def load(name: str, arithmetic: Arithmetic) -> tuple[Model, Parameters]:
    """The model of that name and its starting parameters."""
    return _LOAD[name](arithmetic)
