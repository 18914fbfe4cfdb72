"""What CI does: its file is well formed, and its steps share results between clones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tasks.project import ROOT, Project

WORKFLOW = ROOT / ".github/workflows/ci.yml"


def valid(workflow: Path) -> bool:
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    run = subprocess.run(
        [sys.executable, *command, str(workflow)], capture_output=True, text=True, check=False
    )
    return run.returncode == 0


def test_the_workflow_follows_githubs_schema() -> None:
    assert valid(WORKFLOW)


def test_a_workflow_that_does_not_follow_the_schema_is_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "ci.yml"
    wrong.write_text(WORKFLOW.read_text().replace("runs-on:", "runs_on:"))
    assert not valid(wrong)


def test_a_second_clone_with_the_same_cache_executes_nothing(tmp_path: Path) -> None:
    cache = {"MG_CACHE_DIR": str(tmp_path / "cache")}
    tasks = ("generate", "execute", "worked_example", "check")
    examples = ("00_worked_example.mg", "m10_ties.mg")
    first = Project.with_examples(tmp_path / "first", *examples)
    made = first.made(*tasks, environment=cache)
    second = Project.with_examples(tmp_path / "second", *examples)
    assert second.restored(*tasks, environment=cache) == made
    assert second.made(*tasks, environment=cache) == set()
    for path in (first.folder / "outputs").rglob("*.*"):
        relative = str(path.relative_to(first.folder))
        assert second.read(relative) == first.read(relative)
    assert f"hits: {len(made)}," in second.doit("stats", environment=cache).stdout


@pytest.mark.parametrize("count", [1, 3])
def test_shards_together_make_the_whole_group(tmp_path: Path, count: int) -> None:
    cache = {"MG_CACHE_DIR": str(tmp_path / "cache")}
    examples = ("00_worked_example.mg", "m10_ties.mg", "m02_scalars.mg", "m03_broadcast.mg")
    for shard in range(1, count + 1):
        clone = Project.with_examples(tmp_path / f"clone{shard}", *examples)
        run = subprocess.run(
            [sys.executable, "-m", "tasks.shard", "execute", f"{shard}/{count}"],
            cwd=clone.folder,
            env={**clone.environment, **cache},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
    joined = Project.with_examples(tmp_path / "joined", *examples)
    assert len(joined.restored("execute", environment=cache)) == 12


def test_a_shard_that_makes_no_sense_is_wrong_use() -> None:
    run = subprocess.run([sys.executable, "-m", "tasks.shard", "mutate", "4/3"], check=False)
    assert run.returncode == 2
