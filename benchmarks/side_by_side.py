"""Measure Mountain Goat and other systems side by side, on one core and one thread.

    ./dev python -m benchmarks.side_by_side                  everything, some minutes
    ./dev python -m benchmarks.side_by_side call matmul      these workloads
    ./dev python -m benchmarks.side_by_side --ours           Mountain Goat alone

The other systems are installed into an environment of their own under `build/` on the first call.
The systems take turns in every round, so that a disturbance of the machine meets them all. One that
has taken more than a minute is not measured again.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from benchmarks.environment import (
    BUILD,
    PeersMissingError,
    machine,
    peer_versions,
    prepare_peers,
    use_one_core,
)
from benchmarks.table import table
from benchmarks.workload import Entrant, EntrantFailedError, Round, Workload
from benchmarks.workloads import WORKLOADS

_ENOUGH_SECONDS = 60.0


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; returns the exit status, 1 if systems disagree, 2 if they are missing."""
    by_name = {workload.name: workload for workload in WORKLOADS}
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.side_by_side",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", help=", ".join(by_name))
    parser.add_argument("--rounds", type=int, metavar="N", help="other than each workload's own")
    parser.add_argument("--ours", action="store_true", help="measure Mountain Goat alone")
    options = parser.parse_args(argv)
    unknown = [name for name in options.workloads if name not in by_name]
    if unknown:
        parser.error(f"no workload '{unknown[0]}'; there are {', '.join(by_name)}")
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes a number of 1 or more")
    BUILD.mkdir(parents=True, exist_ok=True)
    use_one_core()
    try:
        if not options.ours:
            prepare_peers()
        others = "" if options.ours else f"; {peer_versions()}"
        print(f"{machine()}{others}\n", flush=True)
        for name in options.workloads or by_name:
            workload = by_name[name]
            measured = _measure(workload, options.rounds or workload.rounds, options.ours)
            print(table(workload.title, measured), flush=True)
    except PeersMissingError as error:
        print(f"cannot install the other systems (--ours goes without): {error}", file=sys.stderr)
        return 2
    except EntrantFailedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _measure(workload: Workload, rounds: int, only_ours: bool) -> dict[str, list[Round]]:
    with ExitStack() as stack:
        entrants = [
            stack.enter_context(entrant)
            for entrant in workload.entrants()
            if entrant.is_ours or not only_ours
        ]
        measured: dict[str, list[Round]] = {entrant.name: [] for entrant in entrants}
        for number in range(rounds):
            for entrant in entrants:
                if sum(one.seconds for one in measured[entrant.name]) > _ENOUGH_SECONDS:
                    continue
                print(f"{workload.name}: {number + 1} of {rounds}, {entrant.name}", file=sys.stderr)
                measured[entrant.name].append(entrant.measure())
        _compare(entrants, workload)
    return measured


def _compare(entrants: Sequence[Entrant], workload: Workload) -> None:
    expected, whose = workload.expected, "the independent figure is"
    if expected is None:
        expected, whose = entrants[0].result(), entrants[0].name
    for entrant in entrants:
        if not math.isclose(entrant.result(), expected, rel_tol=workload.tolerance):
            raise EntrantFailedError(
                f"{entrant.name} computes {entrant.result()!r}, {whose} {expected!r}"
            )


if __name__ == "__main__":
    sys.exit(main())
