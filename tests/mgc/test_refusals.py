"""Every mistake in a program is one message at its place."""

from __future__ import annotations

import pytest

import mgc
from mgc.errors import ProgramError

# What is refused -> (line, column, words of the message).
REFUSED = {
    # ---- names
    "print x": (1, 7, "unknown name 'x'"),
    "let width = [[1]]\nprint widht": (2, 7, "did you mean width"),
    "print rleu([[1]])": (1, 7, "unknown function 'rleu'; did you mean relu"),
    "print relu": (1, 7, "'relu' is a function"),
    "let f = [[1]]\nprint f([[1]])": (2, 7, "'f' is not a function"),
    "let y = [[1]]\ndef f(x: tensor[1x1]) = x + y": (2, 29, "sees its parameters only"),
    "def f(x: tensor[1x1]) = f(x)": (1, 25, "unknown function 'f'"),
    "def f(x: tensor[1x1]) = x\ndef f(x: tensor[1x1]) = x": (2, 5, "already defined"),
    "def exp(x: tensor[1x1]) = x": (1, 5, "built-in"),
    "def main(x: tensor[1x1]) = x": (1, 5, "'main'"),
    "def f(x: tensor[1x1], x: tensor[1x1]) = x": (1, 23, "two parameters are called 'x'"),
    "let print = [[1]]": (1, 5, "keyword"),
    # ---- counts and arguments
    "print relu([[1]], [[2]])": (1, 7, "relu is called with 2 arguments; it is relu(a)"),
    "print relu()": (1, 7, "relu is called with 0 arguments"),
    "print ge([[1]])": (1, 7, "it is ge(a, b)"),
    "def f(x: tensor[1x1]) = x\nprint f([[1]], [[2]])": (2, 7, "takes 1 argument, not 2"),
    "def f(x: tensor[2x2]) = x\nprint f([[1]])": (2, 9, "must be 2x2, not 1x1"),
    "def f(x: tensor[?x2]) = x\nprint f([[1]])": (2, 9, "must be ?x2, not 1x1"),
    "def f(x: tensor[2x2]) = x\ndef g(x: tensor[?x2]) = f(x)": (2, 27, "static size is needed"),
    "def f(x: tensor[1x1]) = x\nprint f(2)": (2, 9, "not the scalar 2"),
    # ---- shapes
    "print [[1, 2, 3]] + [[1], [2]] * [[1, 2], [3, 4]]": (1, 19, "sizes 1x3 and 2x2 do not fit"),
    "print [[1, 2]] @ [[1, 2]]": (1, 16, "inner sizes of '@' differ: 1x2 @ 1x2"),
    "print [[1]] @ 2": (1, 13, "use '*' with a scalar"),
    "print 2 @ [[1]]": (1, 9, "use '*' with a scalar"),
    "print reshape([[1, 2]], 3)": (1, 7, "cannot reshape 1x2 (2 elements) to 3 (3 elements)"),
    "print reshape([[1, 2]], 0, 2)": (1, 7, "sizes must be positive"),
    "print reshape([[1, 2]], 1.5, 2)": (1, 25, "must be a whole number"),
    "print permute([[1, 2]], 0, 0)": (1, 7, "not a permutation of the axes 0, 1"),
    "print permute([[1, 2]], 0)": (1, 7, "takes 2 axes, not 1"),
    "print permute([[1, 2]], 0, 2)": (1, 7, "not a permutation"),
    "print contract([[1, 2]], (0, 1), [[1, 2]], (1))": (1, 44, "pairs 2 axes with 1"),
    "print contract([[1, 2]], (2), [[1, 2]], (1))": (1, 26, "axis 2 is out of range for a 1x2"),
    "print contract([[1]], (0, 0), [[1]], (0, 1))": (1, 23, "axis 0 is listed twice"),
    "print contract([[1, 2]], (1), [[1, 2]], (0))": (1, 41, "axis 1 of size 2 with axis 0 of"),
    "print reshape([[1, 2]], 2) + [[1]]": (1, 7, "tensor of rank 1 (2)"),
    "print relu(reshape([[1, 2]], 1, 2, 1))": (1, 12, "rank 3 (1x2x1)"),
    "print transpose(reshape([[1, 2]], 2))": (1, 17, "must be a matrix"),
    "def f(x: tensor[1x2]) = reshape(x, 2)": (1, 25, "result of 'f' must be a matrix"),
    "def f(x: tensor[?x2]) = reshape(x, 2, 2)": (1, 25, "static size is needed"),
    "def f(x: tensor[?x2]) = col_mean(x)": (1, 25, "averaged dimension is '?'"),
    "def f(x: tensor[?x2]) = x + [[1, 2]]": (1, 27, "cannot be stretched to a '?'"),
    "def f(x: tensor[?x2]) = contract(x, (0), x, (0))": (1, 25, "static size"),
    # ---- scalars
    "print 2": (1, 7, "a scalar has no shape to print; write it as a 1x1 matrix [[2]]"),
    "let s = 1 / 0": (1, 11, "division of a scalar by 0"),
    "print ge([[1]], 0)": (1, 17, "written [[0]]"),
    "def f(x: tensor[1x1]) = 2": (1, 25, "not the scalar 2"),
    # ---- literals
    "print [[1, 2], [3]]": (1, 16, "row 2 has 1 element but row 1 has 2"),
    "print [[1], [3, 4]]": (1, 13, "row 2 has 2 elements but row 1 has 1"),
    "print [[1, a]]": (1, 12, "expected a number in the matrix, not 'a'"),
    "print [[1, 2.]]+[[.5]]": (1, 19, "not '.'"),
    "print [1, 2]": (1, 8, "write [[1, 2]]"),
    "print [[]]": (1, 9, "expected a number"),
    "print []": (1, 8, "expected '[' to start a row"),
    "print [[1],]": (1, 12, "expected '[' to start a row"),
    "print [[1, 2]": (1, 14, "unfinished matrix"),
    "print [[1, 2": (1, 13, "unfinished matrix"),
    "print [[1 2]]": (1, 11, "',' or ']' after a number"),
    "print [[1, --2]]": (1, 13, "expected a number"),
    # ---- syntax
    "foo": (1, 1, "a statement starts with let, print or def, not 'foo'"),
    "2 + 2": (1, 1, "a statement starts with"),
    "print [[1]] $ 2": (1, 13, "unexpected character '$'"),
    "print [[1]] +": (1, 14, "unfinished expression"),
    "print": (1, 6, "unfinished expression"),
    "print ([[1]]": (1, 13, "'(' of column 7 is not closed"),
    "print [[1]])": (1, 12, "unexpected ')' after a complete expression"),
    "print ([[1]], [[2]])": (1, 13, "expected an operator or ')'"),
    "print [[1]] [[2]]": (1, 13, "unexpected '['"),
    "print [[1]] + + [[2]]": (1, 15, "expected a value, not '+'"),
    "let x [[1]]": (1, 7, "expected '='"),
    "let = [[1]]": (1, 5, "expected a name"),
    "print [[1]] + .5": (1, 15, "unexpected character '.'"),
    "print [[1]] * 2x": (1, 16, "unexpected 'x'"),
    "print [[1]] * 1e": (1, 16, "unexpected 'e'"),
    "def f(x tensor[1x1]) = x": (1, 9, "expected ':'"),
    "def f(x: tensor[2x]) = x": (1, 10, "expected a type such as tensor[2x3]"),
    "def f(x: tensor[0x2]) = x": (1, 7, "at least 1"),
    "def f(x: tensor[1x1], ) = x": (1, 23, "expected a parameter"),
    "print contract([[1]], 0, [[1]], (0))": (1, 23, "expected '('"),
    "print contract([[1]], (0.5), [[1]], (0))": (1, 24, "expected an axis"),
    "# fine\n\n  print q # comment": (3, 9, "unknown name 'q'"),
    "let x = [[1]]\r\nprint y\r\n": (2, 7, "unknown name 'y'"),
}


@pytest.mark.parametrize("program", REFUSED)
def test_a_mistake_is_refused_at_its_place(program: str) -> None:
    line, column, words = REFUSED[program]
    with pytest.raises(ProgramError) as refused:
        mgc.parse(program)
    assert words in refused.value.message
    assert (refused.value.line, refused.value.column) == (line, column)


def test_the_message_shows_place_line_and_caret() -> None:
    with pytest.raises(ProgramError) as refused:
        mgc.parse("let x = [[1]]\nprint x + yy\n")
    assert str(refused.value) == (
        "<text>:2:11: error: unknown name 'yy'\nprint x + yy\n          ^"
    )


def test_a_caret_under_a_line_with_tabs_keeps_the_tabs() -> None:
    with pytest.raises(ProgramError) as refused:
        mgc.parse("\tprint\tx\n")
    assert str(refused.value).splitlines()[1:] == ["\tprint\tx", "\t     \t^"]


def test_a_long_line_is_shown_around_the_place_alone() -> None:
    row = ", ".join(["1.0"] * 10_000)
    with pytest.raises(ProgramError) as refused:
        mgc.parse(f"print [[{row}, q]]")
    _, shown, caret = str(refused.value).splitlines()
    assert len(shown) < 140
    assert shown[caret.index("^")] == "q"


def test_a_tensor_too_large_to_compute_with_is_refused_before_it_is_made() -> None:
    row = "[" + ", ".join(["1"] * 1000) + "]"
    program = f"let a = [{row}]\nlet b = contract(a, (), a, ())\nlet c = contract(b, (), b, ())\n"
    with pytest.raises(ProgramError, match="1,000,000,000,000 elements") as refused:
        mgc.parse(program)
    assert (refused.value.line, refused.value.column) == (3, 9)
