"""What is left to gain: the transformer block's gradients against what one core can do.

    ./dev python -m benchmarks.roofline

The work is counted from the program after the compiler's passes, and the rates are measured in
turns with the program. Exponentials that underflow and zeros that are divided are left out, since
code may leave them out: most scores of the attention are masked. The bound is the time of the
busiest part of the core; code for the same operations cannot be much below it.
"""

from __future__ import annotations

from pathlib import Path

import mgc
from benchmarks import core_rates
from benchmarks.environment import BUILD, machine, use_one_core
from benchmarks.ours.compiled import CompiledProgram
from benchmarks.table import columns, time_text
from benchmarks.timing import best_in_turns
from benchmarks.work import work, work_on_zeros
from benchmarks.workloads.transformer import gradient_file
from mgc.passes.pipeline import run_passes

_KINDS = {
    "multiply_adds": "multiply-adds of products",
    "simple": "other additions, multiplications, comparisons",
    "divisions": "divisions, but of zeros, and square roots",
    "exponentials": "exponentials, but those that are 0, and logarithms",
    "necessary_bytes": "bytes of constants and results",
    "moved_bytes": "bytes, if each operation were a pass over memory",
}
# What the same units of the core do, one after the other. The divider and the cache work beside
# them.
_ONE_AFTER_THE_OTHER = ("multiply_adds", "simple", "exponentials")
_BESIDE = ("divisions", "necessary_bytes")
_ROUNDS = 15


def main() -> None:
    """Count, measure, print."""
    BUILD.mkdir(parents=True, exist_ok=True)
    use_one_core()
    program = mgc.parse(Path(gradient_file()))
    optimised = run_passes(program)
    counted, on_zeros = work(optimised), work_on_zeros(optimised)
    counted.divisions -= on_zeros.divisions
    counted.exponentials -= on_zeros.exponentials
    probes = core_rates.probes()
    calls = {kind: probe.call for kind, probe in probes.items()}
    best = best_in_turns({"program": CompiledProgram(program), **calls}, _ROUNDS)
    rates = {kind: probe.amount / best[kind] for kind, probe in probes.items()}
    times = {kind: getattr(counted, kind) / rate for kind, rate in rates.items()}
    rows = [
        (
            name,
            f"{getattr(counted, kind):,}",
            f"{rates[kind] / 1e9:.3g} G/s",
            time_text(times[kind]),
        )
        for kind, name in _KINDS.items()
    ]
    one_after_the_other = sum(times[kind] for kind in _ONE_AFTER_THE_OTHER)
    bound = max(one_after_the_other, *(times[kind] for kind in _BESIDE))
    operations = counted.floating_point_operations
    print(f"{machine()}\n")
    print("### Transformer block, loss and 16 gradients: work and the rates of one core\n")
    print(columns([("work", "amount", "rate", "time"), *rows]))
    print(
        f"\n{operations:,} floating-point operations, "
        f"{operations / counted.necessary_bytes:.3g} for each byte of constants and results.\n"
        f"Bound: {time_text(bound)}. Measured: {time_text(best['program'])} a call; "
        f"the bound is {bound / best['program']:.0%} of it."
    )


if __name__ == "__main__":
    main()
