"""The three reports, from the kept trials of all mutants."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from checker.errors import MissingTrialError
from checker.mutants.catalogue import MUTANTS
from checker.mutants.page import COMPONENT, report_page
from checker.mutants.report import report_text
from checker.mutants.results import result_path
from checker.mutants.stryker import report_document
from checker.mutants.trial import Trial
from checker.suite import all_checks
from mgc.files import write_whole


def read_trials(folder: Path) -> list[Trial]:
    """The trials of all mutants, in the catalogue's order.

    Raises:
        MissingTrialError: one is missing.
    """
    trials = []
    for mutant in MUTANTS:
        try:
            values = json.loads(result_path(folder, mutant.id).read_text())
        except OSError:
            raise MissingTrialError(
                f"no result for mutant {mutant.id} in {folder}; run its shard first"
            ) from None
        trials.append(Trial.from_json(values))
    return trials


def write_reports(
    trials: Sequence[Trial], examples: Path, text: Path, document: Path, page: Path
) -> None:
    """Write the report as text, in Stryker's schema and as a page."""
    checks = all_checks(examples)
    values = report_document(trials, checks)
    write_whole(text, report_text(trials))
    write_whole(document, json.dumps(values, indent=1) + "\n")
    write_whole(page, report_page(trials, checks, values, COMPONENT))
