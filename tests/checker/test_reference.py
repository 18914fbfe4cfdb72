"""The independent evaluation."""

from __future__ import annotations

import ast
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import checker.reference
from tests.checker.references import reference_of


def test_a_batch_of_points_gives_what_one_point_at_a_time_gives() -> None:
    program = (
        "let x = [[1.0, 2.0], [3.0, 0.5]]\nlet c = permute(reshape(x, 1, 2, 2), 2, 0, 1)\n"
        "print col_sum(row_sum(reshape(c, 2, 2) @ x / row_max(x) + ge(x, [[1.5]])))\n"
    )
    checked, x = reference_of(program)
    points = np.random.default_rng(1).normal(size=(5, 2, 2))
    together = checked.at(x, points)
    alone = [checked.at(x, points[k : k + 1])[0] for k in range(5)]
    np.testing.assert_array_equal(together, np.array(alone))


def test_values_that_no_perturbation_reaches_are_repeated_for_every_point() -> None:
    constant, y = reference_of("let x = [[1.0]]\nprint x * 0.0 + [[5.0]]")
    assert constant.at(y, np.zeros((3, 1, 1))).tolist() == [[[5.0]]] * 3


def test_a_loss_that_is_the_parameter_itself_is_every_point_itself() -> None:
    checked, x = reference_of("let x = [[2.0]]\nprint x")
    assert checked.at(x, np.array([[[3.0]], [[4.0]]])).tolist() == [[[3.0]], [[4.0]]]


def test_values_are_given_up_after_their_last_use() -> None:
    size = 10_000
    chain = "".join(f"let y{k + 1} = y{k} * 0.5\n" for k in range(50))
    checked, x = reference_of(
        f"let x = {[[1.0] * size]}\nlet y0 = x * 1.0\n{chain}print row_sum(y50)"
    )
    points = np.ones((10, 1, size))
    tracemalloc.start()
    checked.at(x, points)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * points.nbytes


def test_evaluating_again_leaves_the_values_of_the_program_as_they_were() -> None:
    checked, x = reference_of("let x = [[2.0]]\nlet y = x * x\nprint y * y + y")
    checked.at(x, np.array([[[5.0]]]))
    assert checked.value.item() == 20.0
    assert checked.at(x, np.array([[[2.0]]])).item() == 20.0


@pytest.mark.parametrize(("function", "at"), [("log", -1.0), ("sqrt", -1.0), ("sqrt", 0.0)])
def test_a_complex_step_where_there_is_no_derivative_is_nan(function: str, at: float) -> None:
    checked, x = reference_of(f"let x = [[{at}]]\nprint {function}(x)")
    moved = checked.at(x, np.array([[[at + 1e-30j]]]))
    assert np.isnan(moved.real).all()
    assert np.isnan(moved.imag).all()


@pytest.mark.parametrize(
    ("loss", "right", "left"),
    [
        ("relu(x)", 1.0, 0.0),
        ("ge(x, [[0.0]])", 1.0, 0.0),
        ("ge([[0.0]], x)", 0.0, 1.0),
        ("row_max(x @ [[1.0, 3.0]])", 3.0, 1.0),
        ("col_max([[3.0], [1.0]] @ x)", 3.0, 1.0),
    ],
)
def test_a_tie_is_decided_by_the_side_a_complex_point_lies_on(
    loss: str, right: float, left: float
) -> None:
    checked, x = reference_of(f"let x = [[0.0]]\nprint {loss}")
    moved = checked.at(x, np.array([[[1e-30j]], [[-1e-30j]]])).ravel()
    assert checked.meets_a_tie
    if loss.startswith("ge"):
        assert moved.real.tolist() == [right, left]
    else:
        np.testing.assert_allclose(moved.imag, [right * 1e-30, -left * 1e-30], rtol=1e-15)


@pytest.mark.parametrize(
    "loss", ["relu(x)", "ge(x, [[1.0]])", "row_max(x @ [[1.0, 3.0]])", "row_sum(x @ [[1, 1]])"]
)
def test_a_loss_away_from_its_edges_meets_no_tie(loss: str) -> None:
    checked, _ = reference_of(f"let x = [[0.5]]\nprint {loss}")
    assert not checked.meets_a_tie


@pytest.mark.parametrize("loss", ["relu(x)", "row_max(x @ [[1.0, 2.0]])", "x + ge(x, x)"])
def test_a_nan_stays_nan_and_compares_false(loss: str) -> None:
    checked, x = reference_of(f"let x = [[0.5]]\nprint {loss}")
    for nan in (np.nan, complex(np.nan, np.nan)):
        assert np.isnan(checked.at(x, np.array([[[nan]]]))).all()


def test_the_reference_knows_nothing_of_the_rules_or_of_code_generation() -> None:
    tree = ast.parse(Path(str(checker.reference.__file__)).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {name for name in modules if name and name.split(".")[0] in ("autograd", "mgc")}
    assert ours == {"mgc.dialect"}
