r"""Tails of :math:`\hat v_t` about its mean by Chernoff's method, as links of derivations.

The terms are :math:`\beta_2^{t-\tau}(2g_\tau z_\tau+z_\tau^2-\Phi)`, with weights at most 1; their
cumulants are those of ``lemmas/noncentral``.
"""

from verify.language import Draft, Formula, Lemma, Notation, external, positive, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, monotone, multiply, substitute, words
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.laboratory.tail import enclosed_tail, tail
from verify.papers.adambc.lemmas.noncentral import LEAST, LEFT, RIGHT, SUB_EXPONENTIAL
from verify.papers.adambc.notation import tau

V = c.V.extended(
    t=c.V.t.within(search=(1, 5)), square=positive(r"\nu^2", unit="gradient^4", search=(0.0001, 10))
)
NOISY = V.sigma > 0
NU = V.square.sqrt()


OF_GRADIENTS = V.square == c.weighted(LEAST * c.NOISE**2 + 8 * c.NOISE * (V.g[tau] ** 2))


AT_THE_NORM = c.FACTOR * (
    2 * ((c.SQUARES * (c.NOISE**2 + 2 * c.NOISE * (V.C**2))) * c.LOGARITHM).sqrt()
    + 2 * c.NOISE * c.LOGARITHM
)

CUMULANTS = (
    "Given the past, a step's gradient is fixed, and the cumulants of its term are those of the "
    "lemma, with u the argument times the weight and Phi; their bounds add up over the steps, and "
    "Markov's inequality at the best argument bounds either tail."
)


def tail_of_fixed(v: Notation, name: str) -> Formula:
    """The probability of a deviation of xi, the gradients being fixed."""
    return external(name, tail, v.g, v.sigma, v.C, v.B, v.beta2, v.xi, balls=enclosed_tail)


def twice(exponent: Formula) -> Formula:
    """2 exp(-exponent)."""
    return 2 * (-exponent).exp()


# What the thresholds are chosen for.
OF_ALPHA = says(twice(c.LOGARITHM) <= V.alpha)
GAUSSIAN = says(c.PLACE**2 / (2 * V.square) >= c.LOGARITHM, given=[V.xi >= c.gaussian(NU)])
EXPONENTIAL = says(c.PLACE / (2 * c.WIDTH) >= c.LOGARITHM, given=[NOISY, V.xi >= c.exponential()])


def bounded(tail: Formula, exponent: Formula, by: Draft, lemma: Lemma = SUB_EXPONENTIAL) -> Derive:
    """A tail is at most 2 exp(-exponent) by a lemma on a step, and this at most alpha."""
    large: Link = monotone("exp", monotone("negative", substitute(by, {})))
    return Derive(
        words(CUMULANTS, twice(exponent) >= tail, cites=[lemma]),
        multiply(large, 2),
        substitute(OF_ALPHA, {}),
    )


def first_case(tail: Formula) -> Derive:
    """Where the deviation is at most nu^2/b."""
    return bounded(tail, c.PLACE**2 / (2 * V.square), GAUSSIAN)


def second_case(tail: Formula) -> Derive:
    """Where it is at least nu^2/b."""
    return bounded(tail, c.PLACE / (2 * c.WIDTH), EXPONENTIAL)


def sub_gamma_tail(tail: Formula, why: str = CUMULANTS, *cites: Lemma) -> Derive:
    """Where it is at least what a sub-gamma tail asks for at ln(2/alpha)."""
    step = words(why, twice(c.LOGARITHM) >= tail, cites=[RIGHT, LEFT, *cites])
    return Derive(step, substitute(OF_ALPHA, {}))
