"""Random well-typed Mountain Goat programs, as source text.

Expressions are grown from the shape that they must have. In the body of a function a dimension may
be the name of an unknown size, which stands for `?`: it is never stretched, reshaped or averaged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

Size: TypeAlias = int | str
Shape: TypeAlias = tuple[Size, ...]
T = TypeVar("T")

SIZES = st.sampled_from([1, 1, 2, 3, 4, 5, 9])
PLAIN_NUMBERS = st.floats(-4, 4, allow_nan=False).map(lambda x: round(x, 3))
ANY_NUMBERS = st.one_of(
    PLAIN_NUMBERS,
    st.floats(allow_nan=False),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308, float("inf")]),
)
NAMES = ("a", "b", "x_1", "x_2", "t1", "exp", "zero", "v1", "g6")


def number(value: float) -> str:
    """The number as source."""
    text = repr(abs(value)).replace("inf", "1e999")
    return f"-{text}" if str(value).startswith("-") else text


def literal(rows: list[list[float]]) -> str:
    """The matrix as source."""
    return "[" + ", ".join(f"[{', '.join(map(number, row))}]" for row in rows) + "]"


@dataclass
class Function:
    """A definition: the shapes of its parameters and of its result."""

    name: str
    parameters: dict[str, Shape]
    result: Shape


class Expressions:
    """Grows expressions over the names in scope."""

    def __init__(
        self,
        draw: st.DrawFn,
        numbers: st.SearchStrategy[float],
        smooth: bool,
        scope: dict[str, Shape],
        functions: list[Function],
    ) -> None:
        self.draw = draw
        self.numbers = numbers
        self.smooth = smooth
        self.scope = scope
        self.scalars: list[str] = []
        self.functions = functions

    def choose(self, *options: T) -> T:
        return self.draw(st.sampled_from(options))

    def maybe(self) -> bool:
        return self.draw(st.booleans())

    def is_likely(self) -> bool:
        return self.draw(st.integers(0, 3)) != 0

    def size(self) -> int:
        return self.draw(SIZES)

    # ---- leaves

    def literal(self, rows: int, columns: int) -> str:
        pool = self.draw(st.lists(self.numbers, min_size=1, max_size=7))
        values = (pool * (rows * columns))[: rows * columns]
        return literal([values[i * columns : (i + 1) * columns] for i in range(rows)])

    def scalar(self) -> str:
        if self.scalars and self.maybe():
            name = self.choose(*self.scalars)
            return self.choose(name, f"(2 * {name} - 1)", f"-{name}")
        return number(self.draw(self.numbers))

    def leaf(self, shape: Shape) -> str:
        names = [name for name, known in self.scope.items() if known == shape]
        rows, columns = shape
        if names and self.is_likely():
            return self.choose(*names)
        if isinstance(rows, int) and isinstance(columns, int):
            return self.literal(rows, columns)
        if isinstance(rows, int):
            return f"transpose({self.leaf((columns, rows))})"
        if isinstance(columns, str):
            return f"({self.leaf((rows, 1))} @ {self.leaf((1, columns))})"
        # A definition has a matrix of every unknown number of rows.
        name, width = next(
            (name, known[1]) for name, known in self.scope.items() if known[0] == rows
        )
        assert isinstance(width, int)
        return f"({name} @ {self.literal(width, columns)})"

    # ---- operations

    def matrix(self, shape: Shape, depth: int = 3) -> str:
        """An expression of this shape."""
        if depth == 0 or not self.draw(st.integers(0, 3)):
            return self.leaf(shape)
        rows, columns = shape
        grow: list[Callable[[Shape, int], str]] = [
            self.elementwise, self.elementwise, self.with_scalar, self.unary, self.product,
            self.exchanged, self.contracted, self.called,
        ]  # fmt: skip
        if 1 in (rows, columns):
            grow += [self.reduced, self.reduced]
        if isinstance(rows, int) and isinstance(columns, int):
            grow += [self.reshaped, self.through_ranks]
        return self.choose(*grow)(shape, depth - 1)

    def elementwise(self, shape: Shape, depth: int) -> str:
        smaller = tuple(
            1 if isinstance(size, int) and not self.draw(st.integers(0, 3)) else size
            for size in shape
        )
        larger = shape
        if all(isinstance(size, int) for size in shape) and not self.draw(st.integers(0, 4)):
            larger, smaller = (shape[0], 1), (1, shape[1])  # both are stretched
        texts = [self.matrix(larger, depth), self.matrix(smaller, depth)]
        left, right = texts if self.maybe() else reversed(texts)
        symbol = self.choose("+", "-", "*") if self.smooth else self.choose("+", "-", "*", "/", ",")
        return f"ge({left}, {right})" if symbol == "," else f"({left} {symbol} {right})"

    def with_scalar(self, shape: Shape, depth: int) -> str:
        symbol = self.choose("+", "-", "*") if self.smooth else self.choose("+", "-", "*", "/")
        matrix, scalar = self.matrix(shape, depth), self.scalar()
        return f"({matrix} {symbol} {scalar})" if self.maybe() else f"({scalar} {symbol} {matrix})"

    def unary(self, shape: Shape, depth: int) -> str:
        function = self.choose("-", "relu", "exp", "log", "sqrt")
        # Of a computed operand exp, log and sqrt may make much of a difference in rounding.
        sharp = function in ("exp", "log", "sqrt")
        operand = self.leaf(shape) if self.smooth and sharp else self.matrix(shape, depth)
        return f"(-{operand})" if function == "-" else f"{function}({operand})"

    def product(self, shape: Shape, depth: int) -> str:
        inner = self.size()
        left = self.matrix((shape[0], inner), depth)
        return f"({left} @ {self.matrix((inner, shape[1]), depth)})"

    def exchanged(self, shape: Shape, depth: int) -> str:
        operand = self.matrix(shape[::-1], depth)
        return self.choose(f"transpose({operand})", f"permute({operand}, 1, 0)")

    def reduced(self, shape: Shape, depth: int) -> str:
        rows, columns = shape
        kind = self.choose("sum", "max", "mean")
        if columns == 1 and (rows != 1 or self.maybe()):
            return f"row_{kind}({self.matrix((rows, self.size()), depth)})"
        return f"col_{kind}({self.matrix((self.size(), columns), depth)})"

    def contracted(self, shape: Shape, depth: int) -> str:
        rows, columns = shape
        inner = self.size()
        if self.maybe():
            left, right = self.matrix((inner, rows), depth), self.matrix((columns, inner), depth)
            return f"contract({left}, (0), {right}, (1))"
        first, second = self.factors(inner)
        left, right = self.matrix((rows, inner), depth), self.matrix((inner, columns), depth)
        if isinstance(rows, str) or isinstance(columns, str):
            return f"contract({left}, (1), {right}, (0))"
        pairs = self.choose(("(1, 2)", "(0, 1)"), ("(2, 1)", "(1, 0)"))
        return (
            f"contract(reshape({left}, {rows}, {first}, {second}), {pairs[0]}, "
            f"reshape({right}, {first}, {second}, {columns}), {pairs[1]})"
        )

    def factors(self, count: int) -> tuple[int, int]:
        first = self.choose(*(size for size in range(1, count + 1) if count % size == 0))
        return first, count // first

    def reshaped(self, shape: Shape, depth: int) -> str:
        count = prod(size for size in shape if isinstance(size, int))
        others = [
            name
            for name, known in self.scope.items()
            if all(isinstance(size, int) for size in known) and prod(known) == count
        ]
        operand = (
            self.choose(*others)
            if others and self.maybe()
            else self.matrix(self.factors(count), depth)
        )
        return f"reshape({operand}, {shape[0]}, {shape[1]})"

    def through_ranks(self, shape: Shape, depth: int) -> str:
        return f"reshape({self.tensor(shape, depth)[0]}, {shape[0]}, {shape[1]})"

    def tensor(self, shape: Shape, depth: int) -> tuple[str, Shape]:
        """A tensor of another rank with as many elements, and its shape."""
        count = prod(size for size in shape if isinstance(size, int))
        first, rest = self.factors(count)
        sizes = self.choose((count,), (first, *self.factors(rest)), (1, first, *self.factors(rest)))
        text = f"reshape({self.matrix(shape, depth)}, {', '.join(map(str, sizes))})"
        axes = self.draw(st.permutations(range(len(sizes))))
        permuted = tuple(sizes[axis] for axis in axes)
        return f"permute({text}, {', '.join(map(str, axes))})", permuted

    # ---- calls

    def called(self, shape: Shape, depth: int) -> str:
        """A call whose result has this shape; where its size is a `?`, made static by a sum."""
        fitting = []
        for function in self.functions:
            sizes = self.unified(function.result, shape)
            if sizes is not None:
                fitting.append((function, sizes))
        if not fitting:
            return self.unary(shape, depth)
        function, sizes = self.choose(*fitting)
        text = self.call(function, sizes, depth)
        static = all(
            declared == wanted or isinstance(wanted, str)
            for declared, wanted in zip(function.result, shape, strict=True)
        )
        return text if static else f"({text} + {self.matrix(shape, depth)})"

    def unified(self, declared: Shape, wanted: Shape) -> dict[str, Size] | None:
        """What the unknown sizes must be for a result of the wanted shape; None if it cannot."""
        sizes: dict[str, Size] = {}
        for size, to in zip(declared, wanted, strict=True):
            if isinstance(size, int):
                if size != to:
                    return None
            elif to == 1 or sizes.setdefault(size, to) != to:
                return None  # a 1 is not stretched to the `?` of the result
        return sizes

    def call(self, function: Function, sizes: dict[str, Size], depth: int) -> str:
        arguments = []
        for shape in function.parameters.values():
            for size in shape:
                if isinstance(size, str):
                    sizes.setdefault(size, self.size())
            actual = tuple(sizes[size] if isinstance(size, str) else size for size in shape)
            arguments.append(self.matrix(actual, depth))
        return f"{function.name}({', '.join(arguments)})"


class ProgramBuilder:
    """Grows a program line by line."""

    def __init__(
        self, draw: st.DrawFn, numbers: st.SearchStrategy[float], smooth: bool = False
    ) -> None:
        self.functions: list[Function] = []
        self.shapes: dict[str, Shape] = {}
        self.lines: list[str] = []
        self.grow = Expressions(draw, numbers, smooth, self.shapes, self.functions)

    def rows_of(self, name: str) -> Size:
        either: tuple[Size, Size] = (f"rows of {name}", self.grow.size())
        return self.grow.choose(*either)

    def definition(self) -> None:
        """One more function; each of its unknown sizes is the number of rows of a parameter."""
        grow = self.grow
        names = [grow.choose("x", "x_1"), grow.choose("y", "t1", "x_2")]
        parameters: dict[str, Shape] = {
            name: (self.rows_of(name), grow.size()) for name in names[: grow.choose(1, 2)]
        }
        if len(parameters) == 2 and grow.maybe():
            first, second = parameters
            parameters[second] = (parameters[first][0], parameters[second][1])
        sizes = [grow.size(), *(shape[0] for shape in parameters.values())]
        result = (grow.choose(*sizes), grow.choose(*sizes))
        inside = Expressions(grow.draw, grow.numbers, grow.smooth, parameters, list(self.functions))
        types = ", ".join(
            f"{name}: tensor[{'?' if isinstance(rows, str) else rows}x{columns}]"
            for name, (rows, columns) in parameters.items()
        )
        name = f"f{len(self.functions)}"
        self.lines.append(f"def {name}({types}) = {inside.matrix(result)}")
        self.functions.append(Function(name, parameters, result))

    def statement(self) -> None:
        """One more `let` or `print`."""
        grow = self.grow
        shape = (grow.size(), grow.size())
        match grow.choose("matrix", "matrix", "matrix", "tensor", "scalar", "print", "call"):
            case "matrix":
                self.let(grow.matrix(shape), shape)
            case "tensor":
                self.let(*grow.tensor(shape, 2))
            case "scalar":
                self.lines.append(f"let s{len(grow.scalars)} = {grow.scalar()}")
                grow.scalars.append(f"s{len(grow.scalars)}")
            case "call" if self.functions:
                # Its result may be of unknown sizes, which no `let` of a known shape can hold.
                self.lines.append(f"print {grow.call(grow.choose(*self.functions), {}, 2)}")
            case _:
                self.lines.append(f"print {grow.matrix(shape)}")

    def let(self, expression: str, shape: Shape) -> None:
        name = self.grow.choose(f"v{len(self.lines)}", *NAMES)
        self.lines.append(f"let {name} = {expression}")
        self.shapes[name] = shape

    def text(self) -> str:
        return "\n".join([*self.lines, *(f"print {name}" for name in self.shapes), ""])


@st.composite
def programs(
    draw: st.DrawFn,
    *,
    numbers: st.SearchStrategy[float] = PLAIN_NUMBERS,
    statements: int = 8,
    smooth: bool = False,
) -> str:
    """A program that prints every value it binds.

    `smooth` leaves out what makes much of a small difference in rounding: comparisons, and
    quotients, logarithms, roots and exponentials of computed values.
    """
    builder = ProgramBuilder(draw, numbers, smooth)
    for _ in range(draw(st.integers(0, 2))):
        builder.definition()
    for _ in range(draw(st.integers(1, statements))):
        builder.statement()
    return builder.text()
