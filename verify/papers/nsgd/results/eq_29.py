r"""Appendix B.2, (29) = (4), and C.2, (41) = (8): the step size and the two terms it balances.

A step size x costs :math:`D_f/(Tx)+xK/2`, with :math:`K=(L_1(r+\tau_0)+L_0)d\sigma^2` for
normalising and :math:`(L_1(c+\tau_0)+L_0)dc^2\sigma^2` for clipping. The printed step sizes do not
contain :math:`D_f`, and have not the unit of a step size. (41) is said to minimise the two
terms; (29) is set, and has the same form.
"""

from verify.language import Draft, Formula, claim, says
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPED_RUNS, NORMALISED_RUNS

NORMALISED = (V.L1 * (V.r + V.tau0) + V.L0) * V.d * V.noise**2
CLIPPED = (V.L1 * (V.c + V.tau0) + V.L0) * V.d * V.c**2 * V.noise**2


def cost(step: Formula, curvature: Formula) -> Formula:
    """The first two terms of the averaged inequality."""
    return V.Df / (V.T * step) + step * curvature / 2


def printed(curvature: Formula) -> Formula:
    """The step size as printed in (29) and (41)."""
    return (2 / (V.T * curvature)).function("sqrt")


def minimum(curvature: Formula) -> Formula:
    """The least cost, at sqrt(D_f) times the printed step size."""
    return (2 * V.Df * curvature / V.T).function("sqrt")


def least(step: Formula, curvature: Formula) -> Draft:
    """No step size costs less than the printed one."""
    return says(cost(step, curvature) >= cost(printed(curvature), curvature))


def repaired(draft: Draft, curvature: Formula) -> Draft:
    """No step size costs less than the minimum."""
    return draft.but(right=minimum(curvature))


def excess(curvature: Formula) -> Draft:
    """What the printed step size costs against the minimum: (D_f + 1)/(2 sqrt(D_f))."""
    return says(
        cost(printed(curvature), curvature) * 2 * V.Df.function("sqrt")
        == (V.Df + 1) * minimum(curvature)
    )


def attained(curvature: Formula) -> Draft:
    """The minimum is the cost of sqrt(D_f) times the printed step size."""
    step = V.Df.function("sqrt") * printed(curvature)
    return says(cost(step, curvature) == minimum(curvature), given=[V.Df > 0])


OF_29 = least(V.eta, NORMALISED)
OF_41 = least(V.rate, CLIPPED)
EQ_29 = claim(
    "nsgd/eq-29",
    "App B.2, (29); §3.2, (4)",
    "the step size of DP-NSGD as a minimiser",
    OF_29,
    repaired=repaired(OF_29, NORMALISED),
    settings=NORMALISED_RUNS,
    ours=True,
    notes=(attained(NORMALISED), excess(NORMALISED)),
).rejects("twice the minimum", right=2 * minimum(NORMALISED))
EQ_41 = claim(
    "nsgd/eq-41",
    "App C.2, (41); §3.3, (8)",
    "the step size of DP-SGD as a minimiser",
    OF_41,
    repaired=repaired(OF_41, CLIPPED),
    settings=CLIPPED_RUNS,
    notes=(attained(CLIPPED), excess(CLIPPED)),
).rejects("twice the minimum", right=2 * minimum(CLIPPED))

CLAIMS = (EQ_29, EQ_41)
