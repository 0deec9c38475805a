r"""Factorials, binomial coefficients, logarithms to a base, the normal distribution's function.

The first three are formulas like others (:math:`n!=\prod_{i=1}^ni`), into which every prover sees.
:math:`\Phi` and erf are computations with enclosures: what is refuted by them is certified, and no
prover looks into them.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb

from verify.formula.expression import External, Node, free_names, lift, product


def logarithm(value: Node, base: Fraction) -> Node:
    """The logarithm to a base > 1."""
    return Node("log", (value,)) / Node("log", (lift(base),))


def factorial(n: Node) -> Node:
    """n!, the product of 1, ..., n; n is a whole number from 0 on."""
    index = _index(n)
    return product(index, 1, n, index)


def binomial(n: Node, k: Node) -> Node:
    """The binomial coefficient, a product over 1, ..., k; k is a whole number from 0 on."""
    index = _index(n, k)
    return product(index, 1, k, (n - k + index) / index)


def factored(node: Node) -> tuple[Node, Node | None] | None:
    """The n of a product that is n!, the n and k of one that is a binomial coefficient."""
    first, last, body = node.args
    index = Node("symbol", (), node.value)
    if first != lift(1):
        return None
    if body == index:
        return last, None
    if body.op != "div" or body.args[0].op != "add" or body.args[0].args[0].op != "sub":
        return None
    n = body.args[0].args[0].args[0]
    return (n, last) if body == (n - last + index) / index else None


def _index(*parts: Node) -> Node:
    """An index that none of the parts has."""
    taken = frozenset[str]().union(*map(free_names, parts))
    name = "i"
    while name in taken:
        name += "_"
    return Node("symbol", (), name)


def normal_cdf(x: Any) -> float:
    r"""The standard normal distribution's function :math:`\Phi(x)`."""
    return math.erfc(-float(x) / math.sqrt(2)) / 2


def normal_cdf_ball(x: Any) -> arb:
    """An enclosure of it."""
    return (-_ball(x) / arb(2).sqrt()).erfc() / 2


def error_function(x: Any) -> float:
    r"""The error function :math:`2\pi^{-1/2}\int_0^xe^{-t^2}\,dt`."""
    return math.erf(float(x))


def error_function_ball(x: Any) -> arb:
    """An enclosure of it."""
    return _ball(x).erf()


def _ball(x: Any) -> arb:
    return x if isinstance(x, arb) else arb(Fraction(x).numerator) / Fraction(x).denominator


PHI = External(r"\Phi", normal_cdf, normal_cdf_ball, "the standard normal distribution's function")
ERF = External("erf", error_function, error_function_ball, "the error function")
SPECIAL: Mapping[str, Callable[[Node], Node]] = {
    r"\Phi": lambda x: Node("external", (x,), PHI),
    r"\erf": lambda x: Node("external", (x,), ERF),
}
