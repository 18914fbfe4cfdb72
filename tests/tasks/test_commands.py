"""The commands that explain: why, plan, verify, stats, graph."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tasks.project import Project

PIPELINE = ("generate", "execute", "worked_example")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = Project.with_examples(
        tmp_path_factory.mktemp("built"), "00_worked_example.mg", "m10_ties.mg"
    )
    project.made(*PIPELINE)
    return project.folder


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Project:
    shutil.copytree(built, tmp_path / "project")
    return Project(tmp_path / "project")


def why(project: Project, **environment: str) -> str:
    run = project.doit("why", *PIPELINE, environment=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_nothing_to_do_has_no_reasons(project: Project) -> None:
    assert why(project) == "8 of 8 tasks are up to date\n"


def test_an_edited_example_is_named_and_what_may_follow(project: Project) -> None:
    project.edit("examples/m10_ties.mg", "[2, 2, 0]", "[2, 4, 0]")
    assert why(project).splitlines() == [
        "generate:m10_ties would run",
        "    examples/m10_ties.mg changed",
        "execute:m10_ties would run",
        "    examples/m10_ties.mg changed",
        "execute:m10_ties_grad would run if what it reads comes out different",
        "    after generate:m10_ties",
        "5 of 8 tasks are up to date",
    ]


def test_edited_code_is_named(project: Project) -> None:
    project.edit("autograd/rules.py", "return g, -g", "return g, -(-(-g))")
    assert "    autograd/rules.py changed\n" in why(project)


def test_an_edited_action_is_named(project: Project) -> None:
    project.edit("tasks/generate.py", "source_text(gradient(", "str(source_text)(gradient(")
    assert "    write_gradient in tasks/generate.py changed\n" in why(project)


def test_a_missing_and_an_edited_output_are_named(project: Project) -> None:
    (project.folder / "outputs/run/m10_ties_out.txt").unlink()
    (project.folder / "outputs/worked_example_out.txt").write_text("wrong")
    said = why(project)
    assert "    outputs/run/m10_ties_out.txt is missing\n" in said
    assert "    outputs/worked_example_out.txt is not as it was made\n" in said


def test_a_fresh_tree_has_no_results_yet(tmp_path: Path) -> None:
    project = Project.with_examples(tmp_path / "p", "m10_ties.mg")
    assert "generate:m10_ties would run\n    no result yet\n" in project.doit("why").stdout


def test_what_the_cache_holds_would_be_restored(project: Project, tmp_path: Path) -> None:
    cache = {"MG_CACHE_DIR": str(tmp_path / "cache")}
    project.edit("examples/m10_ties.mg", "[2, 2, 0]", "[2, 4, 0]")
    project.made(*PIPELINE, environment=cache)
    project.edit("examples/m10_ties.mg", "[2, 4, 0]", "[2, 6, 0]")
    project.made(*PIPELINE, environment=cache)
    project.edit("examples/m10_ties.mg", "[2, 6, 0]", "[2, 4, 0]")
    said = why(project, **cache)
    assert said.count("would be restored from the cache") == said.count(" would ")
    assert "generate:m10_ties would be restored" in said
    restored = {line.split()[0] for line in said.splitlines() if " would " in line}
    assert project.restored(*PIPELINE, environment=cache) == restored


def test_a_plan_lists_what_would_be_written_and_writes_nothing(project: Project) -> None:
    project.edit("examples/m10_ties.mg", "[2, 2, 0]", "[2, 4, 0]")
    before = project.read("outputs/run/m10_ties_out.txt")
    said = project.doit("plan", *PIPELINE).stdout
    assert "run      generate:m10_ties -> outputs/generated/m10_ties_grad.mg\n" in said
    assert "perhaps  execute:m10_ties_grad -> outputs/run/m10_ties_grad_out.txt\n" in said
    assert "2 would run, 1 may follow, 0 would come from the cache, 5 are up to date" in said
    assert project.read("outputs/run/m10_ties_out.txt") == before


def test_outputs_that_come_out_the_same_are_verified(project: Project) -> None:
    run = project.doit("verify", *PIPELINE)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "verify: all 8 files of outputs/ came out the same" in run.stdout


def test_an_output_that_is_not_reproduced_is_shown_where_it_differs(project: Project) -> None:
    path = project.folder / "outputs/worked_example_out.txt"
    path.write_text(path.read_text().replace("[[26]]", "[[27]]"))
    run = project.doit("verify", *PIPELINE)
    assert run.returncode == 1
    assert "outputs/worked_example_out.txt differs" in run.stdout
    assert "line 2 is  [[27]]" in run.stdout
    assert "1 problems in 8 files" in run.stdout


def test_an_action_that_reads_more_than_it_declares_fails_the_rebuild(project: Project) -> None:
    (project.folder / "secret.txt").write_text("secret")
    project.edit(
        "tasks/worked_example.py",
        "write_whole(Path(target), ",
        'write_whole(Path(target), Path("secret.txt").read_bytes() + ',
    )
    run = project.doit("verify", *PIPELINE)
    assert run.returncode == 1
    assert "secret.txt" in run.stdout


def test_the_statistics_count_what_was_made(project: Project) -> None:
    said = project.doit("stats").stdout
    assert "hits: 0," in said
    assert "misses: 8," in said
    assert "switched off" in said


def test_the_graph_has_an_arrow_for_each_file_that_is_read(project: Project) -> None:
    run = project.doit("graph", *PIPELINE, environment={"PATH": "/nowhere"})
    assert "build/graph.dot" in run.stdout
    text = project.read("build/graph.dot")
    assert '"generate:m10_ties" -> "execute:m10_ties_grad"' in text
    assert '"examples/m10_ties.mg" -> "generate:m10_ties"' in text


def test_the_graph_is_drawn_where_graphviz_is_installed(project: Project, tmp_path: Path) -> None:
    dot = tmp_path / "dot"
    dot.write_text("#!/bin/sh\necho '<svg/>'\n")
    dot.chmod(0o755)
    run = project.doit("graph", *PIPELINE, environment={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    assert run.stdout == "build/graph.svg\n"
    assert project.read("build/graph.svg") == "<svg/>\n"
