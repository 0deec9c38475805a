r"""Section 3.3, Theorem 3.4, and Appendix C.2, (43).

**(9)** misses, like (5), what a start far out on a slope costs. **(43)** has the factor c - 1 of a
clipping norm and a pure number: for c < 1 its second entry is negative, and the first alone is
passed by the gradients on a slope of more than 4c (``lemmas/far_start``).

**Repaired** without c - 1, and under no condition but 2F < c (:mod:`dptheory.bounds.clipped`). The
repairs are tested on the slopes that refute (9) and (43). In general, :math:`E[\min]` of every run
whose descents are worth what the problem has is bounded by the same formula (note).
"""

from typing import Any

from dptheory.bounds.clipped import smallest_gradient_bound
from dptheory.bounds.nonconvex import Nonconvex
from verify.formula.evaluate import Undefined
from verify.judgement.exists import Escape
from verify.language import claim, external, instance, largest, says
from verify.papers.nsgd.formulas.printed_c import ALPHA_0, MIXED
from verify.papers.nsgd.formulas.printed_theorems import (
    BORDER,
    DELTA_42,
    POWER_C,
    STEP_C,
    bound_43,
    fourth_root,
)
from verify.papers.nsgd.lemmas import descent
from verify.papers.nsgd.lemmas.far_start import FAR_START, GAP_C, SMALLEST, V
from verify.papers.nsgd.results.lemma_a2 import EQ_19
from verify.papers.nsgd.settings import CLIPPED_RUNS


def bound_of_a_run(*arguments: Any) -> float:
    """The library's bound.

    Raises:
        Undefined: the floor reaches c/2, or c < 2b.
    """
    gap, l0, l1, tau0, tau1, c, eta, noise = map(float, arguments[:8])
    d, T = map(int, arguments[8:])
    try:
        problem = Nonconvex(gap, l0, l1, tau0, tau1)
        return float(smallest_gradient_bound(problem, c, eta, noise, d, T))
    except ValueError as error:
        raise Undefined(str(error)) from None


VANISHING = fourth_root((V.Df + 1) ** 2 * V.c**3 * V.d * V.noise**2 / V.T) + fourth_root(
    1 / (V.T * V.c**2 * (V.c + V.tau0) * V.d * V.noise**2)
)
SLOPE = 64 * (V.C + 1) ** 2
FAMILY = instance("tau0=1 tau1=0 L0=1 L1=7/5 d=1 noise=1/8 c=4") | {
    "slope": SLOPE,
    "Df": 6 * SLOPE * V.T.sqrt() - 1,
    "rate": 1 / V.T.sqrt(),
}
USED = [(V.rate == STEP_C), V.c > 2 * BORDER, V.Df >= GAP_C]
SAID = says(
    SMALLEST <= V.C * VANISHING,
    given=[*USED, V.T >= V.T0],
    exists={"C": None, "T0": None},
    by=Escape(FAMILY, beyond={"T": V.T0 + SLOPE**2}, cites=(FAR_START,)),
)

MOMENT = V.c**2 + POWER_C
FLOOR = V.rate * V.L1 * MOMENT / 2
KNOWN = (V.Df, V.L0, V.L1, V.tau0, V.tau1)
EXPLICIT = external("the explicit bound", bound_of_a_run, *KNOWN, V.c, V.rate, V.noise, V.d, V.T)
PROOF = (
    "(19) with |h g| <= c and the lemmas: where the gradient has norm s, a step descends by "
    "eta s (min(s, c/2) - F) - eta^2 L_0 c^2 (1 + d sigma^2)/2 at least, with the floor F. Summed "
    "until the first step with s <= F, and with the lemma on the smallest gradient at its best "
    "slope."
)
# On the slopes 3G/4 is at most E[min] (FAR_START), which is at most the bound.
CITED = (
    FAR_START,
    EQ_19,
    descent.CLIPPED_NEAR,
    descent.CLIPPED_FAR,
    descent.SMALLEST_GRADIENT,
    descent.BEST_SLOPE,
)
RANGE = [V.c >= 2 * BORDER, V.c > 2 * FLOOR]
# kappa: what D_f and the second order are worth per step.
WORTH = V.Df / (V.rate * V.T) + V.rate * V.L0 * MOMENT / 2
THM_3_4 = claim(
    "nsgd/thm-3.4",
    "§3.3, Thm 3.4, (8)-(9)",
    "convergence of DP-SGD, on the slopes that refute it",
    SAID,
    repaired=SAID.but(right=EXPLICIT, given=[*RANGE, V.Df >= GAP_C], exists=None).argued(
        PROOF, cites=CITED
    ),
    notes=(descent.of_a_run(FLOOR, V.c / 2, WORTH),),
    settings=CLIPPED_RUNS[2:3],
)

# Lemma C.2's condition at the alpha of (39).
ENOUGH = [
    V.rate * (6 * V.L1 * V.d * V.c * V.noise**2) <= ALPHA_0,
    V.rate * 2 * MIXED <= ALPHA_0 * (1 - V.tau1),
    V.rate * 4 * V.c * MIXED <= ALPHA_0 * V.tau0 * (1 - V.tau1),
]
# The paper's run at c = 2/5, with L_0 and tau_0 that it does not print.
ON_A_SLOPE = {name: CLIPPED_RUNS[1].values[name] for name in ("d", "T", "noise", "c")} | instance(
    "tau0=1/10 tau1=0/1 L0=1200/1 L1=0/1 rate=1/432000 slope=100/1 Df=93/20"
)
SAID_43 = says(SMALLEST <= largest(*bound_43(DELTA_42)), given=[*USED, *ENOUGH], at=ON_A_SLOPE)
EQ_43 = claim(
    "nsgd/eq-43",
    "App C.2, (43)",
    "explicit bound of DP-SGD, on the slopes that refute it",
    SAID_43,
    repaired=SAID_43.but(right=EXPLICIT, given=[*RANGE, V.Df >= GAP_C]).argued(PROOF, cites=CITED),
    settings=CLIPPED_RUNS[1:2],
)

CLAIMS = (THM_3_4, EQ_43)
