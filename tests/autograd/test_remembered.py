"""What the command made before is found again, and only for the very same question."""

from __future__ import annotations

import warnings
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import autograd
from autograd import cli
from autograd.remembered import _OPTIONS, remembered
from mgc.cache import VARIABLE
from mgc.source import Source

SOURCE = Source("loss.mg", "print [[1]]\n")
ASKED: dict[str, Any] = {
    "wrt": "w",
    "loss": 0,
    "descend": None,
    "lr": None,
    "allow_unused": False,
    "simplify": False,
    "mgc": None,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of one test."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def maker() -> Callable[[], bytes]:
    """What makes b"1" at its first call, with a warning, b"2" at the second, and so on."""
    made: list[None] = []

    def make() -> bytes:
        made.append(None)
        warnings.warn(autograd.ComparisonWarning(f"warning {len(made)}"), stacklevel=2)
        return str(len(made)).encode()

    return make


def test_the_same_question_has_the_same_answer_and_the_same_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make = maker()
    for _ in range(2):
        assert remembered("text", SOURCE, Namespace(**ASKED), make) == b"1"
        assert capsys.readouterr().err == "warning 1\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wrt", "w,x"),
        ("loss", 1),
        ("descend", 3),
        ("lr", 0.5),
        ("allow_unused", True),
        ("simplify", True),
    ],
)
def test_every_option_counts(name: str, value: object) -> None:
    make = maker()
    remembered("text", SOURCE, Namespace(**ASKED), make)
    assert remembered("text", SOURCE, Namespace(**{**ASKED, name: value}), make) == b"2"


@pytest.mark.parametrize(
    ("form", "source"),
    [
        ("code", SOURCE),
        ("text", Source("other.mg", SOURCE.text)),
        ("text", Source(SOURCE.name, "print [[2]]\n")),
    ],
)
def test_the_form_the_name_and_the_text_count(form: str, source: Source) -> None:
    make = maker()
    remembered("text", SOURCE, Namespace(**ASKED), make)
    assert remembered(form, source, Namespace(**ASKED), make) == b"2"


def test_the_differentiators_own_code_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = maker()
    remembered("text", SOURCE, Namespace(**ASKED), make)
    (tmp_path / "rules.py").write_text("changed")
    monkeypatch.setattr(autograd, "__path__", [str(tmp_path)])
    assert remembered("text", SOURCE, Namespace(**ASKED), make) == b"2"


def test_what_another_compiler_read_is_not_remembered(folder: Path) -> None:
    make = maker()
    for expected in (b"1", b"2"):
        assert remembered("text", SOURCE, Namespace(**{**ASKED, "mgc": "/mgc"}), make) == expected
    assert not folder.exists()


def test_a_damaged_entry_is_made_again(folder: Path) -> None:
    make = maker()
    remembered("text", SOURCE, Namespace(**ASKED), make)
    (entry,) = folder.iterdir()
    entry.write_bytes(entry.read_bytes()[:-1])
    assert remembered("text", SOURCE, Namespace(**ASKED), make) == b"2"


def test_an_empty_variable_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    make = maker()
    for expected in (b"1", b"2"):
        assert remembered("text", SOURCE, Namespace(**ASKED), make) == expected


def test_what_fails_is_not_remembered(folder: Path) -> None:
    def fail() -> bytes:
        raise ValueError("no answer")

    with pytest.raises(ValueError, match="no answer"):
        remembered("text", SOURCE, Namespace(**ASKED), fail)
    assert not folder.exists()


def test_no_other_warning_is_shown_or_kept(capsys: pytest.CaptureFixture[str]) -> None:
    def make() -> bytes:
        warnings.warn("of a library", DeprecationWarning, stacklevel=2)
        return b"made"

    for _ in range(2):
        assert remembered("text", SOURCE, Namespace(**ASKED), make) == b"made"
        assert capsys.readouterr().err == ""


def test_every_option_that_changes_what_is_written_is_part_of_the_question() -> None:
    destinations = {action.dest for action in cli._parser()._actions}
    elsewhere = {"help", "file", "output", "mgc", "run", "precision", "json"}
    assert destinations - elsewhere == set(_OPTIONS)
