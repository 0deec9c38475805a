r"""Section 4 and appendix C: the formulas that the concentration bounds have in common.

The deviation :math:`\xi` of :math:`\hat v_t` is measured before the factor
:math:`(1-\beta_2)/(1-\beta_2^t)` as well, as the two cases of the bounds are.
"""

from collections.abc import Mapping
from typing import Any

from verify.formula.expression import Node, lift, substitute, total
from verify.language.notation import between, nonnegative, real
from verify.papers.adambc import notation

V = notation.V.extended(
    beta=between(0, 1, r"\beta", unit="1"),
    lam=real(r"\lambda", unit="1/gradient^2", search=(-10, 10)),
    a=nonnegative("a", unit="gradient^2", search=(0, 4)),
    nu=nonnegative(r"\nu", unit="gradient^2", search=(0, 10)),
)
TAU = Node("symbol", (), r"tau")

NOISE = V.sigma**2 * V.C**2 / V.B**2  # Phi, the variance of the noise of one step
FACTOR = (1 - V.beta2) / (1 - V.beta2**V.t)
SQUARES = (1 - V.beta2 ** (2 * V.t)) / (1 - V.beta2**2)  # the sum of beta_2^(2(t - tau))
LOGARITHM = (1 / (V.alpha / 2)).log()
PLACE = V.xi * (1 - V.beta2**V.t) / (1 - V.beta2)
WIDTH = 4 * NOISE  # b

NU_STATEMENT = WIDTH * SQUARES.sqrt()  # of Proposition 3
NU_PROOF = 2 * NOISE * SQUARES.sqrt()  # of its proof
NU_4 = 2 * SQUARES.sqrt() * (NOISE + V.sigma * V.C**2 / V.B)  # of Proposition 4


def weighted(term: Node) -> Node:
    """The sum of beta_2^(2(t - tau)) times a term in tau."""
    return total(TAU, 1, V.t, V.beta2 ** (2 * (V.t - TAU)) * term)


def gaussian(nu: Node, logarithm: Node = LOGARITHM) -> Node:
    """The threshold of the first case."""
    return FACTOR * (logarithm * (2 * nu**2)).sqrt()


def exponential(b: Node = WIDTH, logarithm: Node = LOGARITHM) -> Node:
    """The threshold of the second case."""
    return FACTOR * logarithm * 2 * b


def border(nu: Node, b: Node = WIDTH) -> Node:
    """Where the second case begins, as a place."""
    return nu**2 / b


def at(formula: Node, values: Mapping[str, Any]) -> Node:
    """A formula with numbers for its symbols."""
    return substitute(formula, {name: lift(value) for name, value in values.items()})
