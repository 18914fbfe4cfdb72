"""The compiler from Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mgc
from mgc.errors import FileError


def test_a_path_is_read_and_any_other_string_is_the_program(tmp_path: Path) -> None:
    path = tmp_path / "p.mg"
    path.write_text("print [[1]]\n")
    assert mgc.parse(path).source.name == str(path)
    assert mgc.parse(str(path)).source.name == str(path)
    assert mgc.parse("print [[1]] # p.mg\n").source.name == "<text>"
    assert mgc.parse("print [[1]]").source.name == "<text>"


def test_printed_tensors_come_as_arrays_of_their_shapes() -> None:
    printed = mgc.run(mgc.parse("print [[1, 2]]\nprint reshape([[1, 2]], 2, 1, 1)\n"))
    assert [array.shape for array in printed] == [(1, 2), (2, 1, 1)]
    assert all(array.dtype == np.float64 for array in printed)


def test_a_missing_file_and_one_that_is_no_text_are_file_errors(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere\.mg: error: cannot read it: No such file"):
        mgc.parse("nowhere.mg")
    binary = tmp_path / "b.mg"
    binary.write_bytes(b"print [[1]]\n\xff")
    with pytest.raises(FileError, match=r"not UTF-8 text \(byte 12\)"):
        mgc.parse(binary)


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'compile'"):
        _ = mgc.compile


def test_the_example_in_the_documentation_is_true() -> None:
    assert "array([[2., 3.]])" in (mgc.__doc__ or "")
    assert repr(mgc.run(mgc.parse("print [[1, 2]] + 1\n"))) == "[array([[2., 3.]])]"
