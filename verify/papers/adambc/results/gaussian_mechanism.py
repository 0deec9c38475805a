r"""Appendix E: the noise of one step, :math:`\sigma\ge2\ln(1.25/\delta')C/\epsilon'`.

The step adds :math:`N(0,\sigma^2C^2)` to a sum that a record moves by at most C: :math:`\sigma` is
a multiplier, a pure number, and the condition compares it with a gradient. Read as the standard
deviation itself, it lacks the root of the usual :math:`\sqrt{2\ln(1.25/\delta')}C/\epsilon'`; the
"standard arguments" that the print cites are for :math:`\epsilon'\le1`, and so is this part. The
Gaussian mechanism with z times as much noise as a record moves is :math:`(\epsilon,\delta)`-DP if
and only if delta is at least (Balle and Wang 2018)

.. math:: \delta(\epsilon,z) = \Phi(\tfrac1{2z}-\epsilon z)-e^\epsilon\Phi(-\tfrac1{2z}-\epsilon z).
"""

from fractions import Fraction

from verify.language import Draft, Formula, claim, external, instance, lemma, number, says, symbols
from verify.methods.decide import Decide
from verify.methods.derive import Derive, monotone, multiply, shown, words
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.settings import EXPERIMENTS
from verify.papers.nsgd.lemmas.gaussian_profile import enclosed_profile, profile

V = PAPER.extended(
    eps=symbols.positive(r"\epsilon'", unit="1", search=(0.05, 50)),
    delta=symbols.between(0, 1, r"\delta'", unit="1", ends="()", search=(1e-6, 0.9)),
    z=symbols.positive("z", unit="1", search=(0.01, 50)),
    ell=symbols.positive(r"\ell", unit="1", search=(0.1, 30)),
)


def spent(z: Formula, eps: Formula = V.eps) -> Formula:
    """The least delta at eps'."""
    return external(r"\delta", profile, eps, z, balls=enclosed_profile)


LOG = (Fraction(5, 4) / V.delta).log()
NOISE = [V.sigma > 0, V.sigma >= 2 * LOG * V.C / V.eps]
MULTIPLIER = says(
    spent(V.sigma) <= V.delta,
    given=NOISE,
    at=instance("C=1/10 sigma=2/5 eps=6") | {"delta": Fraction(1, 10**5)},
)
DEVIATION = says(
    spent(V.sigma / V.C) <= V.delta,
    given=[*NOISE, V.eps <= 1],
    at=instance("C=1 sigma=23/10 eps=1 delta=2/5"),
)

# Where it is enough -------------------------------------------------------------------------------
ODDS = (1 / (2 * V.delta)).log()
MARGIN = lemma(
    "adambc/margin-rises",
    V.eps * V.z - 1 / (2 * V.z) >= 2 * V.ell - V.eps / (4 * V.ell),
    given=[V.eps * V.z >= 2 * V.ell],
    by=Decide(),
)


def enough(z: Formula, condition: Formula) -> Draft:
    """The Gaussian mechanism with enough noise, for budgets that are not too large."""
    room = 2 * LOG - V.eps / (4 * LOG)
    proof = Derive(
        words(
            "Without its second term delta is P[Z > x] at x = epsilon z - 1/(2z), by "
            "margin-rises at least the number in the last two hypotheses, which is not "
            "negative; and P[Z > x] is at most exp(-x^2/2)/2 for x >= 0.",
            spent(z) <= (-(room**2) / 2).exp() / 2,
            cites=[MARGIN],
        ),
        multiply(monotone("exp", shown(-(room**2) / 2 <= -ODDS)), Fraction(1, 2)),
        shown((-ODDS).exp() / 2 == V.delta),
    )
    where = [condition, room >= 0, room**2 >= 2 * ODDS]
    # Without the last hypothesis.
    beyond = instance("C=1 sigma=107/5000 eps=1100") | {"delta": Fraction(1, 10**5)}
    return says(spent(z) <= V.delta, given=where, by=proof, forall="C", at=beyond)


REPAIRED = enough(V.sigma, V.sigma >= 2 * LOG / V.eps)
GAUSSIAN_MECHANISM = claim(
    "adambc/gaussian-mechanism",
    "App E",
    "noise for one (epsilon, delta)-DP step",
    {"multiplier": MULTIPLIER, "standard deviation": DEVIATION},
    repaired={"multiplier": REPAIRED},
    settings=EXPERIMENTS,
    notes=(
        # It is more noise than with the root.
        says((2 * LOG).sqrt() <= 2 * LOG, given=[4 * V.delta <= 3]),
        # At a budget of 20 with delta' = 1/2 it is not enough as a deviation either.
        says(number(Fraction(1, 2)) < spent(2 * number(Fraction(5, 2)).log() / 20, number(20))),
    ),
).rejects(
    "half the noise",
    REPAIRED.but(given=[V.sigma > 0, V.sigma >= LOG / 4 / V.eps, 2 * V.delta <= 1]),
)

CLAIMS = (GAUSSIAN_MECHANISM,)
