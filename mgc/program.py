"""A program after the front end: one `mg` module and the facts the source adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import ModuleOp, NameLoc, StringAttr, UnknownLoc
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from mgc.dialect import FuncOp, PrintOp
from mgc.source import Source


class Let(NamedTuple):
    """`let name = ...`: the tensor value it bound, and the source line (0 when generated)."""

    name: str
    value: SSAValue
    line: int = 0


class Print(NamedTuple):
    """`print ...`: its operation, and the source line (0 when generated)."""

    operation: PrintOp
    line: int = 0

    @property
    def value(self) -> SSAValue:
        """The printed tensor."""
        return self.operation.operand


class Comment(NamedTuple):
    """A comment line of a generated program."""

    text: str


Statement: TypeAlias = Let | Print | Comment


@dataclass
class Program:
    """One module (`func.func` operations, `@main` last) and its statements in source order.

    `statements` holds what `@main` was written as: the tensor `let`s with the values they bound and
    the `print`s. `scalars` are the compile-time scalars bound by `let`, which leave no operation.
    """

    source: Source
    module: ModuleOp
    statements: list[Statement] = field(default_factory=list)
    scalars: dict[str, float] = field(default_factory=dict)

    @property
    def main(self) -> FuncOp:
        """The function `@main`."""
        main = self.module.body.block.last_op
        assert isinstance(main, FuncOp)
        return main

    @property
    def body(self) -> Block:
        """The block of `@main`."""
        return self.main.body.block

    @property
    def operations(self) -> Iterator[Operation]:
        """The operations of `@main` in order, terminator included."""
        return operations_of(self.body)

    @property
    def functions(self) -> list[FuncOp]:
        """The functions defined by the program, without `@main`."""
        return [op for op in self.module.body.block.ops if isinstance(op, FuncOp)][:-1]

    @property
    def lets(self) -> list[Let]:
        """The `let`s that bound a tensor, in source order."""
        return [statement for statement in self.statements if isinstance(statement, Let)]

    @property
    def prints(self) -> list[Print]:
        """The `print`s in source order."""
        return [statement for statement in self.statements if isinstance(statement, Print)]


def operations_of(block: Block) -> Iterator[Operation]:
    """The operations of a block in order, in a third of the time of `block.ops`.

    The one at hand may be removed, or have others put before it.
    """
    operation = block.first_op
    while operation is not None:
        following = operation.next_op
        yield operation
        operation = following


def name_parameter(parameter: BlockArgument, name: str) -> None:
    """Let a function's parameter be called as in the source.

    Not by the value's name hint, which loses endings such as `_1`.
    """
    parameter.location = NameLoc(StringAttr(name), UnknownLoc())


def parameter_name(parameter: BlockArgument) -> str:
    """What a function's parameter is called; `argN` if it has no name."""
    location = parameter.location
    return location.desc.data if isinstance(location, NameLoc) else f"arg{parameter.index}"
