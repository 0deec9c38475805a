r"""Section 3.2, Theorem 3.2.

**Printed.** (5) keeps the square root of (31) and of its linear entry only what T leaves: for a
start far out on a slope (``lemmas/far_start``) the gradient norm grows like
:math:`D_f/\sqrt T`, however large T is. The family has fixed :math:`\tau_0,\tau_1,L_0,L_1`, on
which C may depend, and fixed :math:`\sigma,d,r`, on which the least T may depend.

**Repaired.** No condition but :math:`F<b=\tau_0/(1-\tau_1)`, and a lasting floor of at most an
eighth of the printed one (:mod:`dptheory.bounds.normalised`). The repair is tested on the slopes
that refute (5). In general, :math:`E[\min]` of every run whose descents are worth what the problem
has is bounded by the same formula (note). F < b leaves out :math:`\tau_0<r\le b`.
"""

from typing import Any

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.bounds.normalised import smallest_gradient_bound
from verify.formula.evaluate import Undefined
from verify.judgement.exists import Escape
from verify.language import claim, external, instance, says
from verify.papers.nsgd.formulas.printed_theorems import BORDER, FLOOR_5, POWER, STEP, VANISHING_5
from verify.papers.nsgd.lemmas import descent
from verify.papers.nsgd.lemmas.far_start import FAR_START, GAP, SMALLEST, V
from verify.papers.nsgd.results.lemma_a2 import EQ_12
from verify.papers.nsgd.settings import NORMALISED_RUNS


def bound_of_a_run(*arguments: Any) -> float:
    """The library's bound.

    Raises:
        Undefined: the floor reaches the border.
    """
    gap, l0, l1, tau0, tau1, r, eta, noise = map(float, arguments[:8])
    d, T = map(int, arguments[8:])
    try:
        problem = Nonconvex(gap, l0, l1, tau0, tau1)
        return float(smallest_gradient_bound(problem, r, eta, noise, d, T))
    except ValueError as error:
        raise Undefined(str(error)) from None


SLOPE = 64 * (V.C + 1) ** 2
FAMILY = instance("tau0=1 tau1=0 L0=1 L1=1 d=2 noise=1/4 r=2") | {
    "slope": SLOPE,
    "eta": 2 / V.T.sqrt(),
    "Df": 4 * SLOPE * V.T.sqrt() - 1,
}
SAID = says(
    SMALLEST <= V.C * VANISHING_5 + FLOOR_5,
    given=[(V.eta == STEP), V.r > V.tau0, V.T >= V.T0, V.Df >= GAP],
    exists={"C": None, "T0": None},
    by=Escape(FAMILY, beyond={"T": V.T0 + SLOPE**2}, cites=(FAR_START,)),
)

MOMENT, SCALE = 1 + POWER, V.r + 2 * BORDER
FLOOR = BORDER**2 / V.r + V.eta * V.L1 * MOMENT * SCALE / 2
KNOWN = (V.Df, V.L0, V.L1, V.tau0, V.tau1)
RUN = (V.r, V.eta, V.noise, V.d, V.T)
EXPLICIT = external("the explicit bound", bound_of_a_run, *KNOWN, *RUN)
PROOF = (
    "(12) with |h g| < 1 and the lemmas: where the gradient has norm s, a step descends by "
    "eta s (min(s, b) - F)/(r + 2b) - eta^2 L_0 (1 + d sigma^2)/2 at least, with b = tau_0/(1 - "
    "tau_1) and the floor F. Summed until the first step with s <= F, and with the lemma on the "
    "smallest gradient at its best slope."
)
TRUE = SAID.but(right=EXPLICIT, given=[FLOOR < BORDER, V.Df >= GAP], exists=None).argued(
    PROOF,
    cites=[
        FAR_START,  # on the slopes 3G/4 is at most E[min]
        EQ_12,
        descent.NEAR,
        descent.FAR,
        descent.SMALLEST_GRADIENT,
        descent.BEST_SLOPE,
    ],
)
# kappa: what D_f and the second order are worth per step.
WORTH = SCALE * (V.Df / (V.eta * V.T) + V.eta * V.L0 * MOMENT / 2)
THM_3_2 = claim(
    "nsgd/thm-3.2",
    "§3.2, Thm 3.2, (4)-(5)",
    "convergence of DP-NSGD, on the slopes that refute it",
    SAID,
    repaired=TRUE,
    notes=(descent.of_a_run(FLOOR, BORDER, WORTH),),
    settings=NORMALISED_RUNS[-1:],
)

CLAIMS = (THM_3_2,)
