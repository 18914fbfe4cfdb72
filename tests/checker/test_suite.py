"""The checks catch what is wrong: in the rules, in the reference, in the refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograd.request
from autograd import rules
from autograd.values import Value, ge
from checker import command, generated, gradients, refusals
from checker.check import Check
from checker.descents import descent_checks
from checker.differences import Derivatives, complex_step
from checker.gradients import gradient_check
from checker.hand import hand_checks
from checker.outcome import Outcome, Verdict
from checker.report import report_text
from checker.suite import all_checks
from checker.ties import tie_checks
from mgc.dialect import MulOp, ReduceOp
from tests.checker.wrong_rules import use_rule

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def wrong_mul(op: MulOp, g: Value, r: Value, a: Value, b: Value) -> tuple[Value, Value]:
    return g * a, g * b


def run_by_name(checks: list[Check]) -> dict[str, Outcome]:
    return {check.id: check.run() for check in checks}


def test_every_check_passes() -> None:
    command.use(command.run_in_process)
    try:
        outcomes = [check.run() for check in all_checks(EXAMPLES)]
    finally:
        command.use(command.run_command)
    assert [outcome.id for outcome in outcomes if not outcome.passed] == []
    assert report_text(outcomes).endswith(f"all {len(outcomes)} checks pass\n")


def test_the_checks_have_different_ids() -> None:
    ids = [check.id for check in all_checks(EXAMPLES)]
    assert len(ids) == len(set(ids))


def test_a_wrong_rule_is_caught_with_program_matrix_element_and_both_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_rule(monkeypatch, MulOp, wrong_mul)
    outcome = gradient_check(EXAMPLES / "m01_arithmetic.mg").run()
    assert outcome.verdict is Verdict.FAILED
    assert "m01_arithmetic" in outcome.sentence
    assert outcome.where.startswith(("a[", "b[", "c["))
    assert f"{outcome.where}: expected " in outcome.detail
    assert outcome.detail in report_text([outcome])


def test_a_wrong_rule_is_caught_by_the_hand_derived_gradients_and_the_curve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_rule(monkeypatch, MulOp, wrong_mul)
    path = EXAMPLES / "h33_attention.mg"
    outcomes = run_by_name(hand_checks(path) + descent_checks(path))
    assert not outcomes["hand:h33_attention"].passed
    assert not outcomes["figures:h33_attention"].passed
    assert not outcomes["descent:curve"].passed


def test_ties_with_the_full_gradient_are_caught_by_the_ties_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = rules._RULES[ReduceOp]

    def full(op: ReduceOp, g: Value, r: Value, a: Value) -> Any:
        if op.kind.data == "sum":
            return right(op, g, r, a)
        return (ge(a, r) * g,)

    use_rule(monkeypatch, ReduceOp, full)
    assert not run_by_name(tie_checks())["ties:rows"].passed
    assert gradient_check(EXAMPLES / "m10_ties.mg").run().passed


def test_a_wrong_reference_makes_its_check_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    right = complex_step

    def wrong(*arguments: Any) -> Derivatives:
        found = right(*arguments)
        return replace(found, gradient=np.ones_like(found.gradient))

    monkeypatch.setattr(gradients, "complex_step", wrong)
    outcome = gradient_check(EXAMPLES / "m01_arithmetic.mg").run()
    assert outcome.verdict is Verdict.FAILED
    assert "the reference disagrees with itself" in outcome.detail


def test_wrong_figures_make_their_check_fail(tmp_path: Path) -> None:
    for name in ("h33_attention.mg", "data/attention_classifier.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    data = tmp_path / "data" / "attention_classifier.json"
    figures = json.loads(data.read_text())
    figures["gradients"]["wk0"][2][1] += 1e-9
    figures["descent_loss"][4] += 1e-7
    data.write_text(json.dumps(figures))
    path = tmp_path / "h33_attention.mg"
    outcomes = run_by_name(hand_checks(path) + descent_checks(path))
    assert outcomes["hand:h33_attention"].passed
    assert outcomes["figures:h33_attention"].where == "wk0[2][1]"
    assert not outcomes["figures:h33_attention"].passed
    assert outcomes["descent:curve"].where.startswith("loss after 4 steps")
    assert not outcomes["descent:curve"].passed


def test_a_nan_in_the_loss_is_never_a_pass(tmp_path: Path) -> None:
    path = tmp_path / "nan.mg"
    path.write_text("# wrt: x\nlet x = [[-1.0]]\nprint log(x)\n")
    outcome = gradient_check(path).run()
    assert outcome.verdict is Verdict.FAILED
    assert "nan" in outcome.detail


def test_a_check_that_cannot_finish_has_crashed_with_its_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*arguments: object) -> list[object]:
        raise RuntimeError("the compiler is on strike")

    monkeypatch.setattr(gradients, "gradients", broken)
    outcome = gradient_check(EXAMPLES / "m01_arithmetic.mg").run()
    assert outcome.verdict is Verdict.CRASHED
    assert "the compiler is on strike" in outcome.detail


@pytest.mark.parametrize("case", refusals._CASES, ids=lambda case: case.name)
def test_each_refusal_that_disappears_fails_its_check(case: Any) -> None:
    accepted = command.Finished(0, "let g = [[1.0]]\n", "")
    assert not refusals._judge(case, accepted).passed


@pytest.mark.parametrize("case", refusals._CASES, ids=lambda case: case.name)
def test_a_refusal_with_another_status_or_other_words_fails_its_check(case: Any) -> None:
    words = " ".join(case.words)
    assert refusals._judge(case, command.Finished(case.status, "", words)).passed
    assert not refusals._judge(case, command.Finished(3, "", words)).passed
    assert not refusals._judge(case, command.Finished(case.status, "", "no")).passed
    traceback = f"{words} Traceback (most recent call last)"
    assert not refusals._judge(case, command.Finished(case.status, "", traceback)).passed


@pytest.mark.parametrize(
    ("case", "function", "replacement"),
    [
        ("shape", "shape_of", lambda value: (1, 1)),
        ("unknown", "get_close_matches", lambda name, names, n: []),
        (
            "flat",
            "_smooth_values",
            lambda operations: {o for op in operations for o in op.operands},
        ),
    ],
)
def test_a_refusal_taken_out_of_the_command_fails_its_check(
    monkeypatch: pytest.MonkeyPatch, case: str, function: str, replacement: Any
) -> None:
    monkeypatch.setattr(command, "_runner", command.run_in_process)
    (check,) = (one for one in refusals.refusal_checks() if one.id == f"refusals:{case}")
    assert check.run().passed
    monkeypatch.setattr(autograd.request, function, replacement)
    assert check.run().verdict is not Verdict.OK


def test_a_program_that_several_checks_look_at_is_written_once() -> None:
    check = tie_checks()[0]
    check.run()
    check.run()
    assert len(generated.forget_written()) == 1
    check.run()
    assert len(generated.forget_written()) == 1
