"""`python -m checker.mutants`: try every mutant, or one share of them, and report."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from checker.errors import KilledTrialError
from checker.mutants.catalogue import MUTANTS
from checker.mutants.join import read_trials, write_reports
from checker.mutants.mutant import Mutant
from checker.mutants.report import passes
from checker.mutants.results import write_trial
from checker.mutants.trial import Court, Trial
from mgc.command import finished

_EXAMPLE = """\
examples:
  python -m checker.mutants                     try all and write the reports
  python -m checker.mutants --shard 1/3         try the first third, keep the results
  python -m checker.mutants --merge             write the reports from kept results
"""

# Set before the workers are forked, so that they inherit what it has prepared.
_court: Court


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 if every mutant is killed or crashed, 1 if not, 2 for wrong use."""
    parser = _parser()
    options = parser.parse_args(argv)
    results, outputs = Path(options.results), Path(options.outputs)
    trials: list[Trial] = []

    def work() -> None:
        if not options.merge:
            for trial in _try_all(_share(parser, options.shard), Path(options.examples)):
                write_trial(results, trial)
        if options.shard is None:
            trials.extend(read_trials(results))
            write_reports(
                trials,
                Path(options.examples),
                outputs / "mutation_out.txt",
                outputs / "mutation.json",
                outputs / "mutation.html",
            )

    return finished(work) or (0 if passes(trials) else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m checker.mutants",
        description="Try wrong versions of the differentiator against every check.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--shard", metavar="I/N", help="only the I-th of N shares of the mutants")
    parser.add_argument("--merge", action="store_true", help="report from kept results alone")
    parser.add_argument("--results", default="build/mutants", metavar="DIR", help="kept results")
    parser.add_argument("--outputs", default="outputs", metavar="DIR", help="the reports")
    parser.add_argument("--examples", default="examples", metavar="DIR", help="the programs")
    return parser


def _share(parser: argparse.ArgumentParser, shard: str | None) -> Sequence[Mutant]:
    if shard is None:
        return MUTANTS
    match = re.fullmatch(r"(\d+)/(\d+)", shard)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        parser.error(f"--shard must be I/N with I from 1 to N, not {shard}")
    return MUTANTS[int(match[1]) - 1 :: int(match[2])]


def _try_all(mutants: Sequence[Mutant], examples: Path) -> Iterator[Trial]:
    """Trials in parallel, as they end; progress goes to standard error."""
    global _court
    _court = Court(examples)
    forking = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=forking) as pool:
        trials = [pool.submit(_try, mutant) for mutant in mutants]
        for done, ended in enumerate(as_completed(trials), start=1):
            try:
                trial = ended.result()
            except BrokenProcessPool:
                raise KilledTrialError(
                    "error: a process that tried mutants was killed, perhaps for want of memory; "
                    "try a share of the mutants with --shard"
                ) from None
            print(f"{done:3}/{len(mutants)} {trial.fate:11} {trial.mutant}", file=sys.stderr)
            yield trial


def _try(mutant: Mutant) -> Trial:
    return _court.try_mutant(mutant)


if __name__ == "__main__":
    sys.exit(main())
