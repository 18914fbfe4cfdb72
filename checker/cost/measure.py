"""Measuring a program: build it with source lines, count, and see that it prints what it should."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import mgc
from checker.cost.callgrind import Profile, profile
from mgc.codegen import generate
from mgc.display import memref_text
from mgc.errors import ToolFailedError
from mgc.frontend import analyse
from mgc.native import build
from mgc.source import Source

LEVELS = (0, 2)


@dataclass(frozen=True)
class Measurement:
    """A program's text and its profile at each level of optimisation."""

    name: str
    text: str
    profiles: dict[int, Profile]

    @property
    def lets(self) -> int:
        """How many `let` statements it has."""
        return sum(line.lstrip().startswith("let ") for line in self.text.splitlines())

    @property
    def size(self) -> int:
        """Its source in bytes."""
        return len(self.text.encode())

    def computing(self, level: int) -> int:
        """Instructions of its lines at a level, those that print left out."""
        lines = self.text.splitlines()
        return sum(
            cost
            for number, cost in self.profiles[level].lines.items()
            if not lines[number - 1].lstrip().startswith("print ")
        )


def measure(name: str, text: str, levels: tuple[int, ...] = LEVELS) -> Measurement:
    """Build, run and count a program.

    Raises:
        MgcError: it is not a program, a tool is missing or fails, two counts differ, or the
            executable prints something else than the program does in memory.
    """
    source = Source(name, text)
    program = analyse(source)
    expected = "".join(map(memref_text, mgc.run(program)))
    profiles = {}
    with TemporaryDirectory(prefix="cost-") as folder:
        for level in levels:
            executable = Path(folder, "program")
            build(generate(program, level, debug=True).text, executable, level)
            profiles[level], output = profile(executable)
            if output != expected:
                raise ToolFailedError(
                    f"error: the executable of {name} at -O{level} prints something else than "
                    "`mgc run` does, so its count means nothing"
                )
    return Measurement(name, text, profiles)
