"""Which code counts for an action."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tasks import cost, descend, generate, mutate, run, worked_example
from tasks.code import _analyse, code_behind
from tests.tasks.project import ROOT


def test_gradients_do_not_depend_on_the_descent() -> None:
    assert "autograd/descent_program.py" not in code_behind(generate.write_gradient)
    assert "autograd/rules.py" in code_behind(generate.write_gradient)


def test_a_package_that_is_used_brings_what_it_loads_lazily() -> None:
    assert "autograd/descent_program.py" in code_behind(descend.write_descent)


def test_running_a_program_does_not_depend_on_the_differentiator() -> None:
    names = code_behind(run.write_output)
    assert "mgc/codegen/module.py" in names
    assert not [name for name in names if name.startswith(("autograd/", "checker/"))]


def test_executables_depend_on_their_sources_in_c() -> None:
    assert "mgc/runtime/print.c" in code_behind(cost.measure_variant)


def test_modules_that_are_imported_by_name_count() -> None:
    assert "autograd/cli.py" in code_behind(mutate.try_mutant)


@pytest.mark.parametrize(
    "action", [generate.write_gradient, run.write_output, worked_example.copy, mutate.try_mutant]
)
def test_the_machinery_of_the_pipeline_makes_no_result(action: object) -> None:
    assert (
        not {"tasks/step.py", "tasks/cache.py", "tasks/perform.py"}
        & code_behind(
            action  # type: ignore[arg-type]
        ).keys()
    )


def test_what_an_action_imports_when_it_runs_is_covered(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    script = (
        "import sys; from tasks.generate import write_gradient as w\n"
        "before = set(sys.modules)\n"
        "w('examples/00_worked_example.mg', ('w',), 0, 'out.mg', None)\n"
        "print(*(m for m in set(sys.modules) - before if m.split('.')[0] in ('autograd', 'mgc')))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    counted = code_behind(generate.write_gradient)
    for module in said.stdout.split():
        stem = module.replace(".", "/")
        assert {f"{stem}.py", f"{stem}/__init__.py"} & counted.keys(), module


def digest(source: str, function: str | None = None) -> str:
    return _analyse(ast.parse(source), function).digest


def test_comments_and_layout_do_not_count() -> None:
    assert digest("a = 1\n") == digest("# one\na  =  1  # is one\n")
    assert digest("a = 1\n") != digest("a = 2\n")


def test_of_its_own_module_only_what_the_action_reaches_counts() -> None:
    source = "LIMIT = 1\nOTHER = 2\ndef helper(): return LIMIT\ndef act(): return helper()\n"
    assert digest(source, "act") == digest(source.replace("OTHER = 2", "OTHER = 3"), "act")
    assert digest(source, "act") != digest(source.replace("LIMIT = 1", "LIMIT = 3"), "act")
