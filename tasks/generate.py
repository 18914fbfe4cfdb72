"""The gradient program of every example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mgc.files import write_whole
from tasks.compiler import compiler_arguments, compiler_inputs
from tasks.examples import differentiable_examples
from tasks.step import Step


def steps() -> Iterator[Step]:
    """One step for each example that names parameters."""
    for example in differentiable_examples():
        yield Step(
            name=example.name,
            sentence=f"write the gradient program of {example.path}",
            action=write_gradient,
            inputs=(example.path, *compiler_inputs()),
            targets=(example.gradient_path,),
            arguments={
                "program": example.path,
                "parameters": example.parameters,
                "loss": example.loss,
                "target": example.gradient_path,
                **compiler_arguments(),
            },
        )


def write_gradient(
    program: str, parameters: Sequence[str], loss: int, target: str, mgc: str | None
) -> None:
    """Differentiate a print of `program` by `parameters` and write the result to `target`."""
    from autograd.external import analyse_with
    from autograd.gradient_program import gradient
    from autograd.source import source_text
    from mgc.source import Source

    analysed = analyse_with(mgc, Source.from_file(program))
    write_whole(Path(target), source_text(gradient(analysed, parameters, loss)))
