"""The mutation reports, from trials that are made up."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from checker.errors import MissingTrialError
from checker.mutants.__main__ import main
from checker.mutants.catalogue import MUTANTS
from checker.mutants.join import read_trials, write_reports
from checker.mutants.page import COMPONENT, report_page
from checker.mutants.report import only_killers, passes, report_text
from checker.mutants.results import write_trial
from checker.mutants.stryker import report_document
from checker.mutants.trial import Fate, Trial
from checker.suite import all_checks

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
SCHEMA = json.loads(
    (ROOT / "vendor/mutation-testing-elements/mutation-testing-report-schema.json").read_text()
)


def trials(**fates: Trial) -> list[Trial]:
    """A trial for every mutant: killed by one check, but for those given."""
    killed = ["gradients:m01_arithmetic", "gradients:m02_scalars"]
    return [
        fates.get(mutant.id.replace("-", "_"), Trial(mutant.id, Fate.KILLED, killed, [], "a[0][0]"))
        for mutant in MUTANTS
    ]


def test_killed_and_crashed_mutants_pass_and_others_do_not() -> None:
    assert passes(trials(seed=Trial("seed", Fate.CRASHED)))
    for fate in (Fate.SURVIVED, Fate.NOT_REACHED, Fate.TIMED_OUT):
        assert not passes(trials(seed=Trial("seed", fate)))


def test_the_text_says_what_became_of_each_mutant() -> None:
    text = report_text(
        trials(
            seed=Trial("seed", Fate.SURVIVED),
            reshape=Trial("reshape", Fate.CRASHED, [], ["gradients:m07_reshape"], "ValueError: no"),
        )
    )
    assert "the loss is differentiated with a seed of 2\n    SURVIVED" in text
    assert "crashed: 1 check could not finish\n        ValueError: no" in text
    assert f"{len(MUTANTS)} mutants: {len(MUTANTS) - 2} killed, 1 crashed, 1 survived." in text


def test_a_check_that_alone_kills_a_mutant_is_named_with_it() -> None:
    alone = Trial("seed", Fate.KILLED, ["ties:rows"])
    assert only_killers(trials(seed=alone)) == {"ties:rows": ["seed"]}
    assert "    ties:rows: seed\n" in report_text(trials(seed=alone))


def test_what_the_big_programs_miss_is_counted() -> None:
    caught = Trial("seed", Fate.KILLED, ["hand:h33_attention"])
    assert "alone catch\n1 and miss 24." in report_text(trials(seed=caught))


def test_the_document_is_valid_in_stryker_s_schema() -> None:
    document = report_document(trials(), all_checks(EXAMPLES))
    jsonschema.validate(document, SCHEMA)
    assert sum(len(file["mutants"]) for file in document["files"].values()) == len(MUTANTS)


def test_the_document_points_at_the_text_that_a_mutant_replaces() -> None:
    document = report_document(trials(), all_checks(EXAMPLES))
    by_id = {mutant.id: mutant for mutant in MUTANTS}
    for file in document["files"].values():
        lines = file["source"].splitlines()
        for entry in file["mutants"]:
            start = entry["location"]["start"]
            first = by_id[entry["id"]].before.splitlines()[0]
            assert lines[start["line"] - 1][start["column"] - 1 :].startswith(first)


def test_the_page_holds_the_matrix_and_needs_no_other_file() -> None:
    checks = all_checks(EXAMPLES)
    page = report_page(trials(), checks, report_document(trials(), checks), COMPONENT)
    assert page.count("<tr><th title=") == len(MUTANTS)
    assert "<script src" not in page
    assert "<link" not in page


def test_merging_kept_results_gives_the_same_bytes_each_time(tmp_path: Path) -> None:
    for trial in trials():
        write_trial(tmp_path / "results", trial)
    assert read_trials(tmp_path / "results") == trials()
    for name in ("once", "twice"):
        (tmp_path / name).mkdir()
        arguments = ["--merge", "--results", str(tmp_path / "results"), "--examples", str(EXAMPLES)]
        assert main([*arguments, "--outputs", str(tmp_path / name)]) == 0
    for path in (tmp_path / "once").iterdir():
        assert path.read_bytes() == (tmp_path / "twice" / path.name).read_bytes()


def test_a_survivor_is_status_1_and_reported(tmp_path: Path) -> None:
    for trial in trials(seed=Trial("seed", Fate.SURVIVED)):
        write_trial(tmp_path, trial)
    arguments = ["--merge", "--results", str(tmp_path), "--examples", str(EXAMPLES)]
    assert main([*arguments, "--outputs", str(tmp_path)]) == 1
    assert "SURVIVED" in (tmp_path / "mutation_out.txt").read_text()


def test_a_missing_result_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingTrialError, match=MUTANTS[0].id):
        read_trials(tmp_path)


def test_reports_are_written_beside_each_other(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.txt", "a.json", "a.html")]
    write_reports(trials(), EXAMPLES, *files)
    assert all(file.stat().st_size > 1000 for file in files)
