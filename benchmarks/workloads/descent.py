"""Descents on the transformer block without a loop: write the program, compile it, run it."""

from __future__ import annotations

from functools import partial

from benchmarks.environment import command, peer
from benchmarks.inputs import DESCENT_RATE
from benchmarks.workload import Commands, Entrant, Workload, place
from benchmarks.workloads.transformer import loss_file, parameters


def _entrants(steps: int) -> list[Entrant]:
    loss = loss_file()
    descent = place(f"descent{steps}.mg")
    wrt = ",".join(parameters())
    options = ["--wrt", wrt, "--descend", str(steps), "--lr", repr(DESCENT_RATE), "-o", descent]
    two_commands = {
        "autograd": command("autograd", loss, *options),
        "mgc run": command("mgc", "run", "--precision", "17", descent),
    }

    def other(name: str, module: str, what: str) -> Commands:
        return Commands(name, {"all": peer(module, what, str(steps))}, last=True)

    return [
        Commands("Mountain Goat, two commands", two_commands, is_ours=True, last=True),
        other("JAX, jit of all steps", "benchmarks.peers.jax_peer", "unrolled"),
        other("JAX, lax.scan (a loop)", "benchmarks.peers.jax_peer", "scanned"),
        other("HIPS autograd (a loop, interpreted)", "benchmarks.peers.hips_peer", "descend"),
    ]


WORKLOADS = [
    Workload(
        f"descent{steps}",
        f"Transformer block, {steps} descent steps, source text to printed losses",
        partial(_entrants, steps),
        rounds=1,
    )
    for steps in (100, 200)
]
