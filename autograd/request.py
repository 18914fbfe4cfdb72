"""What is to be differentiated: the loss, and the parameters by the names of their `let`s."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation, SSAValue

from autograd.errors import (
    ComparisonWarning,
    IndependentLossError,
    LossError,
    RequestError,
)
from mgc.dialect import AbortOp, GeOp, shape_of
from mgc.passes.inline import inline
from mgc.program import Let, Print, Program
from mgc.shapes import show


@dataclass(frozen=True)
class Request:
    """A straight-line program with its loss and the parameters asked for.

    `operations` are those the loss depends on, in order; `parameters` maps each requested name to
    the value that its `let` bound; `unused` are the names that the loss does not depend on. The
    adjoints of the values in `cancelling` are known to be 0; only simplification looks for them.
    """

    program: Program
    loss: SSAValue
    parameters: dict[str, SSAValue]
    operations: list[Operation]
    unused: frozenset[str]
    cancelling: frozenset[SSAValue] = frozenset()

    def all_cancels(self, parameter: SSAValue, adjoints: Container[SSAValue]) -> bool:
        """Whether a parameter that the loss depends on has no adjoint, since all of it cancels."""
        return bool(self.cancelling) and parameter not in adjoints


def request(
    program: Program,
    wrt: Sequence[str],
    loss: int,
    *,
    allow_unused: bool = False,
    simplify: bool = False,
) -> Request:
    """Find the loss and the parameters in `program` and check that they can be differentiated.

    With `simplify` every value of the program is computed once, but for those asked for, and what
    cancels is looked for.

    Raises:
        RequestError: there is no such print or name, or a name is missing or repeated.
        LossError: the loss is not 1x1, or the program ends before it.
        IndependentLossError: the loss does not depend on a parameter (unless `allow_unused`).
    """
    straight = _shared(program, wrt) if simplify else inline(program)
    chosen = _loss(straight, loss)
    parameters = _parameters(straight, chosen, wrt)
    operations = _needed_operations(list(straight.operations), chosen.value)
    smooth = _smooth_values(operations)
    unused = frozenset(name for name, value in parameters.items() if value not in smooth)
    if unused and not allow_unused:
        name = next(name for name in parameters if name in unused)
        compared = _comparisons_of(operations, [parameters[name]])
        raise IndependentLossError(_independent(name, compared), straight.source, chosen.line)
    used = [value for name, value in parameters.items() if name not in unused]
    _warn_of_comparisons(straight, _comparisons_of(operations, used))
    cancelling = _cancelling(operations, chosen.value) if simplify else frozenset()
    return Request(straight, chosen.value, parameters, operations, unused, cancelling)


def _shared(program: Program, wrt: Sequence[str]) -> Program:
    from autograd.simplification import shared

    return shared(program, wrt)


def _cancelling(operations: Sequence[Operation], loss: SSAValue) -> frozenset[SSAValue]:
    from autograd.shifts import cancelling_maxima

    return cancelling_maxima(operations, loss)


def _needed_operations(operations: Sequence[Operation], loss: SSAValue) -> list[Operation]:
    """The operations that the loss depends on, in program order."""
    needed: set[SSAValue] = {loss}
    kept = []
    for operation in reversed(operations):
        if any(result in needed for result in operation.results):
            needed.update(operation.operands)
            kept.append(operation)
    kept.reverse()
    return kept


def _loss(program: Program, index: int) -> Print:
    prints = program.prints
    if not 0 <= index < len(prints):
        for operation in program.operations:
            if isinstance(operation, AbortOp):
                raise LossError(f"the program ends before print {index}: {operation.message.data}")
        count = len(prints)
        raise RequestError(
            f"there is no print number {index}: the program has {count} "
            f"print{'' if count == 1 else 's'}"
            + (f", numbered 0 to {count - 1}" if count else "; print the loss")
        )
    chosen = prints[index]
    shape = shape_of(chosen.value)
    if shape != (1, 1):
        raise LossError(
            f"the loss must be a 1x1 matrix, but this print is {show(shape)}; "
            "reduce it with row_sum and col_sum, or choose another print with --loss",
            program.source,
            chosen.line,
        )
    return chosen


def _parameters(program: Program, loss: Print, wrt: Sequence[str]) -> dict[str, SSAValue]:
    """The value that each name stands for where the loss is printed."""
    visible: dict[str, SSAValue] = {}
    for statement in program.statements:
        if statement is loss:
            break
        if isinstance(statement, Let):
            visible[statement.name] = statement.value
    if not wrt:
        raise RequestError("no parameters given; name at least one `let` to differentiate by")
    found: dict[str, SSAValue] = {}
    for name in wrt:
        if name in found:
            raise RequestError(f"'{name}' is asked for twice")
        if name not in visible:
            raise RequestError(_unknown(program, name, visible))
        found[name] = visible[name]
    return found


def _unknown(program: Program, name: str, visible: Iterable[str]) -> str:
    if any(let.name == name for let in program.lets):
        return f"'{name}' is bound only after the loss is printed"
    if name in program.scalars:
        return f"'{name}' is a scalar, folded at compile time; write it as a 1x1 matrix [[...]]"
    names = list(visible)
    near = get_close_matches(name, names, n=3)
    if near:
        return f"no `let` binds '{name}'; did you mean {' or '.join(near)}?"
    known = ", ".join(names[:10]) + (", ..." if len(names) > 10 else "")
    return f"no `let` binds '{name}'" + (f"; there are {known}" if names else "")


def _smooth_values(operations: Sequence[Operation]) -> set[SSAValue]:
    """The values from which a path of differentiable operations leads to the loss."""
    smooth: set[SSAValue] = {*operations[-1].results}
    for operation in reversed(operations):
        if operation.results[0] in smooth and not isinstance(operation, GeOp):
            smooth.update(operation.operands)
    return smooth


def _comparisons_of(operations: Sequence[Operation], parameters: Iterable[SSAValue]) -> list[GeOp]:
    """The comparisons that the parameters enter, in program order."""
    reached = set(parameters)
    found = []
    for operation in operations:
        if any(operand in reached for operand in operation.operands):
            reached.update(operation.results)
            if isinstance(operation, GeOp):
                found.append(operation)
    return found


def _independent(name: str, comparisons: Sequence[GeOp]) -> str:
    if comparisons:
        what = (
            f"the loss depends on '{name}' only through a comparison"
            f"{_at_lines(comparisons)}, whose derivative is 0"
        )
    else:
        what = f"the loss does not depend on '{name}'"
    return f"{what}; leave '{name}' out, or pass --allow-unused to print zeros for it"


def _warn_of_comparisons(program: Program, comparisons: Sequence[GeOp]) -> None:
    if comparisons:
        warnings.warn(
            ComparisonWarning(
                f"{program.source.name}: warning: a parameter enters a comparison"
                f"{_at_lines(comparisons)}, which contributes nothing to the gradient"
            ),
            stacklevel=4,
        )


def _at_lines(comparisons: Sequence[GeOp]) -> str:
    lines = sorted(
        {
            operation.location.line.data
            for operation in comparisons
            if isinstance(operation.location, FileLineColLoc)
        }
    )
    if not lines:
        return ""
    shown = ", ".join(map(str, lines[:5])) + (", ..." if len(lines) > 5 else "")
    return f" (line{'' if len(lines) == 1 else 's'} {shown})"
