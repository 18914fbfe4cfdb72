"""The sequence of calls of a long program as a table that a loop walks.

The table is an array of 32-bit words: for each call the number of its function, then one word for
each argument. The word is twice the offset in units of eight doubles, plus one where the argument
lies among the constants. A stub for each function reads its arguments, calls it, and returns where
the next call stands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from mgc.codegen.plan import UNIT, Place
from mgc.codegen.text import escaped


def table(calls: Iterable[tuple[str, tuple[Place, ...]]], parameters: dict[str, int]) -> str:
    """`mg_program` as a loop.

    Args:
        calls: for each call the function's name and its arguments.
        parameters: the number of parameters of each function.
    """
    number = {name: k for k, name in enumerate(parameters)}
    words = array("i")
    for name, places in calls:
        words.append(number[name])
        words.extend(place.offset // UNIT * 2 + place.constant for place in places)
    data = words.tobytes()
    stubs = ", ".join(f"ptr @stub{k}" for k in number.values())
    parts = [_stub(k, name, parameters[name]) for name, k in number.items()]
    parts.append(
        f"@mg_stubs = internal constant [{len(number)} x ptr] [{stubs}]\n"
        f'@mg_table = internal constant [{len(data)} x i8] c"{escaped(data)}", align 4\n'
        "define void @mg_program(ptr %arena) {\n"
        "entry:\n"
        f"  %end = getelementptr i8, ptr @mg_table, i64 {len(data)}\n"
        "  br label %next\n"
        "next:\n"
        "  %at = phi ptr [@mg_table, %entry], [%following, %next]\n"
        "  %number = load i32, ptr %at\n"
        "  %index = zext i32 %number to i64\n"
        "  %entry.of = getelementptr ptr, ptr @mg_stubs, i64 %index\n"
        "  %stub = load ptr, ptr %entry.of\n"
        "  %arguments = getelementptr i32, ptr %at, i64 1\n"
        "  %following = call ptr %stub(ptr %arena, ptr %arguments)\n"
        "  %done = icmp eq ptr %following, %end\n"
        "  br i1 %done, label %finish, label %next\n"
        "finish:\n"
        "  ret void\n"
        "}\n"
    )
    return "".join(parts)


def _stub(number: int, name: str, parameters: int) -> str:
    lines = [f"define internal ptr @stub{number}(ptr %arena, ptr %arguments) nounwind {{"]
    for k in range(parameters):
        lines += [
            f"  %at{k} = getelementptr i32, ptr %arguments, i64 {k}",
            f"  %word{k} = load i32, ptr %at{k}",
            f"  %flag{k} = trunc i32 %word{k} to i1",
            f"  %base{k} = select i1 %flag{k}, ptr @mg_constants, ptr %arena",
            f"  %unit{k} = lshr i32 %word{k}, 1",
            f"  %wide{k} = zext i32 %unit{k} to i64",
            f"  %offset{k} = mul i64 %wide{k}, {8 * UNIT}",
            f"  %a{k} = getelementptr i8, ptr %base{k}, i64 %offset{k}",
        ]
    arguments = ", ".join(f"ptr %a{k}" for k in range(parameters))
    lines += [
        f"  call void @{name}({arguments})",
        f"  %following = getelementptr i32, ptr %arguments, i64 {parameters}",
        "  ret ptr %following",
        "}\n",
    ]
    return "\n".join(lines)
