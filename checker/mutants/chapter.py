"""The wrong versions of the chapter, in its order."""

from __future__ import annotations

from checker.mutants.mutant import Mutant

_RULES = "autograd/rules.py"
_REVERSE = "autograd/reverse.py"
_REQUEST = "autograd/request.py"
_DESCENT = "autograd/descent_program.py"

OF_THE_CHAPTER = (
    Mutant(
        "mul-own-value",
        "mul: each operand's gradient uses its own value",
        _RULES,
        "return g * b, g * a",
        "return g * a, g * b",
    ),
    Mutant(
        "sub-sign",
        "sub: the right operand's gradient has the wrong sign",
        _RULES,
        "return g, -g",
        "return g, g + zero(g)",
    ),
    Mutant(
        "div-sign",
        "div: the denominator's gradient has the wrong sign",
        _RULES,
        "return g / b, -(g * r) / b",
        "return g / b, (g * r) / b",
    ),
    Mutant(
        "div-not-squared",
        "div: the denominator's gradient divides by b, not by b squared",
        _RULES,
        "return g / b, -(g * r) / b",
        "return g / b, -(g * a) / b",
    ),
    Mutant(
        "scalar-minus-sign",
        "k - x: the gradient has the wrong sign",
        _RULES,
        'case "sub", True:\n            return (-g,)',
        'case "sub", True:\n            return (g,)',
    ),
    Mutant(
        "scalar-over-sign",
        "k / x: the gradient has the wrong sign",
        _RULES,
        "return (-(g * r) / a,)",
        "return ((g * r) / a,)",
    ),
    Mutant(
        "scalar-factor",
        "x * k: the gradient ignores k",
        _RULES,
        "return (g * k,)",
        "return (g,)",
    ),
    Mutant(
        "neg-sign",
        "neg: the gradient has the wrong sign",
        _RULES,
        "a: Value) -> tuple[Value]:\n    return (-g,)",
        "a: Value) -> tuple[Value]:\n    return (g,)",
    ),
    Mutant(
        "matmul-left",
        "matmul: the left gradient does not transpose b",
        _RULES,
        "return g @ transpose(b), transpose(a) @ g",
        "return g @ b, transpose(a) @ g",
    ),
    Mutant(
        "matmul-right",
        "matmul: the right gradient is g @ transpose(a)",
        _RULES,
        "return g @ transpose(b), transpose(a) @ g",
        "return g @ transpose(b), g @ transpose(a)",
    ),
    Mutant(
        "transpose",
        "transpose: the gradient is not transposed back",
        _RULES,
        "return (transpose(g),)",
        "return (reshape(g, a.shape),)",
    ),
    Mutant(
        "reshape",
        "reshape: the gradient is not reshaped back",
        _RULES,
        "return (reshape(g, a.shape),)",
        "return (g,)",
    ),
    Mutant(
        "exp-input",
        "exp: the gradient uses the input, not the result",
        _RULES,
        "return (g * r,)",
        "return (g * a,)",
    ),
    Mutant(
        "log-multiplies",
        "log: the gradient multiplies by the input instead of dividing",
        _RULES,
        "return (g / a,)",
        "return (g * a,)",
    ),
    Mutant(
        "sqrt-factor",
        "sqrt: the factor 2 is forgotten",
        _RULES,
        "return (g / (r * 2.0),)",
        "return (g / r,)",
    ),
    Mutant(
        "relu-mask",
        "relu: the gradient flows through negative inputs too",
        _RULES,
        "return (g * ge(a, zero(a)),)",
        "return (g,)",
    ),
    Mutant(
        "sum-spread",
        "sum: the gradient is not spread over the reduced axis",
        _RULES,
        "return (ones_like(a) * g,)",
        "return (g,)",
    ),
    Mutant(
        "max-ties-full",
        "max: tied entries each get the full gradient",
        _RULES,
        "return (attained * (g / sum_over(op.axis_index, attained)),)",
        "return (attained * g,)",
    ),
    Mutant(
        "second-replaces",
        "a value used twice: the second contribution replaces the first",
        _REVERSE,
        "part = _sum(adjoints[operand], part)",
        "pass",
    ),
    Mutant(
        "broadcast-axis",
        "broadcast: the gradient of a stretched matrix is summed over the other axis",
        _RULES,
        "        if a.shape[axis] != r.shape[axis]:",
        "        if a.shape[1 - axis] != r.shape[1 - axis]:",
    ),
    Mutant(
        "names-by-value",
        "parameters: found by the value of their literal only",
        _REQUEST,
        "found[name] = visible[name]",
        "found[name] = next(\n"
        "            value for value in visible.values()\n"
        "            if getattr(value.owner, 'data', value)\n"
        "            == getattr(visible[name].owner, 'data', visible[name])\n"
        "        )",
    ),
    Mutant(
        "descent-adds",
        "descent: the update adds the gradient",
        _DESCENT,
        "value - adjoints[parameter] * rate",
        "value + adjoints[parameter] * rate",
    ),
    Mutant(
        "descent-rate",
        "descent: the learning rate is ignored",
        _DESCENT,
        "value - adjoints[parameter] * rate",
        "value - adjoints[parameter]",
    ),
    Mutant(
        "descent-still",
        "descent: the parameters are never updated",
        _DESCENT,
        "current = _updated(emitter, asked, current, adjoints, rate)",
        "_updated(emitter, asked, current, adjoints, rate)",
    ),
    Mutant(
        "seed",
        "the loss is differentiated with a seed of 2",
        _REVERSE,
        'pack("<d", 1.0)',
        'pack("<d", 2.0)',
    ),
)
