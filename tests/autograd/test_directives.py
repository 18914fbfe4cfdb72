"""What a program declares in its comments."""

from __future__ import annotations

import pytest

from autograd.directives import declared_loss, declared_parameters


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# wrt: w, x\nlet w = [[1]]\n", ["w", "x"]),
        ("let w = [[1]]\n  #wrt:w\r\n", ["w"]),
        ("let wrt = [[1]] # about wrt: nothing\n", []),
        ("# wrt:\n", []),
        ("", []),
    ],
)
def test_the_parameters_are_those_of_the_wrt_comment(text: str, names: list[str]) -> None:
    assert declared_parameters(text) == names


@pytest.mark.parametrize(
    ("text", "loss"), [("# loss: 2\n", 2), ("print x\n", 0), ("# loss: the second\n", 0)]
)
def test_the_loss_is_that_of_the_loss_comment_or_the_first_print(text: str, loss: int) -> None:
    assert declared_loss(text) == loss
