"""Every mistake in a program is one message at its place."""

from __future__ import annotations

import pytest

import mgc
from mgc.errors import ProgramError

# What is refused -> (line, column, words of the message).
REFUSED = {
    # ---- names
    "print x": (1, 7, "unknown name 'x'"),
    "let width = [[1]]\nprint widht": (2, 7, "unknown name 'widht'; did you mean 'width'?"),
    "print rleu([[1]])": (1, 7, "unknown function 'rleu'; did you mean 'relu'?"),
    "print relu": (1, 7, "'relu' is a function: call it, as in relu(...)"),
    "let f = [[1]]\nprint f([[1]])": (2, 7, "'f' is a tensor, not a function"),
    "let y = [[1]]\ndef f(x: tensor[1x1]) = x + y": (2, 29, "not the program's 'y'; make it a"),
    "let k = 3\ndef f(x: tensor[1x1]) = x + k": (2, 29, "not the program's 'k'; write the num"),
    "let k = 3\nprint k([[1]])": (2, 7, "'k' is a scalar, not a function"),
    "print f([[1]])\ndef f(x: tensor[1x1]) = x": (1, 7, "'f' is defined later, on line 2"),
    "def f(x: tensor[1x1]) = f(x)": (1, 25, "'f' cannot call itself"),
    "def f(x: tensor[1x1]) = x\ndef f(x: tensor[1x1]) = x": (
        2,
        5,
        "'f' is already defined, on line 1",
    ),
    "def exp(x: tensor[1x1]) = x": (1, 5, "built-in"),
    "def main(x: tensor[1x1]) = x": (1, 5, "'main'"),
    "def f(x: tensor[1x1], x: tensor[1x1]) = x": (1, 23, "two parameters are named 'x'"),
    "let print = [[1]]": (1, 5, "keyword"),
    # ---- counts and arguments
    "print relu([[1]], [[2]])": (1, 7, "relu has 2 arguments; its form is relu(a)"),
    "print relu()": (1, 7, "relu has 0 arguments"),
    "print ge([[1]])": (1, 7, "ge has 1 argument; its form is ge(a, b)"),
    "def f(x: tensor[1x1]) = x\nprint f([[1]], [[2]])": (2, 7, "'f' takes 1 argument (x), not 2"),
    "def f(x: tensor[2x2]) = x\nprint f([[1]])": (2, 9, "must be 2x2, not 1x1"),
    "def f(x: tensor[?x2]) = x\nprint f([[1]])": (2, 9, "must be ?x2, not 1x1"),
    "def f(x: tensor[2x2]) = x\ndef g(x: tensor[?x2]) = f(x)": (2, 27, "static size is needed"),
    "def f(x: tensor[1x1]) = x\nprint f(2)": (2, 9, "not the scalar 2"),
    "print contract([[1]], (0))": (1, 7, "contract has 2 arguments"),
    "def f(x: tensor[99999999999999999999x1]) = x": (1, 17, "a dimension must be between 1 and"),
    "def f(x: tensor[99999x99999]) = x": (1, 10, "9,999,800,001 elements"),
    "print contract([[1]], (9999999999), [[1]], (0))": (1, 24, "expected an axis"),
    "print reshape([[1, 2]], 1e300)": (1, 25, "a size of reshape is at most"),
    "print reshape([[1, 2]], [[2]])": (1, 25, "a size of reshape must be a whole number, not a te"),
    "print [[1]] + \x00": (1, 15, "unexpected character U+0000"),
    "let tensor[2x3] = [[1]]": (1, 5, "expected a name after 'let', not 'tensor[2x3]'"),
    "let x = y let": (1, 11, "expected an operator or the end of the line, not 'let'"),
    # ---- shapes
    "print [[1, 2, 3]] + [[1], [2]] * [[1, 2], [3, 4]]": (1, 19, "sizes 1x3 and 2x2 do not fit"),
    "print [[1, 2]] @ [[1, 2]]": (1, 16, "inner sizes of '@' differ: 1x2 @ 1x2"),
    "print [[1]] @ 2": (1, 13, "use '*' with a scalar"),
    "print 2 @ [[1]]": (1, 9, "use '*' with a scalar"),
    "print reshape([[1, 2]], 3)": (1, 7, "cannot reshape 1x2 (2 elements) to 3 (3 elements)"),
    "print reshape([[1, 2]], 0, 2)": (1, 7, "sizes must be positive"),
    "print reshape([[1, 2]], 1.5, 2)": (1, 25, "must be a whole number"),
    "print permute([[1, 2]], 0, 0)": (1, 25, "not a permutation of the axes 0, 1"),
    "print permute([[1, 2]], 0)": (1, 7, "takes its 2 axes, not 1"),
    "print permute([[1, 2]], 0, 2)": (1, 25, "(0, 2) is not a permutation"),
    "print contract([[1, 2]], (0, 1), [[1, 2]], (1))": (1, 44, "not 2 axes with 1"),
    "print contract([[1, 2]], (2), [[1, 2]], (1))": (
        1,
        26,
        "out of range: the axes of a 1x2 tensor are 0 to 1",
    ),
    "print contract([[1]], (0, 0), [[1]], (0, 1))": (1, 23, "axis 0 is listed twice"),
    "print contract([[1, 2]], (1), [[1, 2]], (0))": (
        1,
        41,
        "pairs axis 1 of the 1x2 tensor, of size 2, with axis 0",
    ),
    "print reshape([[1, 2]], 2) + [[1]]": (1, 7, "tensor of rank 1 (2)"),
    "print relu(reshape([[1, 2]], 1, 2, 1))": (1, 12, "rank 3 (1x2x1)"),
    "print transpose(reshape([[1, 2]], 2))": (1, 17, "must be a matrix"),
    "def f(x: tensor[1x2]) = reshape(x, 2)": (1, 25, "result of 'f' must be a matrix"),
    "def f(x: tensor[?x2]) = reshape(x, 2, 2)": (1, 25, "static size is needed"),
    "def f(x: tensor[?x2]) = col_mean(x)": (1, 25, "averaged dimension is '?'"),
    "def f(x: tensor[?x2]) = x + [[1, 2]]": (1, 27, "cannot be stretched to a '?'"),
    "def f(x: tensor[?x2]) = contract(x, (), x, ())": (1, 25, "sizes ?x2 cannot be taken as one"),
    # ---- scalars
    "print 2": (1, 7, "what is printed must be a tensor, not the scalar 2.0; write [[2.0]]"),
    "let s = 1 / 0": (1, 11, "division of a scalar by 0"),
    "print ge([[1]], 0)": (1, 17, "not the scalar 0.0; write [[0.0]]"),
    "def f(x: tensor[1x1]) = 2": (1, 25, "the result of 'f' must be a tensor, not the scalar 2.0"),
    # ---- literals
    "print [[1, 2], [3]]": (1, 16, "row 2 has 1 element but row 1 has 2"),
    "print [[1], [3, 4]]": (1, 13, "row 2 has 2 elements but row 1 has 1"),
    "print [[1, a]]": (1, 12, "expected a number in the matrix, not 'a'"),
    "print [[1, 2.]]+[[.5]]": (1, 19, "'.5' is not a number; write 0.5"),
    "print [1, 2]": (1, 8, "a single row is written [[1, 2]]"),
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
    "print ([[1]]": (1, 13, "the '(' in column 7 is not closed"),
    "print relu([[1]]": (1, 17, "the '(' of 'relu' is not closed"),
    "print [[1]])": (1, 12, "expected an operator or the end of the line, not ')'"),
    "print ([[1]], [[2]])": (1, 13, "expected an operator or ')'"),
    "print [[1]] [[2]]": (1, 13, "expected an operator or the end of the line, not '[[2]]'"),
    "print [[1]] + + [[2]]": (1, 15, "expected a value, not '+'"),
    "let x [[1]]": (1, 7, "expected '='"),
    "let = [[1]]": (1, 5, "expected a name"),
    "print [[1]] + .5": (1, 15, "'.5' is not a number; write 0.5"),
    "print [[1]] * 2x": (1, 15, "'2x' is not a number"),
    "print [[1]] * 1e": (1, 15, "'1e' is not a number"),
    "def f(x tensor[1x1]) = x": (1, 9, "expected ':'"),
    "def f(x: tensor[2x]) = x": (1, 10, "the type of 'x' must be written like tensor[2x3]"),
    "def f(x: tensor[0x2]) = x": (1, 17, "between 1 and"),
    "def f(x: tensor[1x1], ) = x": (1, 23, "expected a parameter"),
    "print contract([[1]], 0, [[1]], (0))": (1, 23, "expects a list of axes such as (0, 1), or ()"),
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
