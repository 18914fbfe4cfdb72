"""Precedence, and depths that no stack of calls could follow."""

from __future__ import annotations

import pytest

import mgc


def value(expression: str) -> list[list[float]]:
    text = f"let a = [[2.0]]\nlet b = [[3.0]]\nlet m = [[1.0, 2.0]]\nprint {expression}\n"
    result: list[list[float]] = mgc.run(mgc.parse(text), optimisation=0)[0].tolist()
    return result


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a + b * b", [[11.0]]),
        ("(a + b) * b", [[15.0]]),
        ("a - b - b", [[-4.0]]),
        ("a / b / b * 9", [[2.0]]),
        ("-a * b", [[-6.0]]),
        ("-a - -b", [[1.0]]),
        ("--a", [[2.0]]),
        ("2 * m @ [[1], [1]]", [[6.0]]),
        ("m @ [[1], [1]] * 2", [[6.0]]),
        ("a * b @ [[2]]", [[12.0]]),
        ("1 - 2 - a", [[-3.0]]),
        ("a*-b", [[-6.0]]),
        ("2.e1 * a", [[40.0]]),
        ("2E+1 * a", [[40.0]]),
        ("((a))", [[2.0]]),
        ("ge(a, (b))", [[0.0]]),
    ],
)
def test_operators_bind_as_the_language_says(expression: str, expected: list[list[float]]) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "order"),
    [
        ("-a * b", ["neg", "mul"]),
        ("-(a * b)", ["mul", "neg"]),
        ("a + b * a - b", ["mul", "add", "sub"]),
        ("relu(a) + exp(b) * ge(a, b)", ["relu", "exp", "ge", "mul", "add"]),
    ],
)
def test_operations_stand_in_the_order_of_evaluation(expression: str, order: list[str]) -> None:
    program = mgc.parse(f"let a = [[2.0]]\nlet b = [[3.0]]\nlet c = {expression}\n")
    names = [operation.name.removeprefix("mg.") for operation in program.operations]
    assert names[2:-2] == order


def test_a_hundred_thousand_parentheses_are_read() -> None:
    assert value("(" * 100_000 + "a" + ")" * 100_000) == [[2.0]]


def test_a_hundred_thousand_signs_are_read() -> None:
    assert value("-" * 100_000 + "2 * a") == [[4.0]]


def test_two_thousand_nested_calls_are_read() -> None:
    assert value("relu(" * 2000 + "a" + ")" * 2000) == [[2.0]]


def test_a_sum_of_five_thousand_terms_is_read() -> None:
    assert value(" + ".join(["a"] * 5000)) == [[10_000.0]]


def test_lines_may_end_in_crlf_and_the_last_may_not_end() -> None:
    assert mgc.run(mgc.parse("let a = [[2]]\r\n\r\n# note\r\nprint a"))[0].tolist() == [[2.0]]
