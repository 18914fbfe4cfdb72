"""Measuring a program: build it with source lines, count, and see that it prints what it should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import mgc
from checker.cost.callgrind import Profile, profile
from mgc.codegen import generate
from mgc.display import memref_text
from mgc.errors import ToolFailedError
from mgc.frontend import analyse
from mgc.native import build
from mgc.passes.pipeline import SIMPLIFYING, run_passes
from mgc.source import Source


class Build(NamedTuple):
    """How a program is compiled: at a level of optimisation, perhaps with `--simplify`."""

    level: int
    simplify: bool = False

    def __str__(self) -> str:
        return f"-O{self.level}{' --simplify' if self.simplify else ''}"


DEFAULT = Build(2)
BUILDS = (Build(0), DEFAULT, Build(2, simplify=True))


@dataclass(frozen=True)
class Measurement:
    """A program's text and its profile for each way to compile it."""

    name: str
    text: str
    profiles: dict[Build, Profile]

    @property
    def lets(self) -> int:
        """How many `let` statements it has."""
        return sum(line.lstrip().startswith("let ") for line in self.text.splitlines())

    @property
    def size(self) -> int:
        """Its source in bytes."""
        return len(self.text.encode())

    def computing(self, build: Build) -> int:
        """Instructions of its lines, those that print left out."""
        lines = self.text.splitlines()
        return sum(
            cost
            for number, cost in self.profiles[build].lines.items()
            if not lines[number - 1].lstrip().startswith("print ")
        )


def measure(name: str, text: str, builds: Sequence[Build] = BUILDS) -> Measurement:
    """Build, run and count a program.

    Raises:
        MgcError: it is not a program, a tool is missing or fails, two counts differ, or the
            executable prints something else than the program does in memory.
    """
    source = Source(name, text)
    program = analyse(source)
    simplified = run_passes(program, SIMPLIFYING)
    profiles = {}
    with TemporaryDirectory(prefix="cost-") as folder:
        for chosen in builds:
            compiled = simplified if chosen.simplify else program
            expected = "".join(map(memref_text, mgc.run(compiled)))
            executable = Path(folder, "program")
            build(generate(compiled, chosen.level, debug=True).text, executable, chosen.level)
            profiles[chosen], output = profile(executable)
            if output != expected:
                raise ToolFailedError(
                    f"error: the executable of {name} built with {chosen} prints something else "
                    "than `mgc run` does, so its count means nothing"
                )
    return Measurement(name, text, profiles)
