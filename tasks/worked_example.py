"""The chapter's two files: the worked example's gradient program, and what it prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mgc.files import write_whole
from tasks.step import Step

_COPIES = {
    "outputs/generated/00_worked_example_grad.mg": "outputs/worked_example_generated.mg",
    "outputs/run/00_worked_example_grad_out.txt": "outputs/worked_example_out.txt",
}


def steps() -> Iterator[Step]:
    """One step for each file."""
    for source, target in _COPIES.items():
        yield Step(
            name=Path(target).stem,
            sentence=f"{target}, as the chapter shows it",
            action=copy,
            inputs=(source,),
            targets=(target,),
            arguments={"source": source, "target": target},
        )


def copy(source: str, target: str) -> None:
    """Write `target` with the content of `source`."""
    write_whole(Path(target), Path(source).read_bytes())
