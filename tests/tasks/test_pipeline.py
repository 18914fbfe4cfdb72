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


def test_a_mistake_in_an_example_is_shown_at_its_place_and_the_others_go_on(
    project: Project,
) -> None:
    project.write("examples/own.mg", "# wrt: w\nlet w = [[1.0]]\nprint w *\n")
    project.edit("examples/m10_ties.mg", "[2, 2, 0]", "[2, 2, 1]")
    run = project.doit(*PIPELINE)
    assert run.returncode == 1
    assert (
        "FAILED generate:own: examples/own.mg:3:10: error: unfinished expression: "
        "expected a value\nprint w *\n         ^\n"
    ) in run.stdout
    assert "execute:m10_ties_grad\n" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


def test_an_example_that_is_no_text_fails_alone(project: Project) -> None:
    (project.folder / "examples/latin.mg").write_bytes(b"# wrt: w\n# caf\xe9\nlet w = [[1.0]]\n")
    (project.folder / "examples/folder.mg").mkdir()
    run = project.doit(*PIPELINE)
    assert run.returncode == 2
    assert "FAILED generate:latin: examples/latin.mg: error: not UTF-8 text" in run.stdout
    assert "FAILED execute:folder: examples/folder.mg: error: cannot read it: Is a" in run.stdout
    assert f"{len(ALL)} up to date" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("m10_ties_grad", "run examples/m10_ties_grad.mg, and run outputs/generated/m10_ties_grad"),
        ("ties", "check the gradients of examples/ties.mg, and check the ties; rename an example"),
        ("a=b", "cannot write the gradient program of examples/a=b.mg: its name holds a '='"),
    ],
)
def test_an_example_whose_name_is_taken_is_named(project: Project, name: str, said: str) -> None:
    project.write(f"examples/{name}.mg", "# wrt: w\nlet w = [[1.0]]\nprint w\n")
    run = project.doit()
    assert run.returncode == 3
    assert said in run.stderr
    assert "Traceback" not in run.stdout + run.stderr


def test_what_a_deleted_example_made_goes_unless_somebody_edited_it(project: Project) -> None:
    own = "# wrt: w\nlet w = [[1.0]]\nprint w\n"
    for name in ("one", "two"):
        project.write(f"examples/{name}.mg", own)
    project.made(*PIPELINE)
    outputs = [
        project.folder / "outputs" / file
        for name in ("one", "two")
        for file in (f"generated/{name}_grad.mg", f"run/{name}_out.txt", f"run/{name}_grad_out.txt")
    ]
    assert all(path.is_file() for path in outputs)
    for name in ("one", "two"):
        (project.folder / f"examples/{name}.mg").unlink()
    project.write("outputs/run/two_out.txt", "edited")
    run = project.doit("generate")
    assert "doit: removed outputs/run/one_grad_out.txt, which nothing makes any more" in run.stderr
    left = [path.relative_to(project.folder).as_posix() for path in outputs if path.exists()]
    assert left == ["outputs/run/two_out.txt"]
    assert project.read("outputs/run/two_out.txt") == "edited"
    assert project.doit("generate").stderr == ""


def test_a_missing_example_is_named(project: Project) -> None:
    run = project.doit("descend")
    assert run.returncode == 2
    assert "examples/h33_attention.mg: error: it is missing, and this step reads it" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


def test_a_folder_that_cannot_be_made_is_named(project: Project) -> None:
    shutil.rmtree(project.folder / "outputs")
    project.write("outputs", "a file")
    run = project.doit("generate")
    assert run.returncode == 2
    assert "outputs/generated: error: Not a directory" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr
