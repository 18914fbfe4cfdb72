"""The descent program."""

from __future__ import annotations

import pytest

import autograd
import mgc
from autograd.errors import RequestError

PARABOLA = "let x = [[4.0]]\nlet c = [[1.0]]\nprint (x - c) * (x - c)\n"


def losses(program: str, wrt: list[str], steps: int, rate: float) -> list[float]:
    descent = autograd.descent(mgc.parse(program), wrt, steps, rate)
    return [value.item() for value in mgc.run(descent)]


def test_each_step_subtracts_the_gradient_times_the_rate() -> None:
    # x - 1 goes 3, 3 - 6/4 = 1.5, 0.75: each step halves it.
    assert losses(PARABOLA, ["x"], 2, 0.25) == [9.0, 2.25, 0.5625]


def test_all_parameters_are_updated_at_once() -> None:
    # The gradient by either is the other's value before the step.
    assert losses("let a = [[2.0]]\nlet b = [[3.0]]\nprint a * b\n", ["a", "b"], 1, 1.0) == [
        6.0,
        (2.0 - 3.0) * (3.0 - 2.0),
    ]


def test_zero_steps_print_the_loss_alone() -> None:
    assert losses(PARABOLA, ["x"], 0, 0.25) == [9.0]


def test_constants_are_written_once_however_many_steps_there_are() -> None:
    program = "let x = [[4.0]]\nlet data = [[0.125]]\nprint (x - data) * (x - data)\n"
    text = autograd.source_text(autograd.descent(mgc.parse(program), ["x"], 5, 0.25))
    assert text.count("let data =") == 1


def test_the_text_grows_linearly_with_the_steps() -> None:
    def written(steps: int) -> int:
        descent = autograd.descent(mgc.parse(PARABOLA), ["x"], steps, 0.25)
        return autograd.source_text(descent).count("\n")

    assert written(30) - written(20) == written(20) - written(10)


def test_a_computed_parameter_is_refused() -> None:
    program = mgc.parse("let x = [[4.0]]\nlet h = x * x\nprint h * h\n")
    with pytest.raises(RequestError, match="'h' is computed"):
        autograd.descent(program, ["h"], 1, 0.5)


@pytest.mark.parametrize(("steps", "rate"), [(-1, 0.5), (1, float("nan")), (1, float("inf"))])
def test_impossible_steps_and_rates_are_refused(steps: int, rate: float) -> None:
    with pytest.raises(RequestError):
        autograd.descent(mgc.parse(PARABOLA), ["x"], steps, rate)
