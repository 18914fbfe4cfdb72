"""What the big programs cost: the measurements, the table, and the guard against growth."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from doit.exceptions import TaskFailed

from mgc.files import write_whole
from tasks.step import Step

_PROGRAMS = ("h33_attention", "h35_transformer_step1")
_VARIANTS = {
    "loss": "loss only",
    "hand": "hand-derived",
    "generated": "generated",
    "simplified": "simplified",
}
_TABLE = "outputs/cost_out.txt"
_DOCUMENT = "outputs/cost_out.json"


def is_possible() -> bool:
    """Whether the tools that count are installed."""
    return all(shutil.which(tool) for tool in ("valgrind", "cc"))


def default_tasks() -> tuple[str, ...]:
    """The tasks of this module that a plain `doit` makes; a missing tool leaves them out, aloud."""
    if is_possible():
        return ("cost",)
    print(
        "cost is left out: it needs valgrind and a C compiler; "
        "install them with: sudo apt-get install valgrind gcc libc6-dev",
        file=sys.stderr,
    )
    return ()


def growth_task() -> dict[str, Any]:
    """The task that compares the counts with those of the last commit, whenever it is asked for."""
    return {
        "actions": [check_growth],
        "file_dep": [_DOCUMENT],
        "uptodate": [False],
        "verbosity": 2,
    }


def steps() -> Iterator[Step]:
    """One step for each program and variant, and one for the table."""
    results = []
    machine = _machine()
    for program in _PROGRAMS:
        for variant, title in _VARIANTS.items():
            name = f"{program}-{variant}"
            result = f"build/cost/{name}.json"
            results.append(result)
            yield Step(
                name=name,
                sentence=f"count the instructions of {program}, {title}",
                action=measure_variant,
                inputs=(f"examples/{program}.mg",),
                targets=(result, f"outputs/cost/{name}.txt", f"outputs/cost/{name}.html"),
                arguments={"program": program, "variant": variant, "machine": machine},
                measured=True,
            )
    yield Step(
        name="table",
        sentence=f"join the counts in {_TABLE} and {_DOCUMENT}",
        action=write_table,
        inputs=tuple(results),
        targets=(_TABLE, _DOCUMENT),
        arguments={"machine": machine},
        measured=True,
    )


def _machine() -> dict[str, str]:
    """What counts depend on besides the code; nothing where nothing can be counted."""
    from checker.cost.environment import machine_fingerprint

    return machine_fingerprint() if is_possible() else {}


def measure_variant(program: str, variant: str, machine: dict[str, str]) -> None:
    """Measure one variant of a program and write its counts, its listing and its page.

    Raises:
        MissingToolError: valgrind or the C compiler is not installed.
    """
    from checker.cost.environment import machine_fingerprint
    from checker.cost.listing import listing_text
    from checker.cost.measure import measure
    from checker.cost.page import cost_page
    from checker.cost.table import counts_of

    machine_fingerprint()
    name = f"{program}-{variant}"
    measurement = measure(f"{program}, {_VARIANTS[variant]}", variant_text(program, variant))
    write_whole(Path(f"build/cost/{name}.json"), json.dumps(counts_of(measurement)) + "\n")
    write_whole(Path(f"outputs/cost/{name}.txt"), listing_text(measurement))
    write_whole(Path(f"outputs/cost/{name}.html"), cost_page(measurement))


def variant_text(program: str, variant: str) -> str:
    """The source of a variant of an example program."""
    import autograd
    import mgc

    path = Path(f"examples/{program}.mg")
    text = path.read_text(encoding="utf-8")
    if variant == "hand":
        return text
    parameters = autograd.declared_parameters(text)
    if variant == "loss":
        # A descent of no steps prints the loss and nothing else.
        return autograd.source_text(autograd.descent(mgc.parse(path), parameters, 0, 0.0))
    simplify = variant == "simplified"
    return autograd.source_text(autograd.gradient(mgc.parse(path), parameters, simplify=simplify))


def write_table(machine: dict[str, str]) -> None:
    """Join the counts of all variants."""
    from checker.cost.table import table_text

    document = _measured(machine)
    write_whole(Path(_TABLE), table_text(document["programs"]))
    write_whole(Path(_DOCUMENT), json.dumps(document, indent=1) + "\n")


def _measured(machine: dict[str, str]) -> dict[str, Any]:
    from checker.cost.environment import compiler_fingerprint

    programs = {
        program: {
            title: json.loads(Path(f"build/cost/{program}-{variant}.json").read_text())
            for variant, title in _VARIANTS.items()
        }
        for program in _PROGRAMS
    }
    return {"machine": machine, "compiler": compiler_fingerprint(), "programs": programs}


def check_growth() -> TaskFailed | None:
    """Compare the counts with those of the last commit.

    Returns:
        What grew past the tolerance, by program, variant and line; None where nothing did.
    """
    from checker.cost.comparison import growths, how_comparable

    stored = _committed()
    measured = _measured(_machine())
    how, _ = how_comparable(stored, measured)
    print(f"compared {how}")
    texts = {
        f"{program} {title}": variant_text(program, variant)
        for program in _PROGRAMS
        for variant, title in _VARIANTS.items()
    }
    found = growths(stored, measured, texts)
    if not found:
        return None
    told = "\n  ".join(growth.sentence() for growth in found)
    return TaskFailed(f"{len(found)} counts grew:\n  {told}")


def _committed() -> dict[str, Any]:
    """The document of counts as last committed; the present one outside a repository."""
    command: Sequence[str] = ("git", "show", f"HEAD:{_DOCUMENT}")
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    text = shown.stdout if shown.returncode == 0 else Path(_DOCUMENT).read_text()
    document: dict[str, Any] = json.loads(text)
    return document
