"""A part of a group of tasks, for machines that share the work: `python -m tasks.shard GROUP i/n`.

The parts put their results into the cache; a later `doit` joins what it finds there.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Run every n-th task of a group, starting with the i-th; the exit status of doit."""
    match = re.fullmatch(r"(\d+)/(\d+)", arguments[1]) if len(arguments) == 2 else None
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        sys.stderr.write("usage: python -m tasks.shard GROUP i/n, with 1 <= i <= n\n")
        return 2
    listing = subprocess.run(
        [sys.executable, "-m", "doit", "list", "--all", "--quiet", arguments[0]],
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode != 0:
        sys.stderr.write(listing.stderr)
        return 2
    members = [line.strip() for line in listing.stdout.splitlines() if ":" in line]
    # A report reads all the others, so that it belongs to no part.
    parts = [name for name in members if not name.endswith(":report")]
    chosen = parts[int(match[1]) - 1 :: int(match[2])]
    if not chosen:
        return 0
    return subprocess.run([sys.executable, "-m", "doit", "run", *chosen], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
