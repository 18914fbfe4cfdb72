"""The checks: one JSON result for each subject, and the report that joins them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from checker.figures import figures_file
from mgc.files import write_whole
from tasks.errors import StepFailedError
from tasks.examples import differentiable_examples
from tasks.step import Step

if TYPE_CHECKING:
    from checker.outcome import Outcome

REPORT = "outputs/check_autograd_out.txt"
# As `checker.suite` has them, which loads NumPy: that is not wanted where nothing is checked.
_COMMON = ("ties", "refusals", "simplified")


def steps() -> Iterator[Step]:
    """One step for each example and each common subject, then the report."""
    results = []
    for example in differentiable_examples():
        result = f"build/check/{example.name}.json"
        figures = figures_file(Path(example.path))
        results.append(result)
        yield Step(
            name=example.name,
            sentence=f"check the gradients of {example.path}",
            action=check_example,
            inputs=(example.path, *([] if figures is None else [str(figures)])),
            targets=(result,),
            arguments={"program": example.path, "target": result},
        )
    for subject in _COMMON:
        result = f"build/check/{subject}.json"
        results.append(result)
        yield Step(
            name=subject,
            sentence=f"check the {subject}",
            action=check_common,
            inputs=(),
            targets=(result,),
            arguments={"subject": subject, "target": result},
        )
    yield Step(
        name="report",
        sentence=f"join the results in {REPORT}; fails if a check fails",
        action=write_report,
        inputs=tuple(results),
        targets=(REPORT,),
        arguments={"results": results, "target": REPORT},
    )


def check_example(program: str, target: str) -> None:
    """Run the checks of one example program."""
    from checker.suite import checks_of, run_checks

    _write_results(run_checks(checks_of(Path(program))), target)


def check_common(subject: str, target: str) -> None:
    """Run the checks that belong to no example program."""
    from checker.suite import common_checks, run_checks

    _write_results(run_checks(common_checks(subject)), target)


def write_report(results: Sequence[str], target: str) -> None:
    """Join the results into the report.

    Raises:
        StepFailedError: a check failed; the report is written all the same.
    """
    from checker.outcome import Outcome
    from checker.report import report_text

    outcomes = [
        Outcome.from_json(values)
        for path in results
        for values in json.loads(Path(path).read_text())
    ]
    text = report_text(outcomes)
    write_whole(Path(target), text)
    failed = [outcome.id for outcome in outcomes if not outcome.passed]
    if failed:
        raise StepFailedError(
            f"{len(failed)} of {len(outcomes)} checks failed, see {target}: {', '.join(failed)}"
        )


def _write_results(outcomes: Sequence[Outcome], target: str) -> None:
    from checker.report import report_json

    write_whole(Path(target), report_json(outcome.without_time() for outcome in outcomes))
