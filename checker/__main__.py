"""`python -m checker`: run every check on the programs of a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from checker.outcome import Outcome
from checker.report import report_json, report_text
from checker.suite import all_checks, checked_examples, run_checks
from mgc.command import finished


def main() -> int:
    """Run the checks; 0 if all pass, 1 if one fails, 2 if there is nothing to check."""
    parser = argparse.ArgumentParser(
        prog="python -m checker",
        description="Run every check and print the report.",
        epilog="example: python -m checker examples --json",
    )
    parser.add_argument("folder", nargs="?", default="examples", help="the example programs")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    folder = Path(options.folder)
    if not checked_examples(folder):
        parser.error(f"no program in {folder} names parameters with `# wrt:`")
    outcomes: list[Outcome] = []

    def work() -> None:
        outcomes.extend(run_checks(all_checks(folder)))
        sys.stdout.write(report_json(outcomes) if options.json else report_text(outcomes))

    return finished(work) or (0 if all(outcome.passed for outcome in outcomes) else 1)


if __name__ == "__main__":
    sys.exit(main())
