"""Random edits: an incremental build ends with the bytes of a clean one."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.tasks.project import Project

PIPELINE = ("generate", "execute", "worked_example")
EXAMPLES = ("00_worked_example.mg", "m10_ties.mg", "m02_scalars.mg")
SEQUENCES = 3
EDITS = 3


def change_a_number(project: Project, random: Random) -> None:
    path = project.folder / "examples" / random.choice(EXAMPLES)
    if path.exists():
        path.write_text(path.read_text().replace("2.0", f"2.{random.randrange(1, 5)}"))


def change_a_comment(project: Project, random: Random) -> None:
    path = project.folder / "examples/00_worked_example.mg"
    path.write_text(f"# {random.random()}\n{path.read_text()}")


def damage_an_output(project: Project, random: Random) -> None:
    random.choice(sorted((project.folder / "outputs/run").iterdir())).write_text("wrong")


def remove_an_output(project: Project, random: Random) -> None:
    random.choice(sorted((project.folder / "outputs/generated").iterdir())).unlink()


def add_an_example(project: Project, random: Random) -> None:
    text = (project.folder / "examples/00_worked_example.mg").read_text()
    (project.folder / f"examples/n{random.randrange(3)}.mg").write_text(text)


def change_a_rule(project: Project, random: Random) -> None:
    path = project.folder / "autograd/rules.py"
    path.write_text(path.read_text().replace("return g, -g", "return g, -(-(-g))"))


EDIT_KINDS = (
    change_a_number,
    change_a_comment,
    damage_an_output,
    remove_an_output,
    add_an_example,
    change_a_rule,
)


def outputs(project: Project) -> dict[str, bytes]:
    folder = project.folder / "outputs"
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_an_incremental_build_equals_a_clean_one(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    project = Project.with_examples(tmp_path / "project", *EXAMPLES)
    cache = {"MG_CACHE_DIR": str(tmp_path / "cache")}
    project.made(*PIPELINE, environment=cache)
    for _ in range(EDITS):
        for edit in random.sample(EDIT_KINDS, 2):
            edit(project, random)
        project.made(*PIPELINE, environment=cache)
        clean = Project(tmp_path / "clean")
        shutil.copytree(project.folder, clean.folder, ignore=shutil.ignore_patterns("build"))
        shutil.rmtree(clean.folder / "outputs")
        clean.made(*PIPELINE)
        assert outputs(project) == outputs(clean)
        shutil.rmtree(clean.folder)
