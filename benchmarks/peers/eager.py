"""What a system does that interprets its operations one by one: step | fresh | descend."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmarks.peers.arithmetic import Arithmetic, Parameters, absolute_sum, show
from benchmarks.peers.models import Model, load
from benchmarks.serve import serve

Differentiate: TypeAlias = Callable[[Model, Parameters], tuple[Any, Parameters]]


@dataclass(frozen=True)
class Eager:
    """A system: its operations, and the loss and gradients of a model by its parameters.

    What `differentiate` returns is no longer connected to any derivative.
    """

    arithmetic: Arithmetic
    differentiate: Differentiate

    def step(self, name: str) -> None:
        """Serve the loss and its gradients."""
        model, parameters = load(name, self.arithmetic)
        loss, gradients = self.differentiate(model, parameters)
        serve(
            lambda: self.differentiate(model, parameters),
            absolute_sum([loss, *gradients.values()]),
        )

    def fresh(self, name: str) -> None:
        """Print the loss and its gradients."""
        model, parameters = load(name, self.arithmetic)
        loss, gradients = self.differentiate(model, parameters)
        show(loss)
        for parameter in parameters:
            show(gradients[parameter])

    def descend(self, name: str, steps: int) -> None:
        """Print the losses before the first step of a descent and after each."""
        model, parameters = load(name, self.arithmetic)
        for _ in range(steps):
            loss, gradients = self.differentiate(model, parameters)
            show(loss)
            parameters = self.arithmetic.descended(parameters, gradients, model.rate)
        loss, _ = self.differentiate(model, parameters)
        show(loss)

    def main(self) -> None:
        """Do what the command line says: step, fresh or descend, MODEL [STEPS]."""
        what, name, *steps = sys.argv[1:]
        call: Callable[..., None] = getattr(self, what)
        call(name, *map(int, steps))
