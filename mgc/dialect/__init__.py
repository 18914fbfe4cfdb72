"""The `mg` dialect: the operations of a Mountain Goat program as xDSL operations.

Every value is a tensor of float64. Constructors infer the result type from their operands, so an
operation that can be constructed is well typed; `verify_` states the same rule for modules that
came from text. `FORMAT` gives the textual form by which `mgc.mlir_reader` reads an operation;
`mgc.mlir_text` writes the same form with code of its own, without loading xDSL's printer.
"""

from xdsl.ir import Dialect

from mgc.dialect.base import MgOperation, Tensor, UnaryOperation, shape_of, tensor_type
from mgc.dialect.elementwise import (
    AddOp,
    DivOp,
    ElementwiseBinaryOperation,
    ElementwiseUnaryOperation,
    ExpOp,
    GeOp,
    LogOp,
    MulOp,
    NegOp,
    ReluOp,
    ScalarOp,
    SqrtOp,
    SubOp,
)
from mgc.dialect.functions import CallOp, CastOp, FuncOp, ReturnOp, StatusOp, main_function
from mgc.dialect.tensors import (
    AbortOp,
    BroadcastOp,
    ConstantOp,
    MatmulOp,
    PermuteOp,
    PrintOp,
    ReduceOp,
    ReshapeOp,
    TransposeOp,
    filling,
    unstretched,
)

__all__ = [
    "DIALECTS",
    "AbortOp",
    "AddOp",
    "BroadcastOp",
    "CallOp",
    "CastOp",
    "ConstantOp",
    "DivOp",
    "ElementwiseBinaryOperation",
    "ElementwiseUnaryOperation",
    "ExpOp",
    "FuncOp",
    "GeOp",
    "LogOp",
    "MatmulOp",
    "MgOperation",
    "MulOp",
    "NegOp",
    "PermuteOp",
    "PrintOp",
    "ReduceOp",
    "ReluOp",
    "ReshapeOp",
    "ReturnOp",
    "ScalarOp",
    "SqrtOp",
    "StatusOp",
    "SubOp",
    "Tensor",
    "TransposeOp",
    "UnaryOperation",
    "filling",
    "main_function",
    "shape_of",
    "tensor_type",
    "unstretched",
]

_MG = Dialect(
    "mg",
    [
        ConstantOp,
        AddOp,
        SubOp,
        MulOp,
        DivOp,
        GeOp,
        ScalarOp,
        NegOp,
        ReluOp,
        ExpOp,
        LogOp,
        SqrtOp,
        MatmulOp,
        TransposeOp,
        ReduceOp,
        BroadcastOp,
        ReshapeOp,
        PermuteOp,
        PrintOp,
        AbortOp,
    ],
)

# All operations that a program's module can hold.
DIALECTS = (
    _MG,
    Dialect("func", [FuncOp, CallOp, ReturnOp]),
    Dialect("arith", [StatusOp]),
    Dialect("tensor", [CastOp]),
)
