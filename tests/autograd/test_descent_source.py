"""The source of a descent is that of its program, however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

import autograd
import mgc
from autograd import descent_source
from autograd.errors import RequestError
from autograd.source import Line, source_lines
from mgc.program import Program

# A descent starts from literal matrices, and m13_names asks for a computed one.
EXAMPLES = sorted(path for path in Path("examples").glob("*.mg") if path.stem != "m13_names")

# Names as generated ones are made, where steps that follow would bind them.
CLASHING = """\
let p12 = [[4.0, 1.0]]
let v9 = [[1.0, 2.0]]
let g31 = 0.5
let v24 = row_sum((p12 - v9) * (p12 - v9))
let g44 = v24 * g31
print g44
"""


def both(program: str | Path, wrt: list[str], steps: int, loss: int = 0) -> tuple[str, str]:
    parsed = mgc.parse(program)
    built = autograd.source_text(autograd.descent(parsed, wrt, steps, 0.5, loss))
    return autograd.descent_text(parsed, wrt, steps, 0.5, loss), built


def losses(text: str) -> list[bytes]:
    return [value.tobytes() for value in mgc.run(mgc.parse(text))]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("steps", [0, 1, 3, 4, 5, 7])
def test_every_example_descends_by_the_same_text(example: Path, steps: int) -> None:
    text = example.read_text(encoding="utf-8")
    wrt, loss = autograd.declared_parameters(text), autograd.declared_loss(text)
    written, built = both(example, wrt, steps, loss)
    assert written == built


def test_names_past_the_place_where_a_program_ends_are_free() -> None:
    # The sum of a column of two and one of three ends it.
    ending = "def f(a: tensor[?x1], b: tensor[?x1]) = a + b\n"
    ending += "let x = [[1.0, 2.0]]\nprint row_sum(x * x)\nlet q = f([[1], [2]], [[1], [2], [3]])\n"
    for name in ("v40", "g40", "p40", "m40"):
        written, built = both(f"{ending}let {name} = [[1.0]]\n", ["x"], 12)
        assert written == built


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("steps", [4, 6])
def test_a_simplified_descent_takes_the_same_steps(example: Path, steps: int) -> None:
    text = example.read_text(encoding="utf-8")
    wrt, loss = autograd.declared_parameters(text), autograd.declared_loss(text)
    program = mgc.parse(example)
    built = autograd.source_text(autograd.descent(program, wrt, steps, 0.01, loss, simplify=True))
    written = autograd.descent_text(program, wrt, steps, 0.01, loss, simplify=True)
    assert len(written.splitlines()) == len(built.splitlines())
    assert losses(written) == losses(built)


def test_every_step_is_built_where_the_last_is_unlike_the_one_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = mgc.parse("let x = [[4.0]]\nprint x * x\n")
    expected = autograd.source_text(autograd.descent(program, ["x"], 6, 0.25))

    def with_another_rate_in_step_4(program: Program) -> list[Line]:
        lines = source_lines(program)
        if ["# ---- step 5: forward"] not in lines:
            update = lines.index(["# ---- step 4: update"]) + 1
            lines[update] = [piece.replace("0.25", "0.125") for piece in lines[update]]
        return lines

    monkeypatch.setattr(descent_source, "source_lines", with_another_rate_in_step_4)
    assert autograd.descent_text(program, ["x"], 6, 0.25) == expected


def test_names_of_the_program_are_left_to_it_in_every_step() -> None:
    written, built = both(CLASHING, ["p12"], 20)
    assert written == built
    bound = [line.split()[1] for line in written.splitlines() if line.startswith("let ")]
    assert len(bound) == len(set(bound))


def test_the_last_loss_is_that_of_the_parameters_after_the_last_step() -> None:
    text = autograd.descent_text(mgc.parse("let x = [[4.0]]\nprint x * x\n"), ["x"], 4, 0.25)
    losses = [value.item() for value in mgc.run(mgc.parse(text))]
    assert losses == [16.0, 4.0, 1.0, 0.25, 0.0625]


def test_a_descent_that_cannot_be_built_cannot_be_written() -> None:
    with pytest.raises(RequestError, match="must not be negative"):
        autograd.descent_text(mgc.parse("let x = [[4.0]]\nprint x * x\n"), ["x"], -1, 0.5)
