r"""The gradient :math:`g=su+e` of a step, u a unit vector and e a deviation with a law P."""

from collections.abc import Callable

from verify.language import Formula, dot
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, expect, shown
from verify.papers.nsgd.formulas.printed_a import FULL, GRADIENT, E, mean
from verify.papers.nsgd.notation import V

WHERE = "docs/worst_law.md"
COMPONENT = dot(V.u, GRADIENT)


def on_average(bound: Formula, line: Callable[[Formula], Formula], above: Link) -> Derive:
    """An affine function of g, whose mean is the bound, under every step, then on average."""
    means = shown(bound == line(FULL)), shown(line(FULL) == mean(line(GRADIENT)))
    return Derive(chain(*means, expect(V.P, E, above)))
