"""Running callgrind, and reading the profile that it writes."""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.cost.environment import valgrind
from checker.errors import UnstableCountError
from mgc.errors import ToolFailedError

# The compiled program's entry; its sequence of calls stands in functions of this prefix.
_ENTRY = "mg_program"
_SEQUENCE = "mg_part"


@dataclass(frozen=True)
class Profile:
    """Instructions executed.

    `total` is the whole process, `inside` the compiled program without start-up, and `lines` what
    each source line costs, the kernels it calls included. What is inside but belongs to no line is
    the sequence of calls itself.
    """

    total: int
    inside: int
    lines: dict[int, int]

    @property
    def rest(self) -> int:
        """What belongs to no line: start-up, and the sequence of calls."""
        return self.total - sum(self.lines.values())


def profile(executable: Path) -> tuple[Profile, str]:
    """Count an executable's instructions, twice.

    Returns:
        The profile, and what the executable printed.

    Raises:
        MissingToolError: valgrind is not installed.
        ToolFailedError: the executable or valgrind failed, or the two counts differ.
    """
    (text, output), (again, _) = _run(executable), _run(executable)
    first, second = read_profile(text), read_profile(again)
    if first != second:
        raise UnstableCountError(
            f"error: two runs of {executable.name} executed {first.total:,} and "
            f"{second.total:,} instructions; counts must not vary"
        )
    return first, output


def _run(executable: Path) -> tuple[str, str]:
    tool = valgrind()
    # The loader's work grows with the length of the path, so every executable runs from a path of
    # one length, wherever it was built.
    with TemporaryDirectory(prefix="callgrind-", dir="/tmp") as folder:
        written = Path(folder, "profile")
        shutil.copy(executable, Path(folder, "program"))
        process = subprocess.run(
            [
                tool,
                "--tool=callgrind",
                # Neither compressed names nor relative positions: one line means one thing.
                "--compress-strings=no",
                "--compress-pos=no",
                f"--callgrind-out-file={written}",
                "./program",
            ],
            cwd=folder,
            # The size of the environment moves counts by hundreds of instructions.
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            capture_output=True,
            check=False,
        )
        if process.returncode != 0:
            said = process.stderr.decode(errors="replace").strip()
            raise ToolFailedError(
                f"error: {executable.name} ended with status {process.returncode} under "
                f"valgrind:\n{said}"
            )
        return written.read_text(), process.stdout.decode()


def read_profile(text: str) -> Profile:
    """Read a profile in callgrind's format, version 1, with `positions: line`.

    The format is a sequence of `key=value` lines that set the function and, after `calls=`, the
    line that holds the inclusive cost of a call, and of `line cost` lines.
    """
    lines: defaultdict[int, int] = defaultdict(int)
    total = inside = 0
    function = called = ""
    is_call = False
    for line in _body(text):
        key, _, value = line.partition("=")
        if line.startswith("summary:"):
            total = int(line.split()[1])
        elif key == "fn":
            function = value
        elif key == "cfn":
            called = value
        elif key == "calls":
            is_call = True
        elif line[0].isdigit():
            number, cost = map(int, line.split())
            if is_call and called == _ENTRY:
                inside += cost
            if function.startswith(_SEQUENCE) and number > 0:
                lines[number] += cost
            is_call = False
    return Profile(total, inside, dict(sorted(lines.items())))


def _body(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line)
