"""Shorter programs, by the compiler's own passes before and after differentiation."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.ir import SSAValue

from mgc.dialect import BroadcastOp, ConstantOp
from mgc.passes.common_subexpressions import share_common_computations
from mgc.passes.inline import inline
from mgc.passes.pipeline import SIMPLIFYING, run_passes
from mgc.passes.rewriting import Rewriting
from mgc.program import Let, Program, Statement


def shared(program: Program, wrt: Collection[str]) -> Program:
    """The program with every value computed once, for differentiation.

    Where a program writes a value out twice, its adjoint is summed first and then carried on once,
    instead of twice. That saves operations and may change the last place of a gradient. What is
    asked for by name stays apart, since its gradient is by that one value, and equal literals do,
    since each may be a parameter.

    Raises:
        ProgramError: the program cannot be inlined.
    """
    straight = inline(program)
    rewriting = Rewriting(straight, consume=straight is not program)
    share_common_computations(rewriting, apart=rewriting.bound_to(wrt))
    return rewriting.program()


def simplified(program: Program, inputs: Collection[str]) -> Program:
    """The program with fewer operations, rounded differently; see `mgc.passes.pipeline.ROUNDING`.

    Values that came out equal keep the first of their names, and a matrix that is only stretched
    has none, since the language stretches operands by itself.

    Args:
        program: a straight-line program; it is used up.
        inputs: names of literals that may be given other elements, or differentiated by. What the
            program computes stays right for any elements, not only for those they have.
    """
    for let in program.lets:
        if let.name in inputs and isinstance(let.value.owner, ConstantOp):
            let.value.owner.is_opaque = True
    shorter = run_passes(program, SIMPLIFYING, consume=True)
    for operation in shorter.operations:
        if isinstance(operation, ConstantOp):
            operation.is_opaque = False
    statements: list[Statement] = []
    named: set[SSAValue] = set()
    for statement in shorter.statements:
        if isinstance(statement, Let):
            if statement.value in named or isinstance(statement.value.owner, BroadcastOp):
                continue
            named.add(statement.value)
        statements.append(statement)
    return Program(shorter.source, shorter.module, statements, shorter.scalars)
