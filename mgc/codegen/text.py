"""LLVM IR as text: the body of one function, with loops and masked vectors.

Kernels compute on vectors of four doubles, large products also on eight. A row whose length is no
multiple of that ends in one masked vector, so every element goes through the same instructions at
every place and at every level of optimisation.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

LANES = 4
WIDE_LANES = 8
VECTOR = f"<{LANES} x double>"
_MASK = f"<{LANES} x i1>"

# The intrinsics and library functions that kernels call.
DECLARATIONS = f"""\
declare {VECTOR} @llvm.masked.load.v{LANES}f64.p0(ptr, i32, {_MASK}, {VECTOR})
declare void @llvm.masked.store.v{LANES}f64.p0({VECTOR}, ptr, i32, {_MASK})
declare {VECTOR} @llvm.sqrt.v{LANES}f64({VECTOR})
declare {VECTOR} @llvm.fma.v{LANES}f64({VECTOR}, {VECTOR}, {VECTOR})
declare {VECTOR} @_ZGVdN4v_exp({VECTOR})
declare {VECTOR} @_ZGVdN4v_log({VECTOR})
declare double @exp(double)
declare double @log(double)
"""


def double(value: float) -> str:
    """A double as LLVM writes it, by its bits."""
    return "0x" + struct.pack(">d", value).hex().upper()


def escaped(data: bytes) -> str:
    """Bytes as LLVM writes them in a string."""
    return "\\" + data.hex("\\") if data else ""


def splat(value: float) -> str:
    """A vector constant of one number."""
    return "<" + ", ".join([f"double {double(value)}"] * LANES) + ">"


class Body:
    """The body of a function under construction; values are the names of SSA values.

    `lanes` is the width of its vectors, `vector` their type.
    """

    def __init__(self, lanes: int = LANES) -> None:
        self.lanes = lanes
        self.vector = f"<{lanes} x double>"
        self._lines: list[str] = []
        self._count = 0
        self._block = "entry"

    def text(self) -> str:
        """The body so far."""
        return "\n".join(self._lines)

    def value(self, expression: str) -> str:
        """A new SSA value."""
        self._count += 1
        name = f"%v{self._count}"
        self._lines.append(f"  {name} = {expression}")
        return name

    def do(self, instruction: str) -> None:
        """An instruction without a result."""
        self._lines.append(f"  {instruction}")

    @contextmanager
    def loop(
        self, stop: int, step: int = 1, carried: Sequence[tuple[str, str]] = ()
    ) -> Iterator[Loop]:
        """Count an index from 0 up to `stop`, a multiple of `step`; a single turn is no loop.

        `carried` are (type, initial value) of values that each turn hands to the next through
        `Loop.next`; after the loop `Loop.results` are their last values.
        """
        if stop == step:
            single = Loop("0", [initial for _, initial in carried])
            yield single
            return
        self._count += 1
        label = f"loop{self._count}"
        before = self._block
        self.do(f"br label %{label}")
        self.label(label)
        index = f"%i{self._count}"
        following = f"%n{self._count}"
        header = len(self._lines)
        loop = Loop(index, [f"%c{self._count}.{k}" for k in range(len(carried))])
        yield loop
        self.do(f"{following} = add nuw nsw i64 {index}, {step}")
        last = self._block
        phis = [f"  {index} = phi i64 [0, %{before}], [{following}, %{last}]"]
        for (kind, initial), name, result in zip(carried, loop.carried, loop.results, strict=True):
            phis.append(f"  {name} = phi {kind} [{initial}, %{before}], [{result}, %{last}]")
        self._lines[header:header] = phis
        done = self.value(f"icmp uge i64 {following}, {stop}")
        self.do(f"br i1 {done}, label %{label}.end, label %{label}")
        self.label(f"{label}.end")

    def unless(
        self, condition: str, compute: Callable[[], list[str]], otherwise: list[str]
    ) -> list[str]:
        """Vectors that are computed only where a condition does not hold."""
        self._count += 1
        label, before = f"unless{self._count}", self._block
        self.do(f"br i1 {condition}, label %{label}.end, label %{label}")
        self.label(label)
        vectors = compute()
        last = self._block
        self.do(f"br label %{label}.end")
        self.label(f"{label}.end")
        return [
            self.value(f"phi {self.vector} [{other}, %{before}], [{vector}, %{last}]")
            for other, vector in zip(otherwise, vectors, strict=True)
        ]

    def label(self, label: str) -> None:
        """Begin a basic block."""
        self._lines.append(f"{label}:")
        self._block = label

    def element(self, base: str, index: str) -> str:
        """The address of the element at an index of doubles."""
        if index == "0":
            return base
        return self.value(f"getelementptr inbounds double, ptr {base}, i64 {index}")

    def add(self, a: str, b: str | int) -> str:
        """The sum of two indices."""
        if a.isdigit() and str(b).isdigit():
            return str(int(a) + int(b))
        if a == "0":
            return str(b)
        return a if b in (0, "0") else self.value(f"add nuw nsw i64 {a}, {b}")

    def times(self, a: str, factor: int) -> str:
        """An index times a constant."""
        if a.isdigit():
            return str(int(a) * factor)
        return a if factor == 1 else self.value(f"mul nuw nsw i64 {a}, {factor}")

    def load(self, address: str, lanes: int | None = None) -> str:
        """The vector at an address; lanes past `lanes` are not read and hold any number."""
        if lanes is None or lanes == self.lanes:
            return self.value(f"load {self.vector}, ptr {address}, align 8")
        if lanes == 1:
            # Not zeros in the other lanes: LLVM takes 0 / 0 for 0 where it knows of both that they
            # are 0, and so would leave out what keeps their quotient out of a sum.
            return self.spread(self.load_scalar(address))
        return self.value(
            f"call {self.vector} @llvm.masked.load.v{self.lanes}f64.p0(ptr {address}, i32 8, "
            f"{self._mask(lanes)}, {self.vector} zeroinitializer)"
        )

    def store(self, vector: str, address: str, lanes: int | None = None) -> None:
        """Store the first `lanes` lanes of a vector."""
        if lanes is None or lanes == self.lanes:
            self.do(f"store {self.vector} {vector}, ptr {address}, align 8")
        elif lanes == 1:
            self.store_scalar(self.lane(vector, 0), address)
        else:
            self.do(
                f"call void @llvm.masked.store.v{self.lanes}f64.p0({self.vector} {vector}, "
                f"ptr {address}, i32 8, {self._mask(lanes)})"
            )

    def load_scalar(self, address: str) -> str:
        """The double at an address."""
        return self.value(f"load double, ptr {address}, align 8")

    def store_scalar(self, value: str, address: str) -> None:
        """Store a double."""
        self.do(f"store double {value}, ptr {address}, align 8")

    def spread(self, scalar: str) -> str:
        """A vector with the scalar in every lane."""
        first = self.value(f"insertelement {self.vector} poison, double {scalar}, i64 0")
        return self.value(
            f"shufflevector {self.vector} {first}, {self.vector} poison, "
            f"<{self.lanes} x i32> zeroinitializer"
        )

    def lane(self, vector: str, lane: int) -> str:
        """One lane of a vector."""
        return self.value(f"extractelement {self.vector} {vector}, i64 {lane}")

    def _mask(self, lanes: int) -> str:
        bits = ", ".join(f"i1 {str(lane < lanes).lower()}" for lane in range(self.lanes))
        return f"<{self.lanes} x i1> <{bits}>"


class Loop:
    """The index of a loop and the values carried from turn to turn."""

    def __init__(self, index: str, carried: list[str]) -> None:
        self.index = index
        self.carried = carried
        self.results: list[str] = []

    def next(self, *values: str) -> None:
        """The carried values of the next turn; after the loop, its results."""
        self.results = list(values)
