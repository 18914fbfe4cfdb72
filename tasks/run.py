"""What every example, and every gradient program, prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mgc.files import write_whole
from tasks.compiler import compiler_arguments, compiler_inputs
from tasks.examples import differentiable_examples, examples
from tasks.step import Step


def steps() -> Iterator[Step]:
    """One step for each program that is run."""
    programs = [example.path for example in examples()]
    programs += [example.gradient_path for example in differentiable_examples()]
    for program in programs:
        name = Path(program).stem
        target = f"outputs/run/{name}_out.txt"
        yield Step(
            name=name,
            sentence=f"run {program}",
            action=write_output,
            inputs=(program, *compiler_inputs()),
            targets=(target,),
            arguments={"program": program, "target": target, **compiler_arguments()},
        )


def write_output(program: str, target: str, mgc: str | None) -> None:
    """Compile and run `program`; what it prints goes to `target`."""
    from mgc.external import ExternalCompiler

    if mgc is not None:
        text = ExternalCompiler(mgc).run(Path(program))
    else:
        from mgc.api import parse, run
        from mgc.display import memref_text

        text = "".join(map(memref_text, run(parse(Path(program)))))
    write_whole(Path(target), text)
