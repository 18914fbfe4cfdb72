"""The passes by name, and which of them the levels of optimisation run."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mgc.errors import UnknownPassError
from mgc.passes.common_factors import multiply_sums
from mgc.passes.common_subexpressions import (
    share_common_computations,
    share_common_subexpressions,
)
from mgc.passes.dead_code import remove_dead_code
from mgc.passes.inline import inline
from mgc.passes.joined_sums import join_sums
from mgc.passes.negated_sums import negate_after_sums
from mgc.passes.normalisers import divide_by_normalisers_last
from mgc.passes.reassociated_products import reassociate_products
from mgc.passes.rewriting import Rewriting
from mgc.passes.scalar_chains import join_scalar_chains
from mgc.passes.scalars_after_products import multiply_after_products
from mgc.passes.shifting_maxima import leave_out_shifting_maxima
from mgc.passes.simplify import simplify
from mgc.passes.zero_terms import leave_out_zero_terms
from mgc.program import Program

PASSES: dict[str, Callable[[Rewriting], None]] = {
    "dead-code": remove_dead_code,
    "common-factors": multiply_sums,
    "common-computations": share_common_computations,
    "common-subexpressions": share_common_subexpressions,
    "simplify": simplify,
    "joined-sums": join_sums,
    "negated-sums": negate_after_sums,
    "scalar-chains": join_scalar_chains,
    "shifting-maxima": leave_out_shifting_maxima,
    "normalisers": divide_by_normalisers_last,
    "reassociated-products": reassociate_products,
    "scalars-after-products": multiply_after_products,
    "zero-terms": leave_out_zero_terms,
}

# What the levels of optimisation run. None of these changes a bit of any result. Simplification
# makes values equal and code dead.
OPTIMISING = ("simplify", "common-subexpressions", "dead-code")

# Those that may round differently. An element within some factor of the largest double may become
# infinite; what is nan or infinite becomes a number only where rounding alone made it so. Code is
# removed as it dies, since its operands are not changed while it uses them.
ROUNDING = (
    "scalar-chains",
    "normalisers",
    "scalars-after-products",
    "dead-code",
    "negated-sums",
    # A maximum's adjoints cancel where they are the same values.
    "common-subexpressions",
    "shifting-maxima",
    "dead-code",
    "joined-sums",
    "dead-code",
    "common-factors",
    "zero-terms",
)

# What `--simplify` runs.
SIMPLIFYING = (*OPTIMISING, *ROUNDING, *OPTIMISING)


def run_passes(
    program: Program, names: Iterable[str] = OPTIMISING, *, consume: bool = False
) -> Program:
    """The program, inlined and after the named passes.

    Args:
        program: any program; it is left as it is unless `consume` allows to change it.
        names: of passes, in order.
        consume: the program is not used again, which saves a copy.

    Raises:
        UnknownPassError: there is no pass of such a name.
        ProgramError: the program cannot be inlined.
    """
    passes = []
    for name in names:
        if name not in PASSES:
            raise UnknownPassError(
                f"error: there is no pass {name!r}; the passes are {', '.join(PASSES)}"
            )
        passes.append(PASSES[name])
    straight = inline(program)
    rewriting = Rewriting(straight, consume=consume or straight is not program)
    for run in passes:
        run(rewriting)
    return rewriting.program()
