r"""Appendix E, Theorem 2 (after Abadi et al. 2016) and the amplification of one step.

**All T steps.** Poisson batches of rate q; one record of two data sets has a gradient of length C,
all others none. The sum of the releases in its direction, in units of C, is :math:`N(0,T\sigma^2)`
without it and, with it, has mean qT and variance :math:`T(q(1-q)+\sigma^2)`. The event that it
exceeds qT/2 shows that the run is not :math:`(\epsilon,\delta)`-DP for a delta below

.. math:: 1-\frac{4(q(1-q)+\sigma^2)}{q^2T}-e^{\epsilon-q^2T/(8\sigma^2)} :

by Chebyshev's inequality it is not missed with the record, and by the Gaussian tail it is rare
without. For every :math:`c_1,c_2` this is above :math:`\delta=1/e` at q = 1/2,
:math:`\epsilon=c_1q^2T/2`, the least :math:`\sigma`, and T large.

**One step** that is :math:`(\epsilon',\delta')`-DP becomes
:math:`(\ln(1+q(e^{\epsilon'}-1)),q\delta')`-DP. The printed :math:`O(q\epsilon')` is read
as usual, for :math:`\epsilon'\le1`.
"""

import math
from fractions import Fraction as F

from verify.language import Escape, claim, instance, says, symbols, table
from verify.language.formulas import E, Formula, external, number
from verify.methods.derive import Derive, add, multiply, shown, substitute
from verify.papers.adambc.notation import V as PAPER
from verify.papers.lssgd.lemmas.sampled_gaussian import LARGER_RANGES, divergence
from verify.papers.nsgd.lemmas.gaussian_profile import enclosed_profile, profile

V = PAPER.extended(
    q=symbols.between(0, 1, "q", unit="1", ends="(]"),
    T=PAPER.T.within(search=(1, 10**5)),
    sigma=PAPER.sigma.within("(0, inf)", search=(0.1, 50)),
    eps=symbols.positive(r"\epsilon", unit="1", search=(0.01, 20)),
    ell=symbols.positive(r"\ln(1/\delta)", unit="1", search=(0.1, 20)),
    root=symbols.between(1, math.inf, r"e^{\epsilon'/2}", unit="1", ends="()", search=(1.01, 50)),
    c1=symbols.positive("c_1", unit="1", search=(0.01, 10)),
    c2=symbols.positive("c_2", unit="1", search=(0.01, 10)),
)
SPENT = (
    1
    - 4 * (V.q * (1 - V.q) + V.sigma**2) / (V.q**2 * V.T)
    - (V.eps - V.q**2 * V.T / (8 * V.sigma**2)).exp()
)
ENOUGH = [V.eps < V.c1 * V.q**2 * V.T, V.sigma >= V.c2 * V.q * (V.T * V.ell).sqrt() / V.eps]
ALL_STEPS = says(
    SPENT <= (-V.ell).exp(),
    given=ENOUGH,
    exists={"c1": None, "c2": None},
    by=Escape(
        {"q": F(1, 2), "ell": 1, "eps": V.c1 * V.T / 8, "sigma": 4 * V.c2 / (V.c1 * V.T.sqrt())},
        beyond={"T": 128 * V.c2**2 / V.c1 + 100 / V.c1 + 100},
    ),
)

# With constants -----------------------------------------------------------------------------------
# Budgets that are neither larger than ln(1/delta) nor too small for the rate.
ORDER = 1 + 2 * V.ell / V.eps
REST = V.ell / (ORDER - 1)  # what the conversion to (epsilon, delta) adds
MODERATE = says(
    V.T * external("D_\\alpha", divergence, ORDER, V.sigma**2, V.q) + REST <= V.eps,
    given=[*ENOUGH, V.eps <= V.ell, 3 * V.q * V.ell <= V.eps],
    exists={"c1": F(5, 2), "c2": F(11, 2)},
    by=Derive(
        add(
            multiply(
                substitute(
                    LARGER_RANGES["large variances"],
                    {"alpha": ORDER, "ratio": V.sigma**2, "tau": V.q},
                ),
                V.T,
            ),
            shown(REST == V.eps / 2),
        ),
        shown(V.T * (5 * V.q**2 * ORDER / V.sigma**2) + V.eps / 2 <= V.eps),
    ),
    at=(
        instance("q=1/1000 sigma=20 eps=1 ell=10") | {"T": 10**6},
        instance("q=1/100 sigma=60/10 eps=2 ell=4") | {"T": 10**4},
    ),
)

# One step -----------------------------------------------------------------------------------------


def amplified(q: Formula, root: Formula) -> Formula:
    """The epsilon of a subsampled step."""
    return (1 + q * (root**2 - 1)).log()


AMPLIFIED = amplified(V.q, V.root)
ONE_STEP = says(
    AMPLIFIED <= V.c2 * V.q * (2 * V.root.log()),
    given=[V.root**2 <= E],
    exists={"c2": 2},
    by=Derive(
        shown(V.q * (V.root**2 - 1) >= AMPLIFIED),
        multiply(shown(V.root**2 - 1 <= 4 * V.root.log()), V.q),
    ),
)
# Without the limit on epsilon' no constant c_2 is enough: here 1 + q(e^epsilon' - 1) is its root.
ROOT, RATE = 2 * V.c2 + 2, 1 / (2 * V.c2 + 3)

SMALL_DELTA = number(10**5).log()


def released(c2: int, eps: int) -> Formula:
    """The least delta of all steps, each with the whole data set and the least noise."""
    noise = c2 * SMALL_DELTA.sqrt() / eps
    return external(r"\delta", profile, number(eps), noise, balls=enclosed_profile)


THEOREM_2 = (
    claim("adambc/theorem-2", "App E, Theorem 2 and text", "Privacy of DP-SGD, by its constants")
    .says(
        {"all steps": ALL_STEPS, "one step": ONE_STEP},
        instead={"all steps": MODERATE},
        notes=(
            # Two instances with q = 1 and delta = 1e-5, where T steps are one with the noise
            # sigma/sqrt(T) = c_2 sqrt(ln(1/delta))/epsilon: budgets far above ln(1/delta).
            table({"ln(1/delta)": ("11.5", SMALL_DELTA)}),
            *(says(released(c2, eps) > (-SMALL_DELTA).exp()) for c2, eps in ((2, 37), (4, 254))),
            *(says(released(c2, eps) <= (-SMALL_DELTA).exp()) for c2, eps in ((2, 36), (4, 253))),
            # In the SNLI run (N = 549367, t = 10000) only constants c_1 above 3000 allow
            # epsilon = 7.
            says(number(7) >= 3000 * (number(256) / 549367) ** 2 * 10000),
            says(V.c2 * RATE * (2 * ROOT.log()) < amplified(RATE, ROOT)),
        ),
    )
    .quoting(r"\epsilon<c_1q^2T", part="all steps")
    .quoting(r"\sigma\ge c_2q\sqrt{T\log(1/\delta)}/\epsilon", part="all steps")
    .rejects(
        "the constant 1", part="one step", right=V.q * (2 * V.root.log()), exists=None, by=None
    )
)
