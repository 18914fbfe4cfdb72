"""`doit check`: which checks run again, and what a failing one leaves behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from checker.suite import COMMON
from tasks.check import steps
from tests.tasks.project import ROOT, Project

REPORT = "outputs/check_autograd_out.txt"
DATA = "examples/data/attention_classifier.json"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked")
    project = Project.with_examples(folder, "h33_attention.mg", "m01_arithmetic.mg")
    (folder / DATA).parent.mkdir()
    shutil.copy(ROOT / DATA, folder / DATA)
    assert project.made("check") == {
        "check:h33_attention",
        "check:m01_arithmetic",
        "check:simplified",
        "check:ties",
        "check:refusals",
        "check:report",
    }
    return folder


@pytest.fixture
def project(checked: Path, tmp_path: Path) -> Project:
    shutil.copytree(checked, tmp_path / "project")
    return Project(tmp_path / "project")


def test_every_common_subject_has_a_step() -> None:
    assert [step.name for step in steps() if not step.inputs] == list(COMMON)


def test_an_edited_example_is_checked_again_alone(project: Project) -> None:
    project.edit("examples/m01_arithmetic.mg", "0.125", "0.25")
    assert project.made("check") - {"check:report"} == {"check:m01_arithmetic"}


def test_edited_figures_check_their_example_alone(project: Project) -> None:
    project.edit(DATA, "hessian_wo0_max_eigenvalue", "hessian_wo0_largest_eigenvalue")
    assert project.made("check") == {"check:h33_attention"}


def test_a_failing_check_is_status_1_and_its_report_shows_the_element(project: Project) -> None:
    project.edit(DATA, "1.1198689227626259e-05", "1.1198999227626259e-05")
    for _ in range(2):
        run = project.doit("check")
        assert run.returncode == 1
        assert "1 of 33 checks failed" in run.stderr + run.stdout
        assert "figures:h33_attention" in run.stderr + run.stdout
        assert "Traceback" not in run.stderr + run.stdout
    report = project.read(REPORT)
    assert "FAIL h33_attention: the loss and every gradient equal the figures" in report
    assert "wk0[1][0]: expected 1.1198999227626259e-05, got 1.11986892276" in report


def test_figures_that_are_no_json_are_named(project: Project) -> None:
    (project.folder / DATA).write_text("{")
    run = project.doit("descend")
    assert run.returncode == 1
    assert f"{DATA}: error: it is no JSON: Expecting property name" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr
