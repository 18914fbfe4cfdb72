"""Descents without a loop: write the program, compile it, run it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.environment import command, peer
from benchmarks.inputs import DESCENT_RATE
from benchmarks.workload import Commands, Entrant, Workload, place
from benchmarks.workloads import attention, transformer

_PRECISION = ["--precision", "17"]


def transformer_entrants(steps: int) -> list[Entrant]:
    """Who descends on the transformer block."""
    loss = transformer.loss_file()
    return _entrants("transformer", loss, transformer.parameters(), steps, DESCENT_RATE)


def attention_entrants(steps: int) -> list[Entrant]:
    """Who descends on the attention classifier, at the rate of its data."""
    loss = str(attention.PROGRAM)
    return _entrants("attention", loss, attention.parameters(), steps, attention.rate())


def growth_entrants() -> list[Entrant]:
    """Ours on the transformer block, once as long and twice as long a descent.

    Their last losses differ; the first ones are compared.
    """
    loss, parameters = transformer.loss_file(), transformer.parameters()
    return [
        Commands(
            f"Mountain Goat, {steps} steps",
            _two_commands("transformer", loss, parameters, steps, DESCENT_RATE),
            is_ours=True,
        )
        for steps in (100, 200)
    ]


def _entrants(
    model: str, loss: str, parameters: list[str], steps: int, rate: float
) -> list[Entrant]:
    two_commands = _two_commands(model, loss, parameters, steps, rate)
    one_command = {"all": command(*_descend(loss, parameters, steps, rate), "--run", *_PRECISION)}

    def other(name: str, module: str, what: str) -> Commands:
        arguments = peer(f"benchmarks.peers.{module}", what, model, str(steps))
        return Commands(name, {"all": arguments}, last=True)

    return [
        Commands("Mountain Goat, two commands", two_commands, is_ours=True, last=True),
        Commands("Mountain Goat, one command", one_command, is_ours=True, last=True),
        other("JAX, jit of all steps", "jax_peer", "unrolled"),
        other("JAX, lax.scan (a loop)", "jax_peer", "scanned"),
        other("PyTorch (a loop, eager)", "torch_peer", "descend"),
        other("HIPS autograd (a loop, interpreted)", "hips_peer", "descend"),
    ]


def _two_commands(
    model: str, loss: str, parameters: list[str], steps: int, rate: float
) -> dict[str, list[str]]:
    descent = place(f"{model}_descent{steps}.mg")
    return {
        "autograd": command(*_descend(loss, parameters, steps, rate), "-o", descent),
        "mgc run": command("mgc", "run", *_PRECISION, descent),
    }


def _descend(loss: str, parameters: list[str], steps: int, rate: float) -> list[str]:
    wrt = ",".join(parameters)
    return ["autograd", loss, "--wrt", wrt, "--descend", str(steps), "--lr", repr(rate)]


def _workload(
    name: str,
    model: str,
    entrants: Callable[[int], list[Entrant]],
    steps: int,
    expected: float | None = None,
) -> Workload:
    return Workload(
        name,
        f"{model}, {steps} descent steps, source text to printed losses",
        partial(entrants, steps),
        rounds=3,
        expected=expected,
    )


WORKLOADS = [
    _workload("descent100", "Transformer block", transformer_entrants, 100),
    _workload("descent200", "Transformer block", transformer_entrants, 200),
    Workload(
        "growth",
        "Transformer block, twice as many descent steps, source text to printed losses",
        growth_entrants,
        rounds=5,
    ),
    _workload(
        "attention200",
        "Attention classifier",
        attention_entrants,
        200,
        expected=attention.expected_loss(200),
    ),
]
