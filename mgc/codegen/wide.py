"""Kernels for wider vectors than every processor has, chosen when the program runs.

A kernel that pays for it is emitted twice, for vectors of four and of eight doubles; both compute
the same bits. The program asks the processor once. So an object runs wherever code for vectors of
four does, and a tool that knows no wider ones, such as valgrind, sees only those.
"""

from __future__ import annotations

from mgc.codegen.text import WIDE_LANES

_VECTOR = f"<{WIDE_LANES} x double>"
_MASK = f"<{WIDE_LANES} x i1>"

# Attributes of the functions that use wide vectors.
ATTRIBUTES = ' "target-features"="+avx512f"'

# What the operating system must keep of each task: SSE, AVX, masks and all of the wide registers.
_KEPT_STATE = 0b1110_0110
# The bit of AVX-512F among the features of leaf 7.
_FEATURE = 1 << 16

# Processors that code for vectors of four runs on have both instructions that it asks with.
# `@mg_wide` is 0 until it has asked, then 1 for no and 2 for yes.
RUNTIME = f"""\
declare {_VECTOR} @llvm.masked.load.v{WIDE_LANES}f64.p0(ptr, i32, {_MASK}, {_VECTOR})
declare void @llvm.masked.store.v{WIDE_LANES}f64.p0({_VECTOR}, ptr, i32, {_MASK})
declare {_VECTOR} @llvm.fma.v{WIDE_LANES}f64({_VECTOR}, {_VECTOR}, {_VECTOR})

@mg_wide = internal global i8 0
define internal i1 @mg_has_wide() noinline nounwind {{
entry:
  %known = load i8, ptr @mg_wide
  %asked = icmp ne i8 %known, 0
  br i1 %asked, label %answer, label %ask
ask:
  %xcr0 = call {{i32, i32}} asm sideeffect "xgetbv", "={{ax}},={{dx}},{{cx}}"(i32 0)
  %state = extractvalue {{i32, i32}} %xcr0, 0
  %kept = and i32 %state, {_KEPT_STATE}
  %is_kept = icmp eq i32 %kept, {_KEPT_STATE}
  %leaf = call {{i32, i32, i32, i32}} asm sideeffect "cpuid",
    "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 7, i32 0)
  %features = extractvalue {{i32, i32, i32, i32}} %leaf, 1
  %feature = and i32 %features, {_FEATURE}
  %has_feature = icmp ne i32 %feature, 0
  %is_wide = and i1 %is_kept, %has_feature
  %found = select i1 %is_wide, i8 2, i8 1
  store i8 %found, ptr @mg_wide
  br label %answer
answer:
  %value = phi i8 [%known, %entry], [%found, %ask]
  %wide = icmp eq i8 %value, 2
  ret i1 %wide
}}
"""


def choice(wide: str, narrow: str, arguments: str) -> str:
    """The body of a function that calls one of two with its arguments."""
    return (
        "  %wide = call i1 @mg_has_wide()\n"
        "  br i1 %wide, label %yes, label %no\n"
        f"yes:\n  call void @{wide}({arguments})\n  ret void\n"
        f"no:\n  call void @{narrow}({arguments})"
    )
