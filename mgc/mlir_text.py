"""The text of a module, as `mgc mlir` prints it.

Other tools read this text with regular expressions, so its form is an interface: results count
`%t1, %t2, ...` in each function, and numbers stand in full nested rows.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import isinf, isnan
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from mgc.dialect import (
    AbortOp,
    CallOp,
    CastOp,
    ConstantOp,
    FuncOp,
    PermuteOp,
    PrintOp,
    ReduceOp,
    ReturnOp,
    ScalarOp,
    StatusOp,
    TransposeOp,
    shape_of,
)
from mgc.program import parameter_name
from mgc.shapes import Shape, show


def module_text(module: ModuleOp) -> str:
    """The functions of a module, one after the other."""
    return "".join(
        _function(operation) for operation in module.body.block.ops if isinstance(operation, FuncOp)
    )


def _function(function: FuncOp) -> str:
    block = function.body.block
    names: dict[SSAValue, str] = {
        argument: f"%{parameter_name(argument)}" for argument in block.args
    }
    taken = frozenset(names.values())
    arguments = ", ".join(f"{names[argument]}: {argument.type}" for argument in block.args)
    outputs = ", ".join(map(str, function.function_type.outputs.data))
    lines = [f"func.func @{function.sym_name.data}({arguments}) -> {outputs} {{"]
    lines.extend(f"  {line}" for line in _lines(block.ops, names, taken))
    return "\n".join([*lines, "}", ""])


def _lines(
    operations: Iterable[Operation], names: dict[SSAValue, str], taken: frozenset[str]
) -> Iterator[str]:
    free = (name for name in map("%t{}".format, count(1)) if name not in taken)
    for operation in operations:
        for result in operation.results:
            if isinstance(operation, StatusOp):
                names[result] = "%zero"
            else:
                names[result] = next(free)
        results = "".join(f"{names[result]} = " for result in operation.results)
        operands = ", ".join(names[operand] for operand in operation.operands)
        write = _WRITERS.get(type(operation), _plain)
        yield results + write(operation, operands)


def _type(value: SSAValue) -> str:
    return f"tensor<{show(shape_of(value))}xf64>"


def _types(operation: Operation) -> str:
    return ", ".join(_type(operand) for operand in operation.operands)


def _plain(operation: Operation, operands: str) -> str:
    arrow = f"{_types(operation)} -> {_type(operation.results[0])}"
    return f"{operation.name} {operands} : {arrow}"


def _converting(operation: Operation, operands: str) -> str:
    return f"{operation.name} {operands} : {_types(operation)} to {_type(operation.results[0])}"


def _constant(operation: ConstantOp, operands: str) -> str:
    return f"mg.constant dense<{_dense(operation)}> : {_type(operation.result)}"


def _scalar(operation: ScalarOp, operands: str) -> str:
    reversed_ = "true" if operation.scalar_on_left else "false"
    attributes = (
        f'op = "{operation.op.data}", value = {number(operation.scalar)} : f64, '
        f"reversed = {reversed_}"
    )
    return f"mg.scalar {operands} {{{attributes}}} : {_types(operation)} -> {_types(operation)}"


def _reduce(operation: ReduceOp, operands: str) -> str:
    attributes = f'axis = {operation.axis_index} : i64, kind = "{operation.kind.data}"'
    arrow = f"{_types(operation)} -> {_type(operation.result)}"
    return f"mg.reduce {operands} {{{attributes}}} : {arrow}"


def _permute(operation: PermuteOp, operands: str) -> str:
    axes = ", ".join(map(str, operation.axes))
    arrow = f"{_types(operation)} -> {_type(operation.result)}"
    return f"mg.permute {operands} {{permutation = array<i64: {axes}>}} : {arrow}"


def _print(operation: PrintOp, operands: str) -> str:
    return f"mg.print {operands} : {_types(operation)}"


def _abort(operation: AbortOp, operands: str) -> str:
    return f"mg.abort {{message = {operation.message}}}"


def _call(operation: CallOp, operands: str) -> str:
    arrow = f"({_types(operation)}) -> {_type(operation.results[0])}"
    return f"func.call @{operation.callee.root_reference.data}({operands}) : {arrow}"


def _return(operation: ReturnOp, operands: str) -> str:
    return f"func.return {operands} : {operation.operands[0].type}"


def _zero(operation: StatusOp, operands: str) -> str:
    return "arith.constant 0 : i32"


_WRITERS: dict[type[Any], Callable[[Any, str], str]] = {
    ConstantOp: _constant,
    ScalarOp: _scalar,
    ReduceOp: _reduce,
    PermuteOp: _permute,
    TransposeOp: _converting,
    CastOp: _converting,
    PrintOp: _print,
    AbortOp: _abort,
    CallOp: _call,
    ReturnOp: _return,
    StatusOp: _zero,
}


def number(value: float) -> str:
    """The shortest digits that read back to the same double, a point before any exponent.

    An infinity is a number past the largest double; a NaN is its bits, as MLIR writes it.
    """
    if isinf(value):
        return "1.0e+999" if value > 0 else "-1.0e+999"
    if isnan(value):
        return f"0x{struct.pack('>d', value).hex().upper()}"
    text = repr(value)
    mantissa, exponent, power = text.partition("e")
    return text if "." in mantissa else f"{mantissa}.0{exponent}{power}"


def _dense(operation: ConstantOp) -> str:
    values = memoryview(operation.data).cast("d").tolist()
    return _nested([number(value) for value in values], shape_of(operation.result))


def _nested(texts: list[str], shape: Shape) -> str:
    """The numbers in nested brackets, innermost dimension first."""
    for size in reversed(shape):
        texts = [
            f"[{', '.join(texts[start : start + size])}]" for start in range(0, len(texts), size)
        ]
    return texts[0]
