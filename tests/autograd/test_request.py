"""What is refused, and how it is said."""

from __future__ import annotations

import pytest

import autograd
import mgc
from autograd.errors import IndependentLossError, LossError, RequestError

PROGRAM = """\
let width = [[1.0, 2.0]]
let unused = [[3.0]]
let factor = 2
print row_sum(width * width)
print width
let late = [[1.0]]
"""


def differentiate(wrt: list[str], loss: int = 0) -> None:
    autograd.gradient(mgc.parse(PROGRAM), wrt, loss)


def test_a_loss_that_is_not_1x1_is_refused_with_its_shape_and_line() -> None:
    with pytest.raises(LossError, match=r"(?s):5:1: error: .*is 1x2.*\nprint width\n\^"):
        differentiate(["width"], loss=1)


def test_an_unknown_name_is_refused_with_near_ones() -> None:
    with pytest.raises(RequestError, match="no `let` binds 'widht'; did you mean width"):
        differentiate(["widht"])


def test_a_name_that_resembles_nothing_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RequestError, match="'q'; there are width, unused"):
        differentiate(["q"])


def test_a_scalar_is_refused_with_the_remedy() -> None:
    with pytest.raises(RequestError, match=r"'factor' is a scalar.*1x1 matrix"):
        differentiate(["factor"])


def test_a_name_bound_after_the_loss_is_refused() -> None:
    with pytest.raises(RequestError, match="'late' is bound only after"):
        differentiate(["late"])


def test_a_parameter_that_the_loss_does_not_use_is_refused_by_name() -> None:
    with pytest.raises(IndependentLossError, match="does not depend on 'unused'"):
        differentiate(["width", "unused"])


@pytest.mark.parametrize("loss", [2, 7, -1])
def test_a_print_that_does_not_exist_is_refused_with_their_count(loss: int) -> None:
    with pytest.raises(RequestError, match=f"no print number {loss}: the program has 2 prints"):
        differentiate(["width"], loss=loss)


def test_a_program_without_a_print_is_refused() -> None:
    with pytest.raises(RequestError, match="has 0 prints; print the loss"):
        autograd.gradient(mgc.parse("let x = [[1.0]]\n"), ["x"])


def test_the_same_name_twice_is_refused() -> None:
    with pytest.raises(RequestError, match="'width' is asked for twice"):
        differentiate(["width", "width"])


def test_no_name_at_all_is_refused() -> None:
    with pytest.raises(RequestError, match="no parameters"):
        differentiate([])


def test_a_program_whose_sizes_disagree_before_the_loss_is_refused() -> None:
    program = mgc.parse(
        "def f(a: tensor[?x2], b: tensor[?x2]) = a + b\n"
        "let x = [[1.0, 2.0], [3.0, 4.0]]\n"
        "print row_sum(col_sum(f(x, [[1, 2], [3, 4], [5, 6]])))\n"
    )
    with pytest.raises(LossError, match="ends before print 0"):
        autograd.gradient(program, ["x"])
