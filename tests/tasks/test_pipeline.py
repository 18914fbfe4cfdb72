"""The pipeline: what is made, and what is made again."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.tasks.project import Project

ALL = {
    "generate:00_worked_example",
    "generate:m10_ties",
    "execute:00_worked_example",
    "execute:00_worked_example_grad",
    "execute:m10_ties",
    "execute:m10_ties_grad",
    "worked_example:worked_example_generated",
    "worked_example:worked_example_out",
}
TIES = {"generate:m10_ties", "execute:m10_ties", "execute:m10_ties_grad"}
PIPELINE = ("generate", "execute", "worked_example")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    project = Project.with_examples(folder, "00_worked_example.mg", "m10_ties.mg")
    assert project.made(*PIPELINE) == ALL
    return folder


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Project:
    shutil.copytree(built, tmp_path / "project")
    return Project(tmp_path / "project")


def test_a_second_run_makes_nothing(project: Project) -> None:
    assert project.made(*PIPELINE) == set()


def test_an_edited_example_remakes_only_what_follows_from_it(project: Project) -> None:
    project.edit("examples/m10_ties.mg", "[2, 2, 0]", "[2, 4, 0]")
    assert project.made(*PIPELINE) == TIES
    assert "[0,   1,   0]" in project.read("outputs/run/m10_ties_grad_out.txt")


def test_an_example_whose_gradient_program_comes_out_equal_stops_there(project: Project) -> None:
    project.edit("examples/m10_ties.mg", "# A maximum", "# The maximum")
    assert project.made(*PIPELINE) == {"generate:m10_ties", "execute:m10_ties"}


def test_a_new_time_of_change_remakes_nothing(project: Project) -> None:
    for path in (project.folder / "examples").iterdir():
        path.touch()
    assert project.made(*PIPELINE) == set()


def test_an_output_that_somebody_edited_is_made_again(project: Project) -> None:
    before = project.read("outputs/worked_example_out.txt")
    (project.folder / "outputs/worked_example_out.txt").write_text("wrong")
    assert project.made(*PIPELINE) == {"worked_example:worked_example_out"}
    assert project.read("outputs/worked_example_out.txt") == before


def test_edited_rules_remake_the_gradient_programs_and_what_they_change(project: Project) -> None:
    project.edit("autograd/rules.py", "return g, -g", "return g, -(-(-g))")
    assert project.made(*PIPELINE) == {"generate:00_worked_example", "generate:m10_ties"}


def test_edited_descent_code_remakes_nothing(project: Project) -> None:
    project.edit("autograd/descent_program.py", "---- start", "---- begin")
    assert project.made(*PIPELINE) == set()


def test_two_processes_make_the_same_files(built: Path, tmp_path: Path) -> None:
    project = Project.with_examples(tmp_path / "p", "00_worked_example.mg", "m10_ties.mg")
    assert project.made("-n", "2", *PIPELINE) == ALL
    for path in (built / "outputs").rglob("*.*"):
        assert project.read(str(path.relative_to(built))) == path.read_text()


def test_every_task_is_explained_in_a_line(project: Project) -> None:
    listing = project.doit("list", "--all").stdout.splitlines()
    assert len(listing) >= len(ALL)
    assert all(len(line.split(maxsplit=1)) == 2 for line in listing)


def compiler(folder: Path, code: str) -> str:
    path = folder / "other-mgc"
    path.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    path.chmod(0o755)
    return str(path)


def test_an_external_compiler_gives_the_same_outputs(project: Project, tmp_path: Path) -> None:
    forwarding = compiler(tmp_path, "from mgc.cli import main\nsys.exit(main(sys.argv[1:]))")
    before = project.read("outputs/worked_example_out.txt")
    assert project.made(*PIPELINE, environment={"MGC": forwarding})
    assert project.read("outputs/worked_example_out.txt") == before
    assert project.made(*PIPELINE, environment={"MGC": forwarding}) == set()


def test_an_external_compiler_that_fails_is_reported_and_leaves_the_outputs(
    project: Project, tmp_path: Path
) -> None:
    failing = compiler(tmp_path, "sys.exit('this compiler is on strike')")
    before = project.read("outputs/worked_example_out.txt")
    run = project.doit(*PIPELINE, environment={"MGC": failing})
    assert run.returncode != 0
    assert "this compiler is on strike" in run.stdout + run.stderr
    assert project.read("outputs/worked_example_out.txt") == before


def test_a_missing_external_compiler_is_named(project: Project) -> None:
    run = project.doit(*PIPELINE, environment={"MGC": "/nowhere/mgc"})
    assert run.returncode != 0
    assert "/nowhere/mgc" in run.stdout + run.stderr
