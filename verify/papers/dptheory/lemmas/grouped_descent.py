r"""Norms and what they descend: steps in the proofs of ``results/grouped_descent``.

w stands for :math:`\xi/\sqrt M+\gamma`, and q for :math:`w\sqrt M`.
"""

import math

from verify.language import between, lemma, nonnegative, positive
from verify.language.formulas import Formula, largest, least
from verify.methods import derive
from verify.methods.derivation.scope import Link
from verify.papers.groupwise.formulas.printed_1 import DESCENT
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.lemmas.groups_add import ADD, EXCESS, PAIR, WEAKER, worth
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENDS
from verify.papers.groupwise.lemmas.tails import DESCENT as TAIL
from verify.papers.groupwise.notation import GRADIENT

V = PAPER.extended(
    kappa=positive(r"\kappa", unit=GRADIENT, search=(0.01, 10)),
    s=positive("s", unit=GRADIENT, search=(0.01, 10)),
    c=nonnegative("c", unit=GRADIENT, search=(0, 10)),
    r=between(1, math.inf, "r", unit="1", ends="()", search=(1, 20)),
    n=nonnegative("n", unit=GRADIENT, search=(0, 10)),
    w=positive("w", unit=GRADIENT, search=(0.01, 10)),
    q=nonnegative("q", unit=GRADIENT, search=(0, 10)),
    x=positive("x", unit=GRADIENT, search=(0.01, 10)),
    u=nonnegative("u", unit=GRADIENT, search=(0, 10)),
    l=positive("l", unit=GRADIENT, search=(0.01, 10)),
)


def near(k: Formula, w: Formula) -> Formula:
    """The norm whose descents are worth k by what a short gradient keeps."""
    return k / 2 + (k**2 / 4 + k * w**2 / V.gamma).sqrt()


def reach(k: Formula, w: Formula, q: Formula) -> Formula:
    """The norm whose descents are worth k at least."""
    return least(near(k, w), k + q)


def descended(norm: Formula, w: Formula, q: Formula) -> Formula:
    """What a gradient of a norm descends at least."""
    return largest(worth(norm, w), norm - q)


REACHES = lemma(
    "dptheory/norm-of-a-descent",
    V.n <= reach(V.kappa, V.w, V.q),
    given=[worth(V.n, V.w) <= V.kappa, V.n - V.q <= V.kappa],
)
IS_WORTH = lemma(
    "dptheory/descent-of-the-norm", V.kappa <= descended(reach(V.kappa, V.w, V.q), V.w, V.q)
)
SHORT = (
    "Where a gradient has norm x its groups descend by gamma x^2/(w^2 + gamma x) together, with "
    "w = xi/sqrt(M) + gamma: by symmetric-descent, descent-of-a-group and groups-add."
)
LONG = (
    "Where a gradient has norm x its groups descend by x - w sqrt(M), with w = xi/sqrt(M) + gamma: "
    "by symmetric-pair-excess, Jensen's inequality and excesses-add."
)
LEMMAS = (DESCENDS, WEAKER, ADD, PAIR, EXCESS, TAIL)


def mean_is_worth(size: Formula, w: Formula, q: Formula) -> tuple[Link, Link]:
    """That the descents are worth what a mean norm is, by short gradients and by long ones."""
    convex = f"{SHORT} It is convex in x: Jensen's inequality."
    return (
        derive.words(convex, worth(size, w) <= DESCENT, cites=LEMMAS[:3]),
        derive.words(LONG, size - q <= DESCENT, cites=LEMMAS[3:5]),
    )


def markov(unlikely: Formula, norm: Formula, w: Formula, q: Formula) -> Link:
    """That the descents are worth what a norm is, times the probability of longer gradients."""
    words = f"{SHORT} {LONG} Both grow with x: Markov's inequality, as in tail-of-the-descent."
    return derive.words(words, unlikely * descended(norm, w, q) <= DESCENT, cites=LEMMAS)


SQUARES = (V.r * V.s + V.gamma) ** 2 - V.s**2  # over the denominators of (10)
NEAR = lemma(
    "dptheory/grouped-near",
    (V.r * V.s - V.c) * ((V.c + V.gamma) ** 2 + V.gamma * V.s) <= V.r * V.s * SQUARES,
    given=[V.c <= V.r * V.s, V.s <= V.c + 2 * V.gamma],
)
FAR = lemma(
    "dptheory/grouped-far",
    (V.r * V.s - V.c) * V.gamma * V.s <= V.r * (V.s - (V.c + V.gamma)) * SQUARES,
    given=[V.c <= V.r * V.s, V.s >= V.c + 2 * V.gamma],
)

# The near end of the bound: the positive root of x^2 = l x + l u.
END = V.l / 2 + (V.l**2 / 4 + V.l * V.u).sqrt()
AT_MOST = lemma("dptheory/root-at-most", V.x >= END, given=[V.l * V.x + V.l * V.u <= V.x**2])
BEYOND = lemma("dptheory/root-beyond", V.x < END, given=[V.l * V.x + V.l * V.u > V.x**2])
