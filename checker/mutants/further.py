"""Wrong versions beyond the chapter's: of what the language makes possible, and of the refusals."""

from __future__ import annotations

from checker.mutants.mutant import Mutant

_RULES = "autograd/rules.py"
_REVERSE = "autograd/reverse.py"
_REQUEST = "autograd/request.py"
_DESCENT = "autograd/descent_program.py"
_VALUES = "autograd/values.py"
_SOURCE = "autograd/source.py"
_SIMPLIFY = "mgc/passes/simplify.py"
_SIMPLIFICATION = "autograd/simplification.py"
_SHIFTS = "autograd/shifts.py"
_NORMALISERS = "mgc/passes/normalisers.py"
_MAXIMA = "mgc/passes/shifting_maxima.py"
_JOINED = "mgc/passes/joined_sums.py"

# Zeros in the shape of an operation's result.
_ZEROS = "ConstantOp(bytes(8 * shape[0] * shape[1]), shape)"

FURTHER = (
    Mutant(
        "permute-inverse",
        "permute: the gradient is permuted by the permutation, not by its inverse",
        _RULES,
        "return (permute(g, inverse),)",
        "return (permute(g, op.axes),)",
    ),
    Mutant(
        "ge-gradient",
        "ge: a comparison lets the gradient through",
        _RULES,
        "return None, None",
        "return g, g",
    ),
    Mutant(
        "broadcast-one-axis",
        "broadcast: the gradient of a single element is summed over one axis only",
        _RULES,
        "for axis in (1, 0):",
        "for axis in (1,) if a.shape == (1, 1) else (1, 0):",
    ),
    Mutant(
        "mean-divisor",
        "x / k, and so every mean: the gradient is not divided",
        _RULES,
        "return (g / k,)",
        "return (g,)",
    ),
    Mutant(
        "max-other-axis",
        "max: ties are counted along the other axis",
        _RULES,
        "sum_over(op.axis_index, attained)",
        "sum_over(1 - op.axis_index, attained)",
    ),
    Mutant(
        "max-whole-matrix",
        "max: ties are counted in the whole matrix",
        _RULES,
        "sum_over(op.axis_index, attained)",
        "sum_over(0, sum_over(1, attained))",
    ),
    Mutant(
        "max-all",
        "max: every entry gets the gradient",
        _RULES,
        "    attained = ge(a, r)\n",
        "    attained = ones_like(a)\n",
    ),
    Mutant(
        "add-right",
        "add: the right operand receives nothing",
        _RULES,
        "return g, g\n",
        "return g, None\n",
    ),
    Mutant(
        "div-numerator",
        "div: the numerator's gradient is multiplied by the denominator",
        _RULES,
        "return g / b, -(g * r) / b",
        "return g * b, -(g * r) / b",
    ),
    Mutant(
        "relu-inverted",
        "relu: the mask is inverted",
        _RULES,
        "ge(a, zero(a))",
        "ge(zero(a), a)",
    ),
    Mutant(
        "relu-at-zero",
        "relu: nothing passes at exactly 0",
        _RULES,
        "return (g * ge(a, zero(a)),)",
        "return (g - g * ge(zero(a), a),)",
    ),
    Mutant(
        "scalar-plus",
        "x + k: the gradient is multiplied by k",
        _RULES,
        'case "add", _:\n            return (g,)',
        'case "add", _:\n            return (g * k,)',
    ),
    Mutant(
        "scalar-from",
        "x - k: the gradient has the wrong sign",
        _RULES,
        'case "sub", False:\n            return (g,)',
        'case "sub", False:\n            return (-g,)',
    ),
    Mutant(
        "sum-subtracts",
        "a value used twice: contributions are subtracted",
        _REVERSE,
        "        return a + b\n",
        "        return a - b\n",
    ),
    Mutant(
        "tensor-sum",
        "a tensor used twice: only its first contribution counts",
        _REVERSE,
        "reshape(reshape(a, row) + reshape(b, row), a.shape)",
        "reshape(reshape(a, row), a.shape)",
    ),
    Mutant(
        "visits-forward",
        "the operations are visited in program order",
        _REVERSE,
        "    for operation in reversed(asked.operations):",
        "    for operation in asked.operations:",
    ),
    Mutant(
        "shadowed-first",
        "parameters: the first of two lets of a name counts",
        _REQUEST,
        "visible[statement.name] = statement.value",
        "visible.setdefault(statement.name, statement.value)",
    ),
    Mutant(
        "loss-index",
        "the chosen print is ignored, the first is the loss",
        _REQUEST,
        "chosen = prints[index]",
        "chosen = prints[0]",
    ),
    Mutant(
        "names-collide",
        "names: a generated name may be one of the program's",
        _VALUES,
        "            if name not in self._taken:\n",
        "            if name:\n",
    ),
    Mutant(
        "shared-shape",
        "constants: matrices of ones are shared whatever their shape",
        _VALUES,
        "key = (number, shape)",
        "key = (number, (1, 1))",
    ),
    Mutant(
        "gradient-order",
        "the gradients are printed in the reverse of the order asked for",
        "autograd/gradient_program.py",
        "    for value in gradients:\n",
        "    for value in reversed(gradients):\n",
    ),
    Mutant(
        "scalar-side",
        "writer: a scalar on the left is written on the right",
        _SOURCE,
        "    if operation.scalar_on_left:\n",
        "    if False:\n",
    ),
    Mutant(
        "six-digits",
        "writer: scalars are written with six digits",
        _SOURCE,
        "return repr(number)",
        'return f"{number:.6g}"',
    ),
    Mutant(
        "stretching",
        "a stretched matrix is doubled in the forward pass",
        "autograd/primal.py",
        "return operands[0] * ones\n",
        "return operands[0] * (ones + ones)\n",
    ),
    Mutant(
        "descent-first",
        "descent: only the first parameter is updated",
        _DESCENT,
        "for parameter, value in current.items()",
        "for parameter, value in list(current.items())[:1]",
    ),
    Mutant(
        "descent-double",
        "descent: every update is made twice",
        _DESCENT,
        "value - adjoints[parameter] * rate",
        "value - adjoints[parameter] * rate * 2.0",
    ),
    Mutant(
        "accepts-shape",
        "refusals: a loss of any shape is accepted",
        _REQUEST,
        "if shape != (1, 1):",
        "if False:",
    ),
    Mutant(
        "accepts-unused",
        "refusals: a matrix that the loss does not use is accepted",
        _REQUEST,
        "if unused and not allow_unused:",
        "if False:",
    ),
    Mutant(
        "accepts-twice",
        "refusals: the same name twice is accepted",
        _REQUEST,
        "if name in found:",
        "if False:",
    ),
    Mutant(
        "accepts-computed",
        "refusals: a descent on a computed matrix starts from nothing",
        _DESCENT,
        "if not isinstance(value.owner, ConstantOp):",
        "if False:",
    ),
    Mutant(
        "wrong-status",
        "refusals: an unknown name ends with exit status 1",
        "autograd/errors.py",
        "    exit_status = 2\n",
        "    exit_status = 1\n",
    ),
    Mutant(
        "fold-times-zero",
        "simplification: x * 0 becomes 0",
        _SIMPLIFY,
        "    op, scalar = operation.op.data, operation.scalar\n",
        "    op, scalar = operation.op.data, operation.scalar\n"
        "    shape = shape_of(operation.result)\n"
        '    if op == "mul" and scalar == 0:\n'
        f"        return [{_ZEROS}]\n",
    ),
    Mutant(
        "fold-difference",
        "simplification: x - x becomes 0",
        _SIMPLIFY,
        "    left, right = operation.lhs.owner, operation.rhs.owner\n",
        "    left, right = operation.lhs.owner, operation.rhs.owner\n"
        "    shape = shape_of(operation.result)\n"
        '    if operation.name == "mg.sub" and operation.lhs is operation.rhs:\n'
        f"        return [{_ZEROS}]\n",
    ),
    Mutant(
        "fold-quotient",
        "simplification: x / x becomes 1",
        _SIMPLIFY,
        "return operation.lhs if _is_ones(operation.rhs) else _binary(operation)",
        "if operation.lhs is operation.rhs:\n"
        "        return [ConstantOp(_ONE, (1, 1))]\n"
        "    return operation.lhs if _is_ones(operation.rhs) else _binary(operation)",
    ),
    Mutant(
        "fold-plus-zero",
        "simplification: x + 0 becomes x",
        _SIMPLIFY,
        '{"sub": 1.0, "add": -1.0}',
        '{"sub": 1.0, "add": 1.0}',
    ),
    Mutant(
        "inexact-inverse",
        "simplification: every division by a scalar becomes a multiplication",
        _SIMPLIFY,
        "return abs(mantissa) == 0.5 and",
        "return mantissa != 0 and",
    ),
    Mutant(
        "share-any-scalar",
        "common subexpressions: two products with different scalars are taken for one",
        "mgc/passes/common_subexpressions.py",
        "return (operation.op.data, bits, operation.scalar_on_left)",
        "return (operation.op.data, operation.scalar_on_left)",
    ),
    Mutant(
        "share-parameters",
        "--simplify: a parameter is taken for another value that equals it",
        _SIMPLIFICATION,
        "apart=rewriting.bound_to(wrt)",
        "apart=()",
    ),
    Mutant(
        "cancel-any-maximum",
        "--simplify: every maximum that is subtracted from its row is taken to cancel",
        _SHIFTS,
        "        if answer is None or (answer.k == 0.0 and not answer.of_row):\n"
        "            return False\n",
        "        if answer is None or (answer.k == 0.0 and not answer.of_row):\n"
        "            continue\n",
    ),
    Mutant(
        "cancel-sum",
        "--simplify: two shifts are taken to cancel where they add up",
        _SHIFTS,
        "return _Answer(False, a.k + b.k)",
        "return _Answer(False, a.k - b.k)",
    ),
    Mutant(
        "cancel-any-number",
        "--simplify: whatever reaches a softmax's maximum is taken to cancel",
        _MAXIMA,
        "return not any(added.values()) and added.keys() <= carried.keys()",
        "return added.keys() <= carried.keys()",
    ),
    Mutant(
        "lose-nan",
        "--simplify: a maximum's adjoints go where they alone take a nan to its row",
        _MAXIMA,
        "return not any(added.values()) and added.keys() <= carried.keys()",
        "return not any(added.values())",
    ),
    Mutant(
        "join-any-sums",
        "--simplify: numbers that are added to sums of rows are taken for factors",
        _JOINED,
        "return operation.subtracts_from_zero",
        "return True",
    ),
    Mutant(
        "lose-terms",
        "--simplify: where sums of rows become one, other terms are lost",
        _JOINED,
        "added([*rest.elements(), summed, new[-1].results[0]])",
        "added([summed, new[-1].results[0]])",
    ),
    Mutant(
        "join-normalisers",
        "--simplify: quotients by the sums of two softmaxes get one divisor",
        _NORMALISERS,
        "left.normaliser is not right.normaliser",
        "False",
    ),
    Mutant(
        "sum-of-maximum",
        "--simplify: the maximum of a softmax is taken for its sum",
        _NORMALISERS,
        'operation.kind.data != "sum" or not',
        "not",
    ),
    Mutant(
        "negate-maximum",
        "--simplify: the maximum of -x becomes minus that of x",
        "mgc/passes/negated_sums.py",
        'or operation.kind.data != "sum":',
        ":",
    ),
    Mutant(
        "factor-of-square",
        "--simplify: a product of a matrix with itself takes its factor once",
        "mgc/passes/scalars_after_products.py",
        "if any(made_of_it.issuperset(product.operands) for product in products):",
        "if False:",
    ),
    Mutant(
        "join-there-and-back",
        "--simplify: a large and a small factor become one, which hides an infinity",
        "mgc/passes/scalar_chains.py",
        "safe = one_way and isfinite(joined) and abs(joined)",
        "safe = isfinite(joined) and abs(joined)",
    ),
)
