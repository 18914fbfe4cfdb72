"""The other systems' programs: what they may import, and that they compute the same loss."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mgc
from benchmarks.peers.transformer import load
from benchmarks.workloads.transformer import loss_text
from tests.test_rooms import ROOT, imports

PEERS = sorted((ROOT / "benchmarks" / "peers").glob("*.py"))
SHARED = ["inputs", "serve", "timing"]


@pytest.mark.parametrize(
    "path",
    [*PEERS, *(ROOT / "benchmarks" / f"{name}.py" for name in SHARED)],
    ids=lambda path: path.name,
)
def test_what_runs_in_the_peers_environment_imports_none_of_our_packages(path: Path) -> None:
    for name in imports(path):
        package, _, rest = name.partition(".")
        assert package not in {"autograd", "checker", "mgc", "tasks"}, f"{path} imports {name}"
        if package == "benchmarks":
            assert rest.split(".")[0] in {"peers", *SHARED}, f"{path} imports {name}"


def test_the_peers_loss_is_the_loss_of_the_program() -> None:
    block, parameters = load(np)
    (loss,) = mgc.run(mgc.parse(loss_text()))
    np.testing.assert_allclose(block.loss(parameters), loss.item(), rtol=1e-12)
