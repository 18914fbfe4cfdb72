"""The operations of row kernels on vectors of four doubles."""

from __future__ import annotations

from math import inf

from mgc.codegen.target import Target
from mgc.codegen.text import LANES, VECTOR, Body, splat

_INSTRUCTIONS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_BITS = f"<{LANES} x i64>"
_FLAGS = f"<{LANES} x i1>"
_MAGNITUDE = "<" + ", ".join([f"i64 {2**63 - 1}"] * LANES) + ">"

# exp is 0 below this. Without the test the vector library would leave its fast path for every
# element of a masked attention matrix.
_EXP_UNDERFLOW = -746.0


def compute(body: Body, opcode: str, operands: list[str], lanes: int = LANES) -> str:
    """The result of an operation on the first `lanes` lanes; the other lanes hold anything."""
    if opcode == "copy":
        return operands[0]
    if opcode in _INSTRUCTIONS:
        return body.value(f"{_INSTRUCTIONS[opcode]} {VECTOR} {operands[0]}, {operands[1]}")
    if opcode == "ge":
        flags = body.value(f"fcmp oge {VECTOR} {operands[0]}, {operands[1]}")
        return _select(body, flags, splat(1.0), splat(0.0))
    if opcode == "neg":
        return _negated(body, operands[0])
    if opcode == "relu":
        # Not "where positive": that would turn a NaN into 0.
        flags = body.value(f"fcmp ole {VECTOR} {operands[0]}, {splat(0.0)}")
        return _select(body, flags, splat(0.0), operands[0])
    if opcode == "sqrt":
        return body.value(f"call {VECTOR} @llvm.sqrt.v{LANES}f64({VECTOR} {operands[0]})")
    # Lanes past the end could hold what only the slow path of the library can take.
    argument = _padded(body, operands[0], lanes, splat(1.0))
    return body.value(f"call {VECTOR} @mg_{opcode}({VECTOR} {argument})")


def divided(body: Body, dividends: list[str], divisor: str) -> list[str]:
    """Vectors divided by one vector; where all of them hold zeros, without dividing.

    A zero divided by a positive number is that zero. A softmax of masked scores is mostly zeros,
    and a division takes as long as ten other operations.
    """
    is_positive = body.value(f"fcmp ogt {VECTOR} {divisor}, {splat(0.0)}")
    bits = body.value(
        f"select {_FLAGS} {is_positive}, {_BITS} zeroinitializer, {_BITS} {_MAGNITUDE}"
    )
    for dividend in dividends:
        more = body.value(f"bitcast {VECTOR} {dividend} to {_BITS}")
        bits = body.value(f"or {_BITS} {bits}, {more}")
    magnitude = body.value(f"and {_BITS} {bits}, {_MAGNITUDE}")
    together = body.value(f"bitcast {_BITS} {magnitude} to i{LANES * 64}")
    is_zero = body.value(f"icmp eq i{LANES * 64} {together}, 0")

    def quotients() -> list[str]:
        return [body.value(f"fdiv {VECTOR} {dividend}, {divisor}") for dividend in dividends]

    return body.unless(is_zero, quotients, otherwise=dividends)


def neutral(reduction: str) -> str:
    """What changes no vector it is combined with."""
    return splat(0.0 if reduction == "sum" else -inf)


def term(body: Body, reduction: str, vector: str, lanes: int) -> str:
    """The vector as a reduction takes it: lanes past `lanes` change nothing."""
    return _padded(body, vector, lanes, neutral(reduction))


def combine(body: Body, reduction: str, total: str, vector: str) -> str:
    """A running sum or maximum and one more vector. A NaN on either side stays."""
    if reduction == "sum":
        return body.value(f"fadd {VECTOR} {total}, {vector}")
    greater = body.value(f"fcmp ogt {VECTOR} {vector}, {total}")
    maximum = _select(body, greater, vector, total)
    unordered = body.value(f"fcmp uno {VECTOR} {vector}, {splat(0.0)}")
    return _select(body, unordered, vector, maximum)


def across(body: Body, reduction: str, totals: list[str]) -> str:
    """The sum or maximum of up to four vectors, in every lane."""
    while len(totals) > 1:
        pairs = [totals[k : k + 2] for k in range(0, len(totals), 2)]
        totals = [combine(body, reduction, *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    halves = combine(body, reduction, totals[0], _shuffled(body, totals[0], (2, 3, 0, 1)))
    total = combine(body, reduction, halves, _shuffled(body, halves, (1, 0, 3, 2)))
    if reduction == "sum":
        # So that a sum of nothing but -0.0 is 0.0, as it is when a sum starts from 0.0.
        return body.value(f"fadd {VECTOR} {total}, {splat(0.0)}")
    # Lanes may differ in the sign of a zero.
    return _shuffled(body, total, (0, 0, 0, 0))


def _padded(body: Body, vector: str, lanes: int, padding: str) -> str:
    """The vector with that of `padding` in the lanes past `lanes`."""
    if lanes == LANES:
        return vector
    flags = ", ".join(f"i1 {'true' if lane < lanes else 'false'}" for lane in range(LANES))
    return _select(body, f"<{flags}>", vector, padding)


def _select(body: Body, flags: str, yes: str, no: str) -> str:
    return body.value(f"select {_FLAGS} {flags}, {VECTOR} {yes}, {VECTOR} {no}")


def _shuffled(body: Body, vector: str, lanes: tuple[int, ...]) -> str:
    mask = ", ".join(f"i32 {lane}" for lane in lanes)
    return body.value(f"shufflevector {VECTOR} {vector}, {VECTOR} poison, <{LANES} x i32> <{mask}>")


def _negated(body: Body, vector: str) -> str:
    # Flipping a bit that LLVM cannot know: it would merge a visible negation with other
    # operations, which changes the sign of a NaN.
    bits = body.value(f"bitcast {VECTOR} {vector} to {_BITS}")
    sign = body.value(f"load {_BITS}, ptr @mg_sign_bits, align 32")
    flipped = body.value(f"xor {_BITS} {bits}, {sign}")
    return body.value(f"bitcast {_BITS} {flipped} to {VECTOR}")


def library_functions(target: Target) -> str:
    """`@mg_exp` and `@mg_log` of a vector, and what negation needs."""
    bits = ", ".join(f"i64 {-(2**63)}" for _ in range(LANES))
    return (
        f"@mg_sign_bits = hidden global {_BITS} <{bits}>, align 32\n"
        f"{_exponential(target)}{_logarithm(target)}"
    )


def _exponential(target: Target) -> str:
    body = Body()
    under = body.value(f"fcmp olt {VECTOR} %x, {splat(_EXP_UNDERFLOW)}")
    packed = body.value(f"bitcast {_FLAGS} {under} to i{LANES}")
    every = body.value(f"icmp eq i{LANES} {packed}, -1")
    body.do(f"br i1 {every}, label %nothing, label %something")
    body.label("nothing")
    body.do(f"ret {VECTOR} zeroinitializer")
    body.label("something")
    argument = _select(body, under, splat(0.0), "%x")
    result = _call(body, "exp", argument, target)
    result = _select(body, under, splat(0.0), result)
    body.do(f"ret {VECTOR} {result}")
    return _function("exp", body)


def _logarithm(target: Target) -> str:
    body = Body()
    body.do(f"ret {VECTOR} {_call(body, 'log', '%x', target)}")
    return _function("log", body)


def _function(name: str, body: Body) -> str:
    return (
        f"define internal {VECTOR} @mg_{name}({VECTOR} %x) noinline nounwind {{\n"
        f"entry:\n{body.text()}\n}}\n"
    )


def _call(body: Body, name: str, vector: str, target: Target) -> str:
    if target.vector_math:
        return body.value(f"call {VECTOR} @_ZGVdN4v_{name}({VECTOR} {vector})")
    result = "poison"
    for lane in range(LANES):
        value = body.value(f"call double @{name}(double {body.lane(vector, lane)})")
        result = body.value(f"insertelement {VECTOR} {result}, double {value}, i64 {lane}")
    return result
