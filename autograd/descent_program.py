"""The descent program: gradient-descent steps, and the loss of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from xdsl.ir import SSAValue

from autograd.errors import RequestError
from autograd.primal import Primal
from autograd.request import Request, request
from autograd.reverse import backward
from autograd.values import Emitter, Value
from mgc.dialect import ConstantOp
from mgc.program import Program

END = "---- end: the loss after the last update"
PARTS = ("forward", "backward", "update")


def heading(step: int, part: str) -> str:
    """The comment over one of the `PARTS` of a step, counted from 1."""
    return f"---- step {step}: {part}"


def descent(
    program: Program,
    wrt: Sequence[str],
    steps: int,
    rate: float,
    loss: int = 0,
    *,
    simplify: bool = False,
) -> Program:
    """A program that takes gradient-descent steps and prints the loss before, between and after.

    All named matrices are updated at once, p - gradient * rate. There is no loop in the language,
    so the program holds every step.

    Args:
        program: any Mountain Goat program; it is inlined first.
        wrt: names of `let`s that bind literal matrices, the starting values.
        steps: how many steps to take, 0 or more.
        rate: the learning rate.
        loss: which `print` is the loss, counted from 0; it must be 1x1.
        simplify: a shorter program than the plain form, whose results may differ in the last
            place; see `autograd.simplification`.

    Raises:
        AutogradError: what is asked for does not exist or has no derivative; see `autograd.errors`.
    """
    asked = request(program, wrt, loss, simplify=simplify)
    return abridged_descent(asked, steps, rate, built=steps, simplify=simplify)


def abridged_descent(
    asked: Request, steps: int, rate: float, built: int, *, simplify: bool = False
) -> Program:
    """The program of `descent`, but with only the first `built` of its steps.

    Raises:
        RequestError: such steps cannot be taken.
    """
    if steps < 0:
        raise RequestError(f"the number of steps must not be negative, as {steps} is")
    if not isfinite(rate):
        raise RequestError(f"the learning rate must be a finite number, not {rate}")
    primal = Primal(asked)
    emitter = primal.emitter
    emitter.comment(f"Written by autograd from {asked.program.source.base_name}.")
    emitter.comment(f"Prints the loss before the first and after each of {steps} descent steps.")
    emitter.comment("---- start: the parameters")
    current = {
        value: primal.constant(_literal(name, value)) for name, value in asked.parameters.items()
    }
    for step in range(1, built + 1):
        emitter.comment(heading(step, "forward"))
        values = primal.write(current)
        emitter.print(values[asked.loss])
        emitter.comment(heading(step, "backward"))
        adjoints = backward(emitter, asked, values)
        emitter.comment(heading(step, "update"))
        current = _updated(emitter, asked, current, adjoints, rate)
    emitter.comment(END)
    emitter.print(primal.write(current)[asked.loss])
    written = emitter.program(f"descent on {asked.program.source.name}")
    if not simplify:
        return written
    from autograd.simplification import simplified

    return simplified(written, {let.name for let in asked.program.lets})


def _updated(
    emitter: Emitter,
    asked: Request,
    current: Mapping[SSAValue, Value],
    adjoints: Mapping[SSAValue, Value],
    rate: float,
) -> dict[SSAValue, Value]:
    updated = {}
    for parameter, value in current.items():
        cancels = asked.all_cancels(parameter, adjoints)
        new = value if cancels else value - adjoints[parameter] * rate
        updated[parameter] = emitter.let_fresh("p", new)
    return updated


def _literal(name: str, value: SSAValue) -> ConstantOp:
    if not isinstance(value.owner, ConstantOp):
        raise RequestError(
            f"'{name}' is computed by the program; a descent starts from literal matrices"
        )
    return value.owner
