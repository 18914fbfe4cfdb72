"""A program with what each of its lines costs, as a page with bars beside the source."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from checker.cost.listing import FUSION_NOTE, shown, total_rows
from checker.cost.measure import DEFAULT, Measurement

_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; }
table { border-collapse: collapse; }
td, th { padding: 1px 8px; text-align: right; white-space: nowrap; }
th { font-weight: 600; border-bottom: 1px solid #999; }
td.source, th.source { text-align: left; font-family: ui-monospace, monospace; white-space: pre; }
td.number { color: #888; }
.bar { width: 140px; padding: 1px 4px; }
.bar i { display: block; height: 0.8em; background: #1f6fb2; margin-left: auto; }
tr.comment td.source { color: #777; }
tr:hover { background: #f3f6fa; }
"""


def cost_page(measurement: Measurement) -> str:
    """The page as HTML, with nothing to load; the bars are those of the default level."""
    profiles = measurement.profiles
    headings = "".join(f"<th>{build}</th>" for build in profiles)
    summary = "".join(
        f'<tr>{_figures(figures)}<td class="source">{escape(name)}</td></tr>\n'
        for name, figures in total_rows(measurement).items()
    )
    costs = profiles[DEFAULT].lines
    most = max(costs.values(), default=1)
    rows = "".join(
        _row(
            number,
            line,
            [profile.lines.get(number) for profile in profiles.values()],
            costs.get(number, 0) / most,
        )
        for number, line in enumerate(measurement.text.splitlines(), start=1)
    )
    title = escape(measurement.name)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Cost of {title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Cost of {title}</h1>
<p>Instructions executed, as callgrind counts them; a line's count includes the kernels it
calls. {FUSION_NOTE}</p>
<table><tr>{headings}<th></th></tr>
{summary}</table>
<br>
<table>
<tr>{headings}<th class="bar">{DEFAULT}</th><th></th><th class="source">source</th></tr>
{rows}</table>
</body>
</html>
"""


def _row(number: int, line: str, costs: list[int | None], share: float) -> str:
    kind = ' class="comment"' if line.startswith("#") else ""
    bar = f'<i style="width:{100 * share:.1f}%"></i>' if share else ""
    return (
        f'<tr{kind}>{_figures(costs)}<td class="bar">{bar}</td><td class="number">{number}</td>'
        f'<td class="source">{escape(shown(line))}</td></tr>\n'
    )


def _figures(figures: Sequence[int | None]) -> str:
    return "".join(f"<td>{'' if figure is None else f'{figure:,}'}</td>" for figure in figures)
