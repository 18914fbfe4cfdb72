"""The gradient program as a whole."""

from __future__ import annotations

import numpy as np
import pytest

import autograd
import mgc

WORKED_EXAMPLE = """\
let x = [[0.5, -1.0], [2.0, 1.0]]
let w = [[1.0, 2.0], [3.0, 4.0]]
print col_sum(row_sum(relu(x @ w) * 2.0))
"""

WORKED_EXAMPLE_STATEMENTS = """\
let x = [[0.5, -1.0], [2.0, 1.0]]
let w = [[1.0, 2.0], [3.0, 4.0]]
let v1 = (x @ w)
let v2 = relu(v1)
let v3 = (v2 * 2.0)
let v4 = row_sum(v3)
let v5 = col_sum(v4)
let g6 = [[1.0]]
let ones7 = [[1.0], [1.0]]
let g8 = (ones7 * g6)
let ones9 = [[1.0, 1.0], [1.0, 1.0]]
let g10 = (ones9 * g8)
let g11 = (g10 * 2.0)
let zero12 = [[0.0]]
let g13 = (g11 * ge(v1, zero12))
let g14 = (g13 @ transpose(w))
let g15 = (transpose(x) @ g13)
print v5
print g15
print g14
"""


def statements(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def gradient_text(program: str, wrt: list[str]) -> str:
    return autograd.source_text(autograd.gradient(mgc.parse(program), wrt))


def test_the_worked_example_has_the_statements_of_the_page() -> None:
    assert statements(gradient_text(WORKED_EXAMPLE, ["w", "x"])) == WORKED_EXAMPLE_STATEMENTS


def test_the_worked_example_has_the_gradients_worked_by_hand() -> None:
    printed = mgc.run(autograd.gradient(mgc.parse(WORKED_EXAMPLE), ["w", "x"]))
    assert [value.tolist() for value in printed] == [
        [[26.0]],
        [[4.0, 4.0], [2.0, 2.0]],
        [[0.0, 0.0], [6.0, 14.0]],
    ]


def test_the_header_says_what_is_printed_in_order() -> None:
    header = gradient_text(WORKED_EXAMPLE, ["w", "x"]).split("let")[0]
    assert "the loss, its gradient by w, its gradient by x" in header


def test_the_text_computes_the_same_bits_as_the_module_it_was_written_from() -> None:
    program = autograd.gradient(mgc.parse(WORKED_EXAMPLE), ["w", "x"])
    from_text = mgc.run(mgc.parse(autograd.source_text(program)))
    for expected, actual in zip(mgc.run(program), from_text, strict=True):
        assert expected.tobytes() == actual.tobytes()


def test_a_gradient_program_can_be_differentiated_again() -> None:
    cubic = "let x = [[2.0]]\nprint x * x * x\n"
    first = gradient_text(cubic, ["x"])
    second = gradient_text(first.rsplit("print", 2)[0] + first[first.rindex("print") :], ["x"])
    gradient, second_derivative = mgc.run(mgc.parse(second))
    assert gradient.item() == 12.0
    assert second_derivative.item() == 12.0


@pytest.mark.parametrize("name", ["v1", "g2", "ones3", "zero4", "m5", "p6", "v7"])
def test_generated_names_avoid_the_names_of_the_program(name: str) -> None:
    lines = [f"let {taken} = [[1.5, 0.5]]" for taken in ("v1", "g2", "ones3", "zero4", "m5", "p6")]
    program = "\n".join(
        [*lines, "let v7 = relu(v1) * g2 * ones3 * zero4 * m5", "print row_max(v7 * p6)", ""]
    )
    if name == "v7":
        wanted = np.array([[0.0, 0.0]])
        wanted[0, 0] = 1.5
    else:
        wanted = np.array([[1.5**5, 0.0]])
    text = gradient_text(program, [name])
    names = [line.split()[1] for line in text.splitlines() if line.startswith("let ")]
    assert len(names) == len(set(names))
    assert mgc.run(mgc.parse(text))[1].tolist() == wanted.tolist()


def test_a_computed_let_can_be_a_parameter() -> None:
    program = "let x = [[2.0, 3.0]]\nlet h = x * x\nprint row_sum(h * h)\n"
    by_h, by_x = mgc.run(autograd.gradient(mgc.parse(program), ["h", "x"]))[1:]
    assert by_h.tolist() == [[8.0, 18.0]]
    assert by_x.tolist() == [[32.0, 108.0]]


def test_what_the_loss_does_not_use_is_not_written() -> None:
    program = "let x = [[2.0]]\nlet unused = x * [[77.0]]\nprint x * x\nprint unused\n"
    assert "77.0" not in gradient_text(program, ["x"])


def test_allow_unused_prints_zeros_in_the_shape_of_the_parameter() -> None:
    program = mgc.parse("let x = [[2.0]]\nlet y = [[1.0, 2.0, 3.0]]\nprint x * x\n")
    printed = mgc.run(autograd.gradient(program, ["y", "x"], allow_unused=True))
    assert printed[1].tolist() == [[0.0, 0.0, 0.0]]
    assert printed[2].tolist() == [[4.0]]


def test_another_print_can_be_the_loss() -> None:
    program = mgc.parse("let x = [[2.0]]\nprint x * x\nprint x * x * x\n")
    assert mgc.run(autograd.gradient(program, ["x"], loss=1))[1].item() == 12.0


def test_functions_are_inlined_and_a_function_called_twice_counts_twice() -> None:
    program = mgc.parse(
        "def square(a: tensor[1x2]) = a * a\n"
        "let x = [[2.0, 3.0]]\nprint row_sum(square(square(x)))\n"
    )
    assert mgc.run(autograd.gradient(program, ["x"]))[1].tolist() == [[32.0, 108.0]]


def test_a_value_doubled_sixty_times_has_gradient_two_to_the_sixty_in_a_few_hundred_lines() -> None:
    program = "let x = [[1.0]]\nlet y = x\n" + "let y = y + y\n" * 60 + "print y\n"
    text = gradient_text(program, ["x"])
    assert mgc.run(mgc.parse(text))[1].item() == 2.0**60
    assert text.count("\n") < 300


def test_the_text_of_a_long_chain_is_proportional_to_its_length() -> None:
    def written(length: int) -> int:
        chain = "".join(f"let y = y * {1 + 1 / (k + 2)}\n" for k in range(length))
        return gradient_text(f"let x = [[1.0]]\nlet y = x\n{chain}print y\n", ["x"]).count("\n")

    short, long = written(500), written(5000)
    assert long <= 10 * short
