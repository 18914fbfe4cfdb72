"""Random well-typed Mountain Goat programs, as source text."""

from __future__ import annotations

from math import prod

from hypothesis import strategies as st

Shape = tuple[int, ...]

SIZES = st.sampled_from([1, 1, 2, 3, 4, 5, 9])
PLAIN_NUMBERS = st.floats(-4, 4, allow_nan=False).map(lambda x: round(x, 3))
ANY_NUMBERS = st.one_of(
    PLAIN_NUMBERS,
    st.floats(allow_nan=False),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308, float("inf")]),
)


def number(value: float) -> str:
    """The number as source."""
    text = repr(abs(value)).replace("inf", "1e999")
    return f"-{text}" if str(value).startswith("-") else text


def literal(rows: list[list[float]]) -> str:
    """The matrix as source."""
    return "[" + ", ".join(f"[{', '.join(map(number, row))}]" for row in rows) + "]"


FUNCTIONS = {
    "centred": "def centred(m: tensor[?x3]) = m - row_mean(m)",
    "joined": "def joined(a: tensor[?x3], b: tensor[?x3]) = a * b - relu(a)",
    "gram": "def gram(m: tensor[?x?]) = transpose(m) @ m",
    "squashed": "def squashed(m: tensor[?x?]) = exp(-(m * m)) / 2",
}


class ProgramBuilder:
    """Grows a program line by line, keeping the shape of every name."""

    def __init__(self, draw: st.DrawFn, numbers: st.SearchStrategy[float]) -> None:
        self.draw = draw
        self.numbers = numbers
        self.lines: list[str] = []
        self.shapes: dict[str, Shape] = {}

    def choose(self, *options: object) -> object:
        return self.draw(st.sampled_from(options))

    def name(self, shape: Shape) -> str:
        """A name of this shape; a literal is bound where there is none."""
        names = [name for name, known in self.shapes.items() if known == shape]
        if names and self.draw(st.integers(0, 3)):
            return self.draw(st.sampled_from(names))
        assert len(shape) == 2
        rows = [[self.draw(self.numbers) for _ in range(shape[1])] for _ in range(shape[0])]
        return self.let(literal(rows), shape)

    def any_matrix(self) -> tuple[str, Shape]:
        names = [name for name, shape in self.shapes.items() if len(shape) == 2]
        if names and self.draw(st.integers(0, 2)):
            name = self.draw(st.sampled_from(names))
            return name, self.shapes[name]
        shape = (self.draw(SIZES), self.draw(SIZES))
        return self.name(shape), shape

    def let(self, expression: str, shape: Shape) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"let {name} = {expression}")
        self.shapes[name] = shape
        return name

    def statement(self) -> None:
        """One more `let`, by a random operation."""
        kinds = [
            self.elementwise, self.scalar, self.function, self.product, self.reduction,
            self.reshaped, self.permuted, self.contracted, self.called,
        ]  # fmt: skip
        self.draw(st.sampled_from(kinds))()

    def elementwise(self) -> None:
        a, (rows, columns) = self.any_matrix()
        shape = (self.choose(rows, 1), self.choose(columns, 1))
        b = self.name(shape)  # type: ignore[arg-type]
        left, right = (a, b) if self.draw(st.booleans()) else (b, a)
        symbol = self.choose("+", "-", "*", "/", ",")
        text = f"ge({left}, {right})" if symbol == "," else f"{left} {symbol} {right}"
        self.let(text, (rows, columns))

    def scalar(self) -> None:
        a, shape = self.any_matrix()
        k = number(self.draw(self.numbers))
        symbol = self.choose("+", "-", "*", "/")
        self.let(f"{a} {symbol} {k}" if self.draw(st.booleans()) else f"{k} {symbol} {a}", shape)

    def function(self) -> None:
        a, shape = self.any_matrix()
        self.let(f"{self.choose('relu', 'exp', 'log', 'sqrt', '-')}({a})", shape)

    def product(self) -> None:
        a, (rows, inner) = self.any_matrix()
        columns = self.draw(SIZES)
        self.let(f"{a} @ {self.name((inner, columns))}", (rows, columns))

    def reduction(self) -> None:
        a, (rows, columns) = self.any_matrix()
        kind = self.choose("sum", "max", "mean")
        if self.draw(st.booleans()):
            self.let(f"row_{kind}({a})", (rows, 1))
        else:
            self.let(f"col_{kind}({a})", (1, columns))

    def reshaped(self) -> None:
        name = self.draw(st.sampled_from([*self.shapes] or [self.any_matrix()[0]]))
        count = prod(self.shapes[name])
        divisors = [d for d in range(1, count + 1) if count % d == 0]
        first = self.draw(st.sampled_from(divisors))
        second = self.draw(st.sampled_from([d for d in divisors if (count // first) % d == 0]))
        shapes = [(first, count // first), (count,), (first, second, count // first // second)]
        shape = self.draw(st.sampled_from(shapes))
        self.let(f"reshape({name}, {', '.join(map(str, shape))})", shape)

    def permuted(self) -> None:
        name = self.draw(st.sampled_from([*self.shapes] or [self.any_matrix()[0]]))
        shape = self.shapes[name]
        axes = self.draw(st.permutations(range(len(shape))))
        if len(shape) == 2 and self.draw(st.booleans()):
            self.let(f"transpose({name})", shape[::-1])
        else:
            permuted = tuple(shape[axis] for axis in axes)
            self.let(f"permute({name}, {', '.join(map(str, axes))})", permuted)

    def contracted(self) -> None:
        a, shape = self.any_matrix()
        if self.draw(st.booleans()):
            b = self.name((shape[1], self.draw(SIZES)))
            self.let(f"contract({a}, (1), {b}, (0))", (shape[0], self.shapes[b][1]))
        else:
            b = self.name(shape)
            self.let(f"contract({a}, (0, 1), {b}, (0, 1))", (1, 1))

    def called(self) -> None:
        match self.choose(*FUNCTIONS):
            case "centred":
                self.lines.append(f"print centred({self.name((self.draw(SIZES), 3))})")
            case "joined":
                a = self.name((self.draw(SIZES), 3))
                self.lines.append(f"print joined({a}, {self.name(self.shapes[a])})")
            case "gram":
                self.lines.append(f"print gram({self.any_matrix()[0]})")
            case _:
                # Its sizes are unknown to the front end, so other operations cannot use it.
                self.lines.append(f"print squashed({self.any_matrix()[0]})")

    def text(self) -> str:
        prints = [f"print {name}" for name in self.shapes]
        return "\n".join([*FUNCTIONS.values(), *self.lines, *prints, ""])


@st.composite
def programs(
    draw: st.DrawFn, *, numbers: st.SearchStrategy[float] = PLAIN_NUMBERS, statements: int = 8
) -> str:
    """A program that prints every value it computes."""
    builder = ProgramBuilder(draw, numbers)
    for _ in range(draw(st.integers(1, statements))):
        builder.statement()
    return builder.text()
