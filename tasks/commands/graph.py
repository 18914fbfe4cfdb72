"""`doit graph`: the task graph as a picture."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from mgc.files import write_whole
from tasks.commands.base import GraphCommand
from tasks.step import Step

_PICTURE = Path("build/graph.svg")
_TEXT = Path("build/graph.dot")


class Graph(GraphCommand):
    """Steps as boxes, the files that pass between them as arrows."""

    name = "graph"
    doc_purpose = f"write the task graph to {_PICTURE}, or as DOT text without Graphviz"

    def _execute(self) -> int:
        text = "".join(dot_lines(self.steps()))
        _TEXT.parent.mkdir(parents=True, exist_ok=True)
        write_whole(_TEXT, text)
        dot = shutil.which("dot")
        if dot is None:
            self.say(f"{_TEXT} (Graphviz is not installed; its dot makes a picture of this file)")
            return 0
        drawn = subprocess.run(
            [dot, "-Tsvg", str(_TEXT)], capture_output=True, text=True, check=False
        )
        if drawn.returncode != 0:
            self.say(f"{_TEXT}; dot cannot draw it: {drawn.stderr.strip()}")
            return 1
        write_whole(_PICTURE, drawn.stdout)
        self.say(str(_PICTURE))
        return 0


def dot_lines(steps: Sequence[tuple[str, Step]]) -> Iterator[str]:
    """The graph in Graphviz's language."""
    makers = {target: name for name, step in steps for target in step.targets}
    yield "digraph pipeline {\n  rankdir=LR;\n  node [shape=box, fontname=sans];\n"
    for name, step in steps:
        yield f"  {_quoted(name)} [tooltip={_quoted(step.sentence)}];\n"
    for path in sorted({path for _, step in steps for path in step.inputs} - makers.keys()):
        yield f"  {_quoted(path)} [shape=note];\n"
    for name, step in steps:
        for path in step.inputs:
            yield f"  {_quoted(makers.get(path, path))} -> {_quoted(name)};\n"
    yield "}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
