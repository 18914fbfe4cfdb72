"""The gradient program: a loss and its derivative by chosen matrices."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from autograd.primal import Primal
from autograd.request import request
from autograd.reverse import backward
from mgc.dialect import shape_of
from mgc.program import Program


def gradient(
    program: Program,
    wrt: Sequence[str],
    loss: int = 0,
    *,
    allow_unused: bool = False,
    simplify: bool = False,
) -> Program:
    """A program that prints the loss and then its gradient by each named matrix.

    Args:
        program: any Mountain Goat program; it is inlined first.
        wrt: names of `let`s, literal or computed; each gradient has the shape of its matrix.
        loss: which `print` is the loss, counted from 0; it must be 1x1.
        allow_unused: print zeros for what the loss does not depend on instead of refusing it.
        simplify: a shorter program than the plain form, whose gradients may differ in the last
            place; see `autograd.simplification`.

    Raises:
        AutogradError: what is asked for does not exist or has no derivative; see `autograd.errors`.
    """
    asked = request(program, wrt, loss, allow_unused=allow_unused, simplify=simplify)
    primal = Primal(asked)
    emitter = primal.emitter
    labels = ["the loss", *(f"its gradient by {name}" for name in asked.parameters)]
    emitter.comment(f"Written by autograd from {program.source.base_name}.")
    emitter.comment(f"Prints, in order: {', '.join(labels)}.")
    emitter.comment("---- forward: the operations of the program itself, in its order")
    values = primal.write({})
    emitter.comment("---- backward: from the loss to the parameters; g... is d(loss)/d(a value)")
    adjoints = backward(emitter, asked, values)

    def is_zero(name: str, value: SSAValue) -> bool:
        return name in asked.unused or asked.all_cancels(value, adjoints)

    gradients = [
        emitter.filled("zeros", 0.0, shape_of(value)) if is_zero(name, value) else adjoints[value]
        for name, value in asked.parameters.items()
    ]
    emitter.comment("---- results: the loss, then one gradient for each parameter")
    emitter.print(values[asked.loss])
    for value in gradients:
        emitter.print(value)
    written = emitter.program(f"gradient of {program.source.name}")
    if not simplify:
        return written
    from autograd.simplification import simplified

    return simplified(written, {let.name for let in asked.program.lets})
