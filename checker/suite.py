"""All checks, and those of one subject."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import autograd
from checker.check import GROUPS, Check
from checker.descents import descent_checks
from checker.gradients import gradient_check
from checker.hand import hand_checks
from checker.outcome import Outcome
from checker.refusals import refusal_checks
from checker.simplifications import simplification_checks
from checker.ties import tie_checks

# The checks of subjects that are no example program.
_COMMON = {
    "ties": tie_checks,
    "refusals": refusal_checks,
    "simplified": simplification_checks,
}
COMMON = tuple(_COMMON)


def checked_examples(folder: Path) -> list[Path]:
    """The example programs that name parameters."""
    return [
        path
        for path in sorted(folder.glob("*.mg"))
        # One that cannot be read as text fails in its own check.
        if path.is_file()
        and autograd.declared_parameters(path.read_text(encoding="utf-8", errors="replace"))
    ]


def checks_of(path: Path) -> list[Check]:
    """The checks of one example program."""
    return [gradient_check(path), *hand_checks(path), *descent_checks(path)]


def common_checks(subject: str) -> list[Check]:
    """The checks of a subject that is no example program."""
    return _COMMON[subject]()


def all_checks(folder: Path) -> list[Check]:
    """Every check there is, by group."""
    checks = [check for path in checked_examples(folder) for check in checks_of(path)]
    checks += [check for subject in COMMON for check in common_checks(subject)]
    return sorted(checks, key=lambda check: list(GROUPS).index(check.group))


def run_checks(checks: Iterable[Check]) -> list[Outcome]:
    """Run checks, those that wait for a command of their own side by side."""
    checks = list(checks)
    waiting = [check for check in checks if check.group == "refusals"]
    with ThreadPoolExecutor(max_workers=2) as pool:
        started = {check.id: pool.submit(check.run) for check in waiting}
        return [
            started[check.id].result() if check.id in started else check.run() for check in checks
        ]
