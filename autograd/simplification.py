"""Shorter programs, by the compiler's own passes before and after differentiation."""

from __future__ import annotations

from xdsl.ir import SSAValue

from mgc.dialect import BroadcastOp
from mgc.passes.pipeline import OPTIMISING, ROUNDING, run_passes
from mgc.program import Let, Program, Statement


def shared(program: Program) -> Program:
    """The program with every value computed once, for differentiation.

    Where a program writes a value out twice, its adjoint is summed first and then carried on once,
    instead of twice. That saves operations and may change the last place of a gradient. Equal
    literals stay apart, since each may be a parameter.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    return run_passes(program, ("common-computations",))


def simplified(program: Program) -> Program:
    """The program with fewer operations; results may differ in the last place.

    What was nan or infinite is so still. Values that came out equal keep the first of their names,
    and a matrix that is only stretched has none, since the language stretches operands by itself.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    shorter = run_passes(program, (*OPTIMISING, *ROUNDING, *OPTIMISING))
    statements: list[Statement] = []
    named: set[SSAValue] = set()
    for statement in shorter.statements:
        if isinstance(statement, Let):
            if statement.value in named or isinstance(statement.value.owner, BroadcastOp):
                continue
            named.add(statement.value)
        statements.append(statement)
    return Program(shorter.source, shorter.module, statements, shorter.scalars)
