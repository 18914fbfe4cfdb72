"""The LLVM module of a program: its constants, its kernels and the sequence of their calls.

The sequence is straight-line code for programs of ordinary length. For long ones it is a table that
a loop walks, because LLVM's time for straight-line code grows with its length, and its time for a
table hardly does.

The module defines

    void mg_program(double *arena)     runs the program
    int64_t mg_arena_size              the size of the arena, in doubles
    char mg_abort_message[]            why the program ends early; empty where it does not

and calls `void mg_print(const double *data, const int64_t *shape)`, where a shape is its rank, then
its sizes. It serves executables and runs in memory alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mgc.codegen.debug import DebugInfo
from mgc.codegen.kernels import Kernels
from mgc.codegen.plan import Place, PlacedCall, PlacedPrint, Plan
from mgc.codegen.plan import plan as make_plan
from mgc.codegen.schedule import schedule
from mgc.codegen.table import table
from mgc.codegen.target import Target
from mgc.codegen.text import DECLARATIONS, escaped
from mgc.codegen.vectors import library_functions
from mgc.codegen.wide import RUNTIME
from mgc.program import Program
from mgc.shapes import Shape

# Straight-line code up to this many calls, in functions of so many: LLVM's time per call grows with
# the length of a function.
STRAIGHT_LINE_CALLS = 4000
_CALLS_PER_FUNCTION = 200

ENTRY = "define void @mg_program(ptr %arena)"


@dataclass(frozen=True)
class ModuleText:
    """LLVM IR text, and its size in other units: `arena_size` is in doubles, constants in bytes.

    `work` is the number of scalar operations that a run takes, `lines` that of the kernels' lines.
    """

    text: str
    arena_size: int
    constants_size: int
    kernels: int
    calls: int
    work: int
    lines: int


def module_text(
    program: Program,
    target: Target,
    *,
    fuse: bool,
    debug: bool = False,
    unroll: bool = True,
    straight_line_calls: int = STRAIGHT_LINE_CALLS,
) -> ModuleText:
    """The LLVM module of an inlined program.

    Args:
        program: a straight-line program.
        target: the machine.
        fuse: compute several operations in one kernel.
        debug: attach to each call the source line it comes from; the sequence is never a table.
        unroll: write loops out where that executes fewer instructions.
        straight_line_calls: the number of calls past which the sequence becomes a table.
    """
    kernels = Kernels(target, unroll=unroll)
    scheduled = schedule(program, fuse=fuse)
    plan = make_plan(scheduled, kernels)
    information = DebugInfo(program.source.name) if debug else None
    is_short = len(plan.calls) <= straight_line_calls
    parts = [
        f'target triple = "{target.triple}"\n',
        DECLARATIONS,
        library_functions(target),
        RUNTIME if any(function.is_in_two_widths for function in kernels) else "",
        _constants(plan),
        *(function.text for function in kernels),
        *_print_functions(plan),
        _straight_line(plan, information) if is_short or debug else _table(plan, kernels),
        _facts(plan, scheduled.abort),
    ]
    if information is not None:
        parts.append(information.text())
    return ModuleText(
        "\n".join(parts),
        plan.arena_size,
        len(plan.constants),
        len(list(kernels)),
        len(plan.calls),
        sum(call.function.work for call in plan.calls if isinstance(call, PlacedCall)),
        sum(function.text.count("\n") for function in kernels),
    )


def _print_name(shape: Shape) -> str:
    return f"print.{'x'.join(map(str, shape))}"


def _print_functions(plan: Plan) -> Iterator[str]:
    """One function for each shape that is printed."""
    yield "declare void @mg_print(ptr, ptr)\n"
    for shape in _printed_shapes(plan):
        name = _print_name(shape)
        sizes = ", ".join(f"i64 {size}" for size in (len(shape), *shape))
        yield (
            f"@shape.{name} = internal constant [{1 + len(shape)} x i64] [{sizes}]\n"
            f"define internal void @{name}(ptr %data) noinline nounwind {{\n"
            f"  call void @mg_print(ptr %data, ptr @shape.{name})\n  ret void\n}}\n"
        )


def _printed_shapes(plan: Plan) -> list[Shape]:
    return list(dict.fromkeys(c.shape for c in plan.calls if isinstance(c, PlacedPrint)))


def _constants(plan: Plan) -> str:
    """All constants as one array that is not constant to LLVM, so that it folds nothing.

    What LLVM folds may differ from what the processor computes, in the sign of a NaN for one.
    """
    data = bytes(plan.constants)
    return f'@mg_constants = hidden global [{len(data)} x i8] c"{escaped(data)}", align 64\n'


def _facts(plan: Plan, abort: str | None) -> str:
    message = (abort or "").encode() + b"\0"
    return (
        f"@mg_arena_size = constant i64 {plan.arena_size}\n"
        f'@mg_abort_message = constant [{len(message)} x i8] c"{escaped(message)}"\n'
    )


def _callee(call: PlacedCall | PlacedPrint) -> tuple[str, tuple[Place, ...]]:
    if isinstance(call, PlacedPrint):
        return _print_name(call.shape), (call.place,)
    return call.function.name, call.places


def _address(place: Place) -> str:
    base = "@mg_constants" if place.constant else "%arena"
    return f"getelementptr inbounds double, ptr {base}, i64 {place.offset}"


def _straight_line(plan: Plan, information: DebugInfo | None) -> str:
    parts: list[str] = []
    names: list[str] = []
    for start in range(0, len(plan.calls), _CALLS_PER_FUNCTION):
        name = f"mg_part{len(names)}"
        names.append(name)
        scope = information.function(name) if information else ""
        parts.append(f"define internal void @{name}(ptr %arena) noinline nounwind{scope} {{\n")
        for number, call in enumerate(plan.calls[start : start + _CALLS_PER_FUNCTION]):
            line = f", !dbg {information.line(call.operation)}" if information else ""
            function, places = _callee(call)
            for index, place in enumerate(places):
                parts.append(f"  %a{number}.{index} = {_address(place)}\n")
            arguments = ", ".join(f"ptr %a{number}.{index}" for index in range(len(places)))
            parts.append(f"  call void @{function}({arguments}){line}\n")
        parts.append("  ret void\n}\n")
    calls = "".join(f"  call void @{name}(ptr %arena)\n" for name in names)
    return "".join(parts) + f"{ENTRY} {{\n{calls}  ret void\n}}\n"


def _table(plan: Plan, kernels: Kernels) -> str:
    parameters = {_print_name(shape): 1 for shape in _printed_shapes(plan)}
    parameters |= {function.name: function.parameters for function in kernels}
    return table(map(_callee, plan.calls), parameters)
