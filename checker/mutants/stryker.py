"""The mutation report in Stryker's schema, the form that the field's tools read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.check import Check
from checker.mutants.apply import source_of
from checker.mutants.catalogue import MUTANTS
from checker.mutants.mutant import Mutant
from checker.mutants.trial import Fate, Trial

_STATUS = {
    Fate.KILLED: "Killed",
    Fate.CRASHED: "RuntimeError",
    Fate.SURVIVED: "Survived",
    Fate.NOT_REACHED: "NoCoverage",
    Fate.TIMED_OUT: "Timeout",
}


def report_document(trials: Sequence[Trial], checks: Sequence[Check]) -> dict[str, Any]:
    """The report as JSON values: for each module its text and its mutants, and the checks."""
    by_id = {mutant.id: mutant for mutant in MUTANTS}
    files: dict[str, Any] = {}
    for trial in trials:
        mutant = by_id[trial.mutant]
        source = source_of(mutant)
        entry = files.setdefault(
            mutant.module, {"language": "python", "source": source, "mutants": []}
        )
        entry["mutants"].append(_mutant(mutant, trial, source))
    tests = [{"id": check.id, "name": check.sentence} for check in checks]
    return {
        "schemaVersion": "2",
        "thresholds": {"high": 100, "low": 90},
        "framework": {"name": "Mountain Goat checker"},
        "files": dict(sorted(files.items())),
        "testFiles": {"checker": {"tests": tests}},
    }


def _mutant(mutant: Mutant, trial: Trial, source: str) -> dict[str, Any]:
    start = source.index(mutant.before)
    return {
        "id": mutant.id,
        "mutatorName": mutant.sentence.split(":")[0],
        "description": mutant.sentence,
        "replacement": mutant.after,
        "location": {
            "start": _position(source, start),
            "end": _position(source, start + len(mutant.before)),
        },
        "status": _STATUS[trial.fate],
        "statusReason": trial.reason,
        "killedBy": trial.killed_by,
    }


def _position(source: str, offset: int) -> dict[str, int]:
    """Line and column, both from 1."""
    before = source[:offset]
    return {"line": before.count("\n") + 1, "column": offset - before.rfind("\n")}
