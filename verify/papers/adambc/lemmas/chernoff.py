r"""Tails of :math:`\hat v_t` about its mean by Chernoff's method, as links of derivations.

The terms are :math:`\beta_2^{t-\tau}(2g_\tau z_\tau+z_\tau^2-\Phi)`, with weights at most 1; their
cumulants are those of ``lemmas/noncentral``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verify.language import Draft, Lemma, Notation, lemma, nonnegative, positive, says
from verify.language.formulas import Formula, external
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


def tail_of_fixed(v: Notation, gradients: Formula, name: str) -> Formula:
    """The probability of a deviation of xi, the gradients being fixed."""
    others = (v.sigma, v.C, v.B, v.beta2, v.xi)
    means = r"how likely :math:`\hat v_t^p` is xi or more from its mean, for fixed gradients"
    return external(name, tail, gradients, *others, balls=enclosed_tail, means=means)


def twice(exponent: Formula) -> Formula:
    """2 exp(-exponent)."""
    return 2 * (-exponent).exp()


GAUSSIAN = says(c.PLACE**2 / (2 * V.square) >= c.LOGARITHM, given=[V.xi >= c.gaussian(NU)])
EXPONENTIAL = says(c.PLACE / (2 * c.WIDTH) >= c.LOGARITHM, given=[NOISY, V.xi >= c.exponential()])


def bounded(tail: Formula, exponent: Formula, by: Draft, lemma: Lemma = SUB_EXPONENTIAL) -> Derive:
    """A tail is at most 2 exp(-exponent) by a lemma on a step, and this at most alpha."""
    large: Link = monotone("exp", monotone("negative", substitute(by, {})))
    return Derive(words(CUMULANTS, twice(exponent) >= tail, cites=[lemma]), multiply(large, 2))


def first_case(tail: Formula) -> Derive:
    """Where the deviation is at most nu^2/b."""
    return bounded(tail, c.PLACE**2 / (2 * V.square), GAUSSIAN)


def second_case(tail: Formula) -> Derive:
    """Where it is at least nu^2/b."""
    return bounded(tail, c.PLACE / (2 * c.WIDTH), EXPONENTIAL)


# With half the variance over Phi^2, W, the threshold over Phi, x, and the logarithm.
SUB_GAMMA = V.extended(
    W=positive("W", unit="1", search=(0.1, 500)),
    x=nonnegative("x", unit="1", search=(0, 500)),
    l=nonnegative(r"\ell", unit="1", search=(0, 500)),
)


def best_exponent(half: Formula, place: Formula) -> Formula:
    """What the best argument gives where the cumulants are below those of a sub-gamma law."""
    return ((half + 2 * place).sqrt() - half.sqrt()) ** 2 / 4


INVERTED = lemma(
    "adambc/sub-gamma-inverted",
    best_exponent(SUB_GAMMA.W, SUB_GAMMA.x) >= SUB_GAMMA.l,
    given=[SUB_GAMMA.x >= 2 * (SUB_GAMMA.W * SUB_GAMMA.l).sqrt() + 2 * SUB_GAMMA.l],
)
# For gradients of size C, with the sum S of the squared weights and rho = B/sigma.
AT_THE_SIZE = SUB_GAMMA.extended(
    S=positive("S", unit="1", search=(0.1, 500)), rho=positive(r"\rho", unit="1", search=(4, 100))
)
SMALL_LOGARITHM = lemma(
    "adambc/sub-gamma-at-the-norm",
    best_exponent(AT_THE_SIZE.S * (1 + 2 * AT_THE_SIZE.rho**2), AT_THE_SIZE.x) >= AT_THE_SIZE.l,
    given=[
        AT_THE_SIZE.x >= 2 * (1 + AT_THE_SIZE.rho) * (2 * AT_THE_SIZE.S * AT_THE_SIZE.l).sqrt(),
        AT_THE_SIZE.rho >= 4,
        2 * AT_THE_SIZE.l <= 3 * AT_THE_SIZE.S,
    ],
    by=Derive(substitute(INVERTED, {"W": AT_THE_SIZE.S * (1 + 2 * AT_THE_SIZE.rho**2)})),
)
HALF_AT_THE_NORM = c.SQUARES * (1 + 2 * (V.B / V.sigma) ** 2)


@dataclass(frozen=True)
class SubGamma:
    """From which hypotheses the best exponent is at least ln(2/alpha).

    Attributes:
        known: the hypotheses. half: at least half the variance of the sum, over Phi^2. values:
            numbers in place of symbols. small: the logarithm is, against the squared weights.
    """

    known: Sequence[Formula]
    half: Formula = HALF_AT_THE_NORM
    values: Mapping[str, Any] = field(default_factory=dict)
    small: bool = False

    @property
    def place(self) -> Formula:
        """The deviation over Phi."""
        return c.at(c.PLACE / c.NOISE, self.values)

    @property
    def exponent(self) -> Formula:
        """The best exponent."""
        return best_exponent(c.at(self.half, self.values), self.place)

    @property
    def enough(self) -> Draft:
        """It is at least ln(2/alpha)."""
        values = {"x": self.place, "l": c.LOGARITHM}
        if self.small:
            step = substitute(SMALL_LOGARITHM, values | {"S": c.SQUARES, "rho": V.B / V.sigma})
        else:
            step = substitute(INVERTED, values | {"W": c.at(self.half, self.values)})
        return says(self.exponent >= c.LOGARITHM, given=self.known, by=Derive(step))

    def bounds(self, tail: Formula) -> Derive:
        """A tail is at most alpha."""
        return Derive(
            words(CUMULANTS, twice(self.exponent) >= tail, cites=[RIGHT, LEFT]),
            multiply(monotone("exp", monotone("negative", substitute(self.enough, {}))), 2),
        )
