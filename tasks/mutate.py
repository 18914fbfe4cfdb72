"""The mutation report: one step for each wrong version, then the reports that join them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.mutants.catalogue import MUTANTS
from checker.mutants.mutant import Mutant
from tasks.errors import StepFailedError
from tasks.examples import examples
from tasks.step import Step

if TYPE_CHECKING:
    from checker.mutants.trial import Court

_RESULTS = "build/mutants"
_REPORTS = ("outputs/mutation_out.txt", "outputs/mutation.json", "outputs/mutation.html")
_COMPONENT = "vendor/mutation-testing-elements/mutation-test-elements.js"


def steps() -> Iterator[Step]:
    """One step for each mutant, and one for the reports."""
    programs = tuple(example.path for example in examples())
    data = tuple(str(path) for path in sorted(Path("examples/data").glob("*.json")))
    for mutant in MUTANTS:
        yield Step(
            name=mutant.id,
            sentence=f"try every check on: {mutant.sentence}",
            action=try_mutant,
            inputs=programs + data,
            targets=(f"{_RESULTS}/{mutant.id}.json",),
            # The mutant itself is an argument, so that a new entry leaves the others as they are.
            arguments={"mutant": vars(mutant), "results": _RESULTS},
        )
    yield Step(
        name="report",
        sentence=f"join the results in {_REPORTS[0]}; fails if a mutant survives",
        action=write_reports,
        inputs=(*(f"{_RESULTS}/{mutant.id}.json" for mutant in MUTANTS), _COMPONENT),
        targets=_REPORTS,
        arguments={"results": _RESULTS, "reports": _REPORTS},
    )


@cache
def _court() -> Court:
    """The checks and what they expect, worked out once a process."""
    from checker.mutants.trial import Court

    return Court(Path("examples"))


def try_mutant(mutant: dict[str, Any], results: str) -> None:
    """Run every check on one mutant and keep the trial."""
    from checker.mutants.results import write_trial

    write_trial(Path(results), _court().try_mutant(Mutant(**mutant)))


def write_reports(results: str, reports: tuple[str, str, str]) -> None:
    """Join the trials into the three reports.

    Raises:
        StepFailedError: a mutant survived; the reports are written all the same.
    """
    from checker.mutants.join import read_trials
    from checker.mutants.join import write_reports as write
    from checker.mutants.report import passes

    trials = read_trials(Path(results))
    text, document, page = map(Path, reports)
    write(trials, Path("examples"), text, document, page)
    if not passes(trials):
        raise StepFailedError(f"a mutant was not caught; see {text}")
