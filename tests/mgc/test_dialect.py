"""What the verifiers of the dialect refuse in modules that came from text."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, IntegerAttr, StringAttr, f64, i64
from xdsl.ir import Attribute, Block, Operation
from xdsl.utils.exceptions import VerifyException

import mgc
from mgc.dialect import (
    AddOp,
    BroadcastOp,
    CastOp,
    ConstantOp,
    GeOp,
    MatmulOp,
    NegOp,
    PermuteOp,
    ReduceOp,
    ReshapeOp,
    ScalarOp,
    TransposeOp,
    shape_of,
    tensor_type,
)
from mgc.shapes import DYNAMIC, Shape

AXIS_1 = {"axis": IntegerAttr(1, i64), "kind": StringAttr("sum")}


def operation(
    kind: type[Operation],
    operands: list[Shape],
    result: Shape,
    attributes: dict[str, Attribute] | None = None,
) -> Operation:
    """One with these shapes, as only text can make it."""
    return kind.create(
        operands=Block(arg_types=map(tensor_type, operands)).args,
        result_types=[tensor_type(result)],
        attributes=attributes or {},
    )


WRONG = [
    (AddOp, [(2, 3), (2, 4)], (2, 3), None, "operands 2x3 and 2x4 differ"),
    (GeOp, [(2, 3), (2, 3)], (1, 1), None, "the result is 1x1 but must be 2x3"),
    (NegOp, [(2, 3)], (3, 2), None, "the result is 3x2 but must be 2x3"),
    (MatmulOp, [(2, 3), (2, 3)], (2, 3), None, "inner sizes"),
    (MatmulOp, [(2, 3, 1), (3, 2)], (2, 2), None, "must be matrices"),
    (TransposeOp, [(2, 3)], (2, 3), None, "must be 3x2"),
    (TransposeOp, [(2, 3, 1)], (1, 3, 2), None, "must be a matrix"),
    (ReduceOp, [(2, 3)], (1, 3), AXIS_1, "must be 2x1"),
    (ReduceOp, [(2, 3)], (2, 1), {**AXIS_1, "axis": IntegerAttr(2, i64)}, "axis 0 or 1"),
    (ReduceOp, [(2, 3)], (2, 1), {**AXIS_1, "kind": StringAttr("min")}, "unknown kind 'min'"),
    (BroadcastOp, [(2, 1)], (3, 3), None, "cannot stretch 2x1 to 3x3"),
    (BroadcastOp, [(2, 1)], (2, DYNAMIC), None, "cannot stretch 2x1 to 2x?"),
    (BroadcastOp, [(1, 1)], (2, 2, 2), None, "cannot stretch 1x1 to 2x2x2"),
    (CastOp, [(DYNAMIC, 3)], (2, 4), None, "\\?x3 cannot be 2x4"),
    (ReshapeOp, [(2, 3)], (2, 2), None, "6 elements"),
    (ReshapeOp, [(DYNAMIC, 3)], (3, DYNAMIC), None, "static size is needed"),
    (
        PermuteOp,
        [(2, 3)],
        (2, 3),
        {"permutation": DenseArrayBase.from_list(i64, [1, 0])},
        "must be 3x2",
    ),
    (
        PermuteOp,
        [(2, 3)],
        (2, 2),
        {"permutation": DenseArrayBase.from_list(i64, [0, 0])},
        "not a permutation",
    ),
    (
        ScalarOp,
        [(1, 1)],
        (1, 1),
        {
            "op": StringAttr("pow"),
            "value": FloatAttr(2.0, f64),
            "reversed": IntegerAttr.from_bool(False),
        },
        "unknown op 'pow'",
    ),
]


@pytest.mark.parametrize(("kind", "operands", "result", "attributes", "words"), WRONG)
def test_an_operation_of_wrong_shapes_is_refused(
    kind: type[Operation],
    operands: list[Shape],
    result: Shape,
    attributes: dict[str, Attribute] | None,
    words: str,
) -> None:
    with pytest.raises(VerifyException, match=words):
        operation(kind, operands, result, attributes).verify()


def test_unknown_sizes_agree_with_any() -> None:
    operation(AddOp, [(DYNAMIC, 3), (2, 3)], (2, 3)).verify()
    operation(BroadcastOp, [(DYNAMIC, 1)], (DYNAMIC, 4)).verify()
    operation(MatmulOp, [(2, DYNAMIC), (3, 4)], (2, 4)).verify()


def test_the_result_of_agreeing_sizes_is_the_known_one() -> None:
    left, right = Block(arg_types=map(tensor_type, [(DYNAMIC, 3), (2, DYNAMIC)])).args
    assert shape_of(AddOp(left, right).result) == (2, 3)


def test_a_constant_of_too_few_elements_is_refused() -> None:
    constant = ConstantOp(bytes(16), (1, 2))
    constant.verify()
    with pytest.raises(VerifyException, match="elements for 3x2"):
        ConstantOp(bytes(16), (3, 2)).verify()


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0.0 - x", True),
        ("-0.0 - x", True),
        ("x - 0.0", False),
        ("1.0 - x", False),
        ("0.0 + x", False),
        ("0.0 / x", False),
    ],
)
def test_only_0_less_the_operand_subtracts_from_zero(expression: str, expected: bool) -> None:
    program = mgc.parse(f"let x = [[1.0]]\nprint {expression}\n")
    (operation,) = (op for op in program.operations if isinstance(op, ScalarOp))
    assert operation.subtracts_from_zero == expected
