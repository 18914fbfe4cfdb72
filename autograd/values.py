"""IR values that combine by operators, and the emitter that collects what they make.

`a + b` on two `Value`s appends a `mg.add` to the block under construction and is its result; a
smaller matrix is stretched by a `mg.broadcast` first, as the source language does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from struct import pack

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from mgc import shapes
from mgc.dialect import (
    AddOp,
    BroadcastOp,
    ConstantOp,
    DivOp,
    ElementwiseBinaryOperation,
    GeOp,
    MatmulOp,
    MulOp,
    NegOp,
    PermuteOp,
    PrintOp,
    ReduceOp,
    ReshapeOp,
    ScalarOp,
    SubOp,
    TransposeOp,
    main_function,
    shape_of,
)
from mgc.program import Comment, Let, Print, Program, Statement
from mgc.shapes import Shape
from mgc.source import Source


class FreshNames:
    """Names `v1`, `g2`, `ones3`, ...: one counter for all, none that the program uses."""

    def __init__(self, taken: Iterable[str], count: int = 0) -> None:
        """`count`: the number in the last name that was made before."""
        self._taken = set(taken)
        self._count = count

    def claim(self, name: str) -> bool:
        """Reserve a name of the program; False if it already stands for something else."""
        if name in self._taken:
            return False
        self._taken.add(name)
        return True

    def fresh(self, prefix: str) -> str:
        """The next generated name with this prefix."""
        while True:
            self._count += 1
            name = f"{prefix}{self._count}"
            if name not in self._taken:
                return name


class Emitter:
    """A straight-line program under construction: its operations and its statements."""

    def __init__(self, names: FreshNames) -> None:
        self.names = names
        self.block = Block()
        self.statements: list[Statement] = []
        self._shared: dict[tuple[float, Shape], Value] = {}

    def emit(self, operation: Operation) -> Value:
        """Append an operation; its result as a `Value`."""
        self.block.add_op(operation)
        return Value(operation.results[0], self)

    def let(self, name: str, value: Value) -> Value:
        """Bind a value to a name."""
        self.statements.append(Let(name, value.ssa))
        return value

    def let_fresh(self, prefix: str, value: Value) -> Value:
        """Bind a value to a generated name."""
        return self.let(self.names.fresh(prefix), value)

    def print(self, value: Value) -> None:
        """Print a value."""
        operation = PrintOp(value.ssa)
        self.block.add_op(operation)
        self.statements.append(Print(operation))

    def comment(self, text: str) -> None:
        """Add a comment line."""
        self.statements.append(Comment(text))

    def filled(self, prefix: str, number: float, shape: Shape) -> Value:
        """A matrix of one number, made and named once for the whole program."""
        key = (number, shape)
        if key not in self._shared:
            constant = self.emit(ConstantOp(pack("<d", number) * prod(shape), shape))
            self._shared[key] = self.let_fresh(prefix, constant)
        return self._shared[key]

    def program(self, name: str) -> Program:
        """The finished program; the emitter is used up."""
        module = ModuleOp([main_function(self.block)])
        return Program(Source(name, ""), module, self.statements)


class Value:
    """An IR value with the operators of the source language."""

    __slots__ = ("emitter", "ssa")

    def __init__(self, ssa: SSAValue, emitter: Emitter) -> None:
        self.ssa = ssa
        self.emitter = emitter

    @property
    def shape(self) -> Shape:
        """The tensor's shape."""
        return shape_of(self.ssa)

    def __add__(self, other: Value) -> Value:
        return _elementwise(AddOp, self, other)

    def __sub__(self, other: Value) -> Value:
        return _elementwise(SubOp, self, other)

    def __mul__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _elementwise(MulOp, self, other)
        return self.emitter.emit(ScalarOp(self.ssa, "mul", other))

    def __truediv__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _elementwise(DivOp, self, other)
        return self.emitter.emit(ScalarOp(self.ssa, "div", other))

    def __matmul__(self, other: Value) -> Value:
        return self.emitter.emit(MatmulOp(self.ssa, other.ssa))

    def __neg__(self) -> Value:
        return self.emitter.emit(NegOp(self.ssa))


def _elementwise(operation: type[ElementwiseBinaryOperation], a: Value, b: Value) -> Value:
    if a.shape != b.shape:
        shape = shapes.stretched(a.shape, b.shape)
        a, b = broadcast(a, shape), broadcast(b, shape)
    return a.emitter.emit(operation(a.ssa, b.ssa))


def broadcast(a: Value, shape: Shape) -> Value:
    """`a` stretched to `shape`; `a` itself where it has that shape."""
    return a if a.shape == shape else a.emitter.emit(BroadcastOp(a.ssa, shape))


def ge(a: Value, b: Value) -> Value:
    """1.0 where a >= b, else 0.0."""
    return _elementwise(GeOp, a, b)


def transpose(a: Value) -> Value:
    """Rows and columns exchanged."""
    return a.emitter.emit(TransposeOp(a.ssa))


def reshape(a: Value, shape: Shape) -> Value:
    """The same elements, row by row, under another shape; `a` itself where nothing changes."""
    return a if a.shape == shape else a.emitter.emit(ReshapeOp(a.ssa, shape))


def permute(a: Value, permutation: Sequence[int]) -> Value:
    """Axis i of the result is axis `permutation[i]` of `a`."""
    return a.emitter.emit(PermuteOp(a.ssa, permutation))


def sum_over(axis: int, a: Value) -> Value:
    """The sum over one axis of a matrix, which stays with size 1."""
    return a.emitter.emit(ReduceOp(a.ssa, axis, "sum"))


def ones_like(a: Value) -> Value:
    """A matrix of ones in the shape of `a`."""
    return a.emitter.filled("ones", 1.0, a.shape)


def zero(a: Value) -> Value:
    """The 1x1 zero of the program that `a` belongs to."""
    return a.emitter.filled("zero", 0.0, (1, 1))
