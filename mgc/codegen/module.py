"""The LLVM module of a program: its constants, its kernels and the sequence of their calls.

The sequence is straight-line code for programs of ordinary length. For long ones it is a table of
kernels and offsets that a loop walks, because LLVM's time for straight-line code grows with its
length, and its time for a table hardly does.

`mg_program(arena, results)` runs the program. Printing is `mg_print(data, rank, sizes)` where the
module is linked with the runtime, and a copy to `results` where it runs in this process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from mgc.codegen.debug import DebugInfo
from mgc.codegen.kernels import Kernels
from mgc.codegen.plan import KernelCall, Place, Plan, PrintCall
from mgc.codegen.plan import plan as make_plan
from mgc.codegen.target import Target
from mgc.codegen.text import DECLARATIONS
from mgc.program import Program
from mgc.shapes import Shape

# Straight-line code up to this many calls, in functions of so many: LLVM's time per call grows with
# the length of a function.
STRAIGHT_LINE_CALLS = 4000
_CALLS_PER_FUNCTION = 200

_ENTRY = "define void @mg_program(ptr %arena, ptr %results)"


@dataclass(frozen=True)
class CompiledProgram:
    """LLVM IR text, and what running it needs to know.

    `arena_size` and `result_size` are in doubles; `shapes` are those of the prints in order;
    `abort` is the message with which the program ends early.
    """

    text: str
    arena_size: int
    result_size: int
    shapes: list[Shape]
    abort: str | None


def compile_program(
    program: Program,
    target: Target,
    *,
    linked: bool,
    debug: bool = False,
    straight_line_calls: int = STRAIGHT_LINE_CALLS,
) -> CompiledProgram:
    """The LLVM module of an inlined program.

    Args:
        program: a straight-line program.
        target: the machine.
        linked: print by calling the runtime, for an executable, instead of copying to `results`.
        debug: attach to each call the source line it comes from.
        straight_line_calls: the number of calls from which the sequence becomes a table.
    """
    kernels = Kernels(target)
    plan = make_plan(program, kernels)
    shapes = [call.shape for call in plan.calls if isinstance(call, PrintCall)]
    printing = _Linked(shapes) if linked else _Copying(shapes)
    information = DebugInfo(program.source.name) if debug else None
    if len(plan.calls) <= straight_line_calls:
        sequence = _straight_line(plan, information)
    else:
        sequence = _table(plan)
    parts = [
        f'target triple = "{target.triple}"\n',
        DECLARATIONS,
        _constants(plan),
        *(kernel.text for kernel in kernels),
        printing.text(),
        sequence,
    ]
    if linked:
        parts.append(_linked_facts(plan))
    if information is not None:
        parts.append(information.text())
    return CompiledProgram(
        "\n".join(parts), plan.arena_size, sum(map(prod, shapes)), shapes, plan.abort
    )


class _Copying:
    """Prints by a copy to the results, one after the other."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = shapes
        self._offsets = [0, *accumulate(map(prod, shapes))]

    def text(self) -> str:
        """One function for each print, which takes the tensor and the results."""
        return "".join(
            f"define internal void @print{number}(ptr %data, ptr %results) noinline {{\n"
            f"  %out = getelementptr double, ptr %results, i64 {self._offsets[number]}\n"
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %data, i64 {8 * prod(shape)}, i1 0)"
            "\n  ret void\n}\n"
            for number, shape in enumerate(self._shapes)
        )


class _Linked:
    """Prints by the runtime that the module is linked with."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = shapes

    def text(self) -> str:
        """One function for each print, which takes the tensor and the results."""
        parts = ["declare void @mg_print(ptr, i64, ptr)\n"]
        for number, shape in enumerate(self._shapes):
            sizes = ", ".join(f"i64 {size}" for size in shape)
            rank = len(shape)
            parts.append(
                f"@sizes{number} = internal constant [{rank} x i64] [{sizes}]\n"
                f"define internal void @print{number}(ptr %data, ptr %results) noinline {{\n"
                f"  call void @mg_print(ptr %data, i64 {rank}, ptr @sizes{number})\n"
                "  ret void\n}\n"
            )
        return "".join(parts)


def _constants(plan: Plan) -> str:
    """All constants as one array; external and not constant, so that LLVM folds nothing.

    What LLVM folds may differ from what the processor computes, in the sign of a NaN for one.
    """
    escaped = "".join(f"\\{byte:02X}" for byte in b"".join(plan.constants))
    return f'@mg_constants = global [{8 * plan.constant_size} x i8] c"{escaped}", align 32\n'


def _linked_facts(plan: Plan) -> str:
    message = (plan.abort or "").encode() + b"\0"
    escaped = "".join(f"\\{byte:02X}" for byte in message)
    return (
        f"@mg_arena_size = constant i64 {plan.arena_size}\n"
        f"@mg_aborts = constant i32 {int(plan.abort is not None)}\n"
        f'@mg_abort_message = constant [{len(message)} x i8] c"{escaped}"\n'
    )


def _address(place: Place) -> str:
    base = "@mg_constants" if place.constant else "%arena"
    return f"getelementptr inbounds double, ptr {base}, i64 {place.offset}"


def _straight_line(plan: Plan, information: DebugInfo | None) -> str:
    parts: list[str] = []
    names: list[str] = []
    prints = 0
    for start in range(0, len(plan.calls), _CALLS_PER_FUNCTION):
        name = f"part{len(names)}"
        names.append(name)
        scope = information.function(name) if information else ""
        parts.append(f"define internal void @{name}(ptr %arena, ptr %results) noinline{scope} {{\n")
        for number, call in enumerate(plan.calls[start : start + _CALLS_PER_FUNCTION]):
            line = f", !dbg {information.line(call.operation)}" if information else ""
            places = call.places if isinstance(call, KernelCall) else (call.place,)
            for index, place in enumerate(places):
                parts.append(f"  %a{number}.{index} = {_address(place)}\n")
            arguments = ", ".join(f"ptr %a{number}.{index}" for index in range(len(places)))
            if isinstance(call, KernelCall):
                parts.append(f"  call void @{call.kernel.name}({arguments}){line}\n")
            else:
                parts.append(f"  call void @print{prints}({arguments}, ptr %results){line}\n")
                prints += 1
        parts.append("  ret void\n}\n")
    calls = "".join(f"  call void @{name}(ptr %arena, ptr %results)\n" for name in names)
    return "".join(parts) + f"{_ENTRY} {{\n{calls}  ret void\n}}\n"


def _table(plan: Plan) -> str:
    """A table of {function, operands, offsets...}; an offset below 0 counts among the constants.

    A print takes the tensor and the results, which an operand count of -1 says.
    """
    width = 1 + max(
        (call.kernel.operands for call in plan.calls if isinstance(call, KernelCall)), default=0
    )
    row_type = f"{{ ptr, i64, [{width} x i64] }}"
    rows = ",\n".join(f"  {row_type} {row}" for row in _rows(plan, width))
    count = len(plan.calls)
    cases = "".join(f"    i64 {operands}, label %call{operands}\n" for operands in range(-1, width))
    blocks = "".join(_case(operands) for operands in range(width))
    addresses = "".join(
        f"  %p{k} = getelementptr {row_type}, ptr %row, i64 0, i32 2, i64 {k}\n"
        f"  %o{k} = load i64, ptr %p{k}\n"
        f"  %neg{k} = icmp slt i64 %o{k}, 0\n"
        f"  %not{k} = xor i64 %o{k}, -1\n"
        f"  %base{k} = select i1 %neg{k}, ptr @mg_constants, ptr %arena\n"
        f"  %off{k} = select i1 %neg{k}, i64 %not{k}, i64 %o{k}\n"
        f"  %a{k} = getelementptr double, ptr %base{k}, i64 %off{k}\n"
        for k in range(width)
    )
    return (
        f"@table = internal constant [{count} x {row_type}] [\n{rows}\n]\n"
        f"{_ENTRY} {{\nentry:\n  br label %next\nnext:\n"
        "  %i = phi i64 [0, %entry], [%following, %continue]\n"
        f"  %row = getelementptr [{count} x {row_type}], ptr @table, i64 0, i64 %i\n"
        "  %function = load ptr, ptr %row\n"
        f"  %count.at = getelementptr {row_type}, ptr %row, i64 0, i32 1\n"
        "  %count = load i64, ptr %count.at\n"
        f"{addresses}"
        f"  switch i64 %count, label %continue [\n{cases}  ]\n"
        "call-1:\n  call void %function(ptr %a0, ptr %results)\n  br label %continue\n"
        f"{blocks}"
        "continue:\n  %following = add i64 %i, 1\n"
        f"  %done = icmp eq i64 %following, {count}\n"
        "  br i1 %done, label %end, label %next\nend:\n  ret void\n}\n"
    )


def _rows(plan: Plan, width: int) -> Iterator[str]:
    prints = 0
    for call in plan.calls:
        if isinstance(call, KernelCall):
            yield _row(call.kernel.name, call.kernel.operands, call.places, width)
        else:
            yield _row(f"print{prints}", -1, (call.place,), width)
            prints += 1


def _row(function: str, operands: int, places: Sequence[Place], width: int) -> str:
    offsets = [~place.offset if place.constant else place.offset for place in places]
    offsets += [0] * (width - len(offsets))
    texts = ", ".join(f"i64 {offset}" for offset in offsets)
    return f"{{ ptr @{function}, i64 {operands}, [{width} x i64] [{texts}] }}"


def _case(operands: int) -> str:
    arguments = ", ".join(f"ptr %a{k}" for k in range(operands + 1))
    return f"call{operands}:\n  call void %function({arguments})\n  br label %continue\n"
