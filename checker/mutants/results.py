"""Trials as files, one for each mutant."""

from __future__ import annotations

import json
from pathlib import Path

from checker.mutants.trial import Trial
from mgc.files import write_whole


def result_path(folder: Path, mutant: str) -> Path:
    """Where a mutant's trial is kept."""
    return folder / f"{mutant}.json"


def write_trial(folder: Path, trial: Trial) -> None:
    """Keep a trial."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(result_path(folder, trial.mutant), json.dumps(trial.to_json(), indent=1) + "\n")
