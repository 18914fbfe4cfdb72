"""The other systems' programs: what they may import, and that they compute the same loss."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograd
import mgc
from benchmarks.peers.arithmetic import Arithmetic, Parameters
from benchmarks.peers.eager import Eager
from benchmarks.peers.models import Model, load
from benchmarks.workloads.attention import PROGRAM, expected_loss
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


@pytest.mark.parametrize(
    ("name", "text"), [("attention", PROGRAM.read_text()), ("transformer", loss_text())]
)
def test_the_peers_loss_is_the_loss_of_the_program(name: str, text: str) -> None:
    model, parameters = load(name, Arithmetic(np))
    loss = mgc.run(mgc.parse(text))[0]
    np.testing.assert_allclose(model.loss(parameters), loss.item(), rtol=1e-12)


def test_an_eager_descent_prints_the_loss_before_and_after_each_step(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def differentiate(model: Model, parameters: Parameters) -> tuple[Any, Parameters]:
        text = PROGRAM.read_text()
        for name, value in parameters.items():
            text = re.sub(f"^let {name} = .*$", f"let {name} = {value.tolist()}", text, flags=re.M)
        gradient = autograd.gradient(mgc.parse(text), wrt=list(parameters))
        loss, *gradients = mgc.run(gradient)
        return loss, dict(zip(parameters, gradients, strict=True))

    Eager(Arithmetic(np), differentiate).descend("attention", 5)
    losses = re.findall(r"\[\[(.*)\]\]", capsys.readouterr().out)
    assert len(losses) == 6
    for step in (0, 1, 5):
        assert float(losses[step]) == pytest.approx(expected_loss(step), rel=1e-9)
