"""From the source text of a loss to its printed gradients, in one process.

python -m benchmarks.ours.gradients FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

import autograd
import mgc


def main() -> None:
    """Read, differentiate, compile, run, print."""
    text = Path(sys.argv[1]).read_text()
    program = autograd.gradient(mgc.parse(text), wrt=autograd.declared_parameters(text))
    for array in mgc.run(program):
        print(array)


if __name__ == "__main__":
    main()
