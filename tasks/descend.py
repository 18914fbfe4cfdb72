"""Ten descent steps with generated gradients: the chapter's table, and the curve."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from mgc.files import write_whole
from tasks.chart import line_chart
from tasks.errors import StepFailedError
from tasks.step import Step

_PROGRAM = "examples/h33_attention.mg"
_DATA = "examples/data/attention_classifier.json"
_TABLE = "outputs/descend_out.txt"
_CURVE = "outputs/descend.svg"
STEPS = 10


def steps() -> Iterator[Step]:
    """One step that makes both files."""
    yield Step(
        name="attention",
        sentence=f"descend on {_PROGRAM}: {_TABLE} and {_CURVE}",
        action=write_descent,
        inputs=(_PROGRAM, _DATA),
        targets=(_TABLE, _CURVE),
        arguments={"program": _PROGRAM, "data": _DATA, "table": _TABLE, "curve": _CURVE},
    )


def write_descent(program: str, data: str, table: str, curve: str) -> None:
    """Run the descent program and write its losses beside the independent ones.

    Raises:
        StepFailedError: the independent figures are no JSON.
    """
    import autograd
    import mgc

    try:
        figures = json.loads(Path(data).read_text(encoding="utf-8"))
    except ValueError as error:
        raise StepFailedError(f"{data}: error: it is no JSON: {error}") from None
    parsed = mgc.parse(Path(program))
    parameters = autograd.declared_parameters(parsed.source.text)
    descent = autograd.descent(parsed, parameters, STEPS, figures["descent_lr"])
    losses = [value.item() for value in mgc.run(descent)]
    write_whole(Path(table), table_text(losses, figures["descent_loss"]))
    write_whole(
        Path(curve),
        line_chart(losses, "Loss after each descent step", "descent steps", "loss"),
    )


def table_text(losses: Sequence[float], independent: Sequence[float]) -> str:
    """The losses in six digits, beside those of an independent system."""
    lines = ["steps  loss with generated gradients  independent system"]
    for step, (loss, other) in enumerate(zip(losses, independent, strict=False)):
        lines.append(f"{step:5}  {loss:30.6g}  {other:18.6g}")
    return "\n".join(lines) + "\n"
