"""The operations around those of `mg`: functions, their calls, and the casts that calls need.

They are MLIR's own, as far as a program can hold them. xDSL defines them too, but in modules that
load its parser, printer and pattern rewriter, which would take a third of every command's start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import (
    I32,
    FlatSymbolRefAttrConstr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import HasParent, IsolatedFromAbove, IsTerminator, Pure, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from mgc import shapes
from mgc.dialect.base import Tensor, shape_of
from mgc.dialect.formatted import FormattedOperation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@irdl_op_definition
class FuncOp(IRDLOperation):
    """A function; the last one of a module, `@main`, is the program."""

    name = "func.func"
    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        function_type: tuple[Sequence[Attribute], Sequence[Attribute]],
        body: Region,
    ) -> None:
        """`function_type`: the types of the arguments and of the results."""
        Operation.__init__(
            self,
            properties={
                "sym_name": StringAttr(name),
                "function_type": FunctionType.from_lists(*function_type),
            },
            regions=[body],
        )

    def verify_(self) -> None:
        for block in self.body.blocks:
            if block.arg_types != self.function_type.inputs.data:
                raise VerifyException("func.func: a block does not take the function's arguments")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        from xdsl.dialects.utils import parse_func_op_like

        parser.parse_optional_visibility_keyword()
        name, inputs, outputs, body, *_ = parse_func_op_like(parser, reserved_attr_names=())
        return cls(name, (inputs, outputs), body)

    def print(self, printer: Printer) -> None:
        from xdsl.dialects.utils import print_func_op_like

        print_func_op_like(
            printer,
            self.sym_name,
            self.function_type,
            self.body,
            self.attributes,
            reserved_attr_names=(),
        )


@irdl_op_definition
class CallOp(FormattedOperation):
    """A call of a function of the same module."""

    name = "func.call"
    arguments = var_operand_def()
    callee = prop_def(FlatSymbolRefAttrConstr)
    res = var_result_def()
    FORMAT: ClassVar[str] = (
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $res)"
    )

    def __init__(
        self, callee: str, arguments: Sequence[SSAValue], result_types: Sequence[Attribute]
    ) -> None:
        Operation.__init__(
            self,
            operands=arguments,
            result_types=result_types,
            properties={"callee": SymbolRefAttr(callee)},
        )


@irdl_op_definition
class ReturnOp(FormattedOperation):
    """The end of a function, and its result."""

    name = "func.return"
    arguments = var_operand_def()
    traits = traits_def(HasParent(FuncOp), IsTerminator())
    FORMAT: ClassVar[str] = "attr-dict ($arguments^ `:` type($arguments))?"

    def __init__(self, value: SSAValue) -> None:
        Operation.__init__(self, operands=(value,))

    def verify_(self) -> None:
        function = self.parent_op()
        assert isinstance(function, FuncOp)
        if function.function_type.outputs.data != self.arguments.types:
            raise VerifyException("func.return: not what the function is declared to return")


@irdl_op_definition
class StatusOp(IRDLOperation):
    """The number that `@main` returns."""

    name = "arith.constant"
    value = prop_def(IntegerAttr[I32])
    result = result_def(i32)
    traits = traits_def(Pure())

    def __init__(self, value: int = 0) -> None:
        Operation.__init__(self, result_types=(i32,), properties={"value": IntegerAttr(value, i32)})

    @classmethod
    def parse(cls, parser: Parser) -> StatusOp:
        value = parser.parse_attribute()
        if not isinstance(value, IntegerAttr) or value.type != i32:
            parser.raise_error("arith.constant needs a number of type i32")
        return cls(value.value.data)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.value)


@irdl_op_definition
class CastOp(FormattedOperation):
    """A tensor under a type that knows more or fewer of its sizes."""

    name = "tensor.cast"
    source = operand_def(Tensor)
    dest = result_def(Tensor)
    traits = traits_def(Pure())
    FORMAT: ClassVar[str] = "$source attr-dict `:` type($source) `to` type($dest)"

    def __init__(self, source: SSAValue, dest: Tensor) -> None:
        Operation.__init__(self, operands=(source,), result_types=(dest,))

    def verify_(self) -> None:
        source, dest = shape_of(self.source), shape_of(self.dest)
        if not shapes.compatible(source, dest):
            raise VerifyException(
                f"tensor.cast: {shapes.show(source)} cannot be {shapes.show(dest)}"
            )


def main_function(block: Block) -> FuncOp:
    """`@main` of the operations in a block, which gets its end here."""
    status = StatusOp()
    block.add_ops([status, ReturnOp(status.result)])
    return FuncOp("main", ((), (i32,)), Region(block))
