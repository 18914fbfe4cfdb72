"""Printed tensors."""

from __future__ import annotations

import json
import math
from struct import pack, unpack

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mgc.display import c_format, json_text, memref_text


def test_a_matrix_looks_as_the_runner_library_prints_it() -> None:
    assert memref_text(np.array([[0.0, 0.0], [6.0, 14.0]])) == (
        "Unranked Memref base@ = 0x… rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = \n"
        "[[0,   0], \n"
        " [6,   14]]\n"
    )


def test_a_vector_has_two_blanks_between_its_elements() -> None:
    assert memref_text(np.array([12.0, 5.0, 7.0])) == (
        "Unranked Memref base@ = 0x… rank = 1 offset = 0 sizes = [3] strides = [1] data = \n"
        "[12,  5,  7]\n"
    )


def test_a_tensor_of_rank_3_nests_its_rows() -> None:
    assert memref_text(np.arange(1.0, 9.0).reshape(2, 2, 2)) == (
        "Unranked Memref base@ = 0x… rank = 3 offset = 0 sizes = [2, 2, 2] "
        "strides = [4, 2, 1] data = \n"
        "[[[1,    2], \n"
        "  [3,    4]], \n"
        " [[5,    6], \n"
        "  [7,    8]]]\n"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1601341.0, "1.60134e+06"),
        (0.00001, "1e-05"),
        (123456.5, "123456"),
        (-0.0, "-0"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (unpack("<d", pack("<Q", 0x7FF8000000000000))[0], "nan"),
        (unpack("<d", pack("<Q", 0xFFF8000000000000))[0], "-nan"),
        (5e-324, "4.94066e-324"),
    ],
)
def test_an_element_looks_as_c_prints_it(value: float, text: str) -> None:
    assert c_format(value, 6) == text


@given(st.floats(allow_nan=False))
def test_seventeen_digits_read_back_equal(value: float) -> None:
    assert pack("<d", float(c_format(value, 17))) == pack("<d", value)


def test_json_holds_shapes_and_exact_values() -> None:
    document = json.loads(json_text([np.array([[0.1, math.inf]]), np.array([-0.0])]))
    assert document == [{"shape": [1, 2], "data": [0.1, "inf"]}, {"shape": [1], "data": [-0.0]}]
    assert math.copysign(1, document[1]["data"][0]) == -1
