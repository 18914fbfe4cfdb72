"""The mutation report as one self-contained page: the kill matrix, and the field's component."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from checker.check import Check
from checker.mutants.apply import ROOT
from checker.mutants.catalogue import MUTANTS
from checker.mutants.report import only_killers
from checker.mutants.trial import Trial

COMPONENT = ROOT / "vendor" / "mutation-testing-elements" / "mutation-test-elements.js"

_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ddd; padding: 2px 5px; }
tbody th { text-align: left; font-weight: normal; white-space: nowrap; position: sticky; left: 0;
  background: #fff; }
thead th { vertical-align: bottom; }
thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap;
  font-weight: normal; }
td { text-align: center; min-width: 1.1em; }
.k { background: #2e7d32; color: #fff; } .o { background: #1b5e20; color: #fff; font-weight: bold; }
.c { background: #f9a825; } .fate { white-space: nowrap; }
.survived, .timed-out, .not-reached { background: #c62828; color: #fff; }
"""


def report_page(
    trials: Sequence[Trial], checks: Sequence[Check], document: dict[str, Any], component: Path
) -> str:
    """The page as HTML.

    Args:
        trials: one for each mutant.
        checks: the columns of the kill matrix.
        document: the report in Stryker's schema.
        component: the script that renders it.
    """
    # "</" would end the script element that holds it.
    data = json.dumps(document, sort_keys=True).replace("</", "<\\/")
    script = component.read_text(encoding="utf-8").replace("</script", "<\\/script")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Mutation report</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Mutation report</h1>
<p>Each row is a deliberately wrong version of the differentiator, each column a check.
<b class="k">&nbsp;K&nbsp;</b> the check found a wrong value or verdict,
<b class="o">&nbsp;K!&nbsp;</b> it alone did,
<b class="c">&nbsp;C&nbsp;</b> it could not finish.</p>
<h2>Kill matrix</h2>
<div class="scroll">{_matrix(trials, checks)}</div>
<h2>Where the mutants are</h2>
<mutation-test-report-app titlePostfix="Mountain Goat Autograd"></mutation-test-report-app>
<script>{script}</script>
<script>document.querySelector("mutation-test-report-app").report = {data};</script>
</body>
</html>
"""


def _matrix(trials: Sequence[Trial], checks: Sequence[Check]) -> str:
    alone = {mutant for mutants in only_killers(trials).values() for mutant in mutants}
    sentences = {mutant.id: mutant.sentence for mutant in MUTANTS}
    headings = "".join(
        f'<th title="{escape(check.sentence)}"><span>{escape(check.id)}</span></th>'
        for check in checks
    )
    rows = "".join(
        f'<tr><th title="{escape(sentences[trial.mutant])}">{escape(trial.mutant)}</th>'
        f'<td class="fate {trial.fate.replace(" ", "-")}">{trial.fate}</td>'
        + "".join(_cell(trial, check.id, trial.mutant in alone) for check in checks)
        + "</tr>\n"
        for trial in trials
    )
    return (
        f"<table><thead><tr><th>mutant</th><th>fate</th>{headings}</tr></thead>\n"
        f"<tbody>{rows}</tbody></table>"
    )


def _cell(trial: Trial, check: str, alone: bool) -> str:
    if check in trial.killed_by:
        return '<td class="o">K!</td>' if alone else '<td class="k">K</td>'
    return '<td class="c">C</td>' if check in trial.crashed else "<td></td>"
