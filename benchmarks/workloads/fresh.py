"""From the source text of the transformer block's loss to printed gradients, in a fresh process."""

from __future__ import annotations

from benchmarks.environment import WARM_CACHE, command, ours, peer
from benchmarks.workload import Commands, Entrant, Workload, place
from benchmarks.workloads.transformer import loss_file, parameters


def _entrants() -> list[Entrant]:
    loss = loss_file()
    gradient = place("fresh_gradient.mg")
    wrt = ",".join(parameters())
    two_commands = {
        "autograd": command("autograd", loss, "--wrt", wrt, "-o", gradient),
        "mgc run": command("mgc", "run", gradient),
    }
    one_command = {"all": command("autograd", loss, "--wrt", wrt, "--run")}

    def other(name: str, module: str) -> Commands:
        return Commands(name, {"all": peer(f"benchmarks.peers.{module}", "fresh", "transformer")})

    return [
        Commands(
            "Mountain Goat, from Python",
            {"all": ours("benchmarks.ours.gradients", loss)},
            is_ours=True,
        ),
        Commands("Mountain Goat, two commands", two_commands, is_ours=True),
        Commands("Mountain Goat, one command", one_command, is_ours=True),
        Commands(
            "Mountain Goat, two commands, warm cache",
            two_commands,
            is_ours=True,
            environment=WARM_CACHE,
        ),
        Commands(
            "Mountain Goat, one command, warm cache",
            one_command,
            is_ours=True,
            environment=WARM_CACHE,
        ),
        other("JAX, jit", "jax_peer"),
        other("PyTorch, eager", "torch_peer"),
        other("HIPS autograd", "hips_peer"),
    ]


WORKLOAD = Workload(
    "fresh",
    "Transformer block, source text to printed gradients in a fresh process",
    _entrants,
    rounds=5,
    # Six digits are printed.
    tolerance=1e-5,
)
