"""Section 4.2, (33), Theorem 4.3, (34), and the noise schedule of DP-MASG."""

from fractions import Fraction
from typing import Any

from dptheory.optimizers.stage_plans import Stage, stages
from verify.display.latex import tex
from verify.language import agrees, claim, instance, natural, says
from verify.language.formulas import entries, external, number, total
from verify.methods.derivation.sums import sum_over, telescope
from verify.methods.derive import Derive, add, chain, shown, turned_round, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.lemmas import nesterov_step
from verify.papers.accelerated.lemmas.nesterov import V, masg_error, masg_value, weight_34
from verify.papers.accelerated.lemmas.section_4 import MINIMUM
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.results.thm_4_1 import THM_4_1

# (33) -------------------------------------------------------------------------------------------
TOTALS = {2: 53, 3: 133, 4: 293, 5: 613}  # K: T in Figure 2
U = symbols.V.extended(
    n1=natural("n_1", search=(1, 60)), p=natural("p", search=(1, 3)), k=natural("k", search=(1, 5))
)
STAGE = (U.mu, U.L, U.n1, U.p, U.k)
EVERY_STAGE = 10**100  # iterations, so that no stage that is drawn is cut off


def library_stage(mu: Any, L: Any, n1: Any, p: Any, k: Any) -> Stage:
    """The library's stage k."""
    return stages(EVERY_STAGE, Fraction(mu), Fraction(L), first_stage=int(n1), p=int(p))[int(k) - 1]


# T after K stages at kappa = 20, p = 1.
LATER = r"\sum_{k=2}^{%d}2^k\lceil\sqrt{20}\ln(2^{1+2})\rceil"
LENGTHS = (tex(U, f"n_1+{LATER % K}") for K in TOTALS)
EQ_33 = (
    claim("accelerated/eq-33", "§4.2, (33); Fig 2", "Stages of DP-MASG")
    .says(
        says(entries(*LENGTHS) == entries(*tuple(TOTALS.values())), exists={"n1": 13}),
        notes=(
            agrees(
                tex(U, r"2^k\lceil\sqrt{\frac{L}{\mu}}\ln(2^{p+2})\rceil")
                == external("n_k", lambda *values: library_stage(*values).iterations, *STAGE),
                given=["mu <= L", "k >= 2"],
            ),
            agrees(
                tex(U, r"\frac{1}{2^{2k}L}")
                == external(r"\alpha^{(k)}", lambda *values: library_stage(*values).alpha, *STAGE),
                given=["mu <= L", "k >= 2"],
            ),
        ),
    )
    .quoting(
        r"n_k=2^k\lceil\sqrt\kappa\ln(2^{p+2})\rceil",
        reading="its sums over the stages of Figure 2, where $\\kappa=20$ and $p=1$, are to be the "
        "lengths at which the four panels end, for one $n_1$, which the paper does not print",
    )
)

# (34) -------------------------------------------------------------------------------------------
NOISE = total(i, 1, V.T, weight_34(i) * (V.b[i] ** 2 * V.d + V.sampling / 2))
START = weight_34(0) * masg_error(0)
# One step of size 1/L, which reaches the minimiser of L x^2/2.
PLAIN = instance("d=1 T=1 n1=1 p=1 mu=1 L=4 x0=(1,) sampling=0")
LOOK = tuple(PLAIN | {"F": (F,), "b": (Fraction(1, 10),)} for F in (1, 4))
EQUALITY = says(masg_error(V.T) == START + NOISE, given=["mu <= L"], at=LOOK)
BOUND = says(masg_error(V.T) <= START + NOISE, given=["mu <= L"], at=LOOK)
ADDED = weight_34(i) * (V.b[i] ** 2 * V.d + V.sampling / 2)
RISE = masg_value(i) - masg_value(i - 1)
ONE_STEP = words(
    "Within a stage the Lyapunov value falls as in thm-4.1. At the start of a stage, at rest, it "
    "is at most twice the error (value-at-rest), and the error at most the value at the end of the "
    "stage before: that is the factor 2 of a new s_i.",
    RISE <= ADDED,
    cites=[THM_4_1, nesterov_step.ONE_STEP, nesterov_step.AT_REST],
)
AT_START = words("value-at-rest", masg_value(0) <= 2 * START, cites=[nesterov_step.AT_REST])
AT_END = words("V_T is F(x_T) - F* and a square.", masg_error(V.T) <= masg_value(V.T))
RISES = telescope(i, 1, V.T, -masg_value(i - 1), shown(RISE == RISE))
STAGES = Derive(
    add(
        chain(turned_round(RISES), sum_over(i, 1, V.T, ONE_STEP)),
        AT_START,
        AT_END,
        shown(-masg_value(V.T) == -masg_value(V.T)),
    )
)
TRUE = BOUND.but(right=2 * START + NOISE, by=STAGES)
THM_4_3 = (
    claim("accelerated/thm-4.3", "§4.2, Thm 4.3, (34)", "Error bound of DP-MASG")
    .says(BOUND, repaired=TRUE)
    .quoting(
        r"E_T=\left[2^{s_T-s_0}\prod_{i=1}^T(1-\sqrt{\mu\alpha^{(s_i)}})"
        r"\right]E_0+\sum_{t=1}^T2^{s_T-s_t}\left[\prod_{i=t+1}^T(1-\sqrt{\mu"
        r"\alpha^{(s_i)}})\right]\alpha^{(s_t)}(1+\alpha^{(s_t)}L)\left(b_t^2d+"
        r"\sigma_s^2(m,n)/2\right)",
        reading=(
            "as an upper bound, which the sentences before and after (34) call it; "
            "the weights are letters that are computed from these products, with $s"
            "_0=1$"
        ),
    )
    .quoting(
        r"a_{T,t}=2^{s_T-s_t}\left[\prod_{i=t+1}^T(1-\sqrt{\mu\alpha^{(s_i)}})"
        r"\right]\alpha^{(s_t)}(1+\alpha^{(s_t)}L)",
        reading="a letter of the bound, computed from this",
    )
    .quoting(
        r"\alpha^{(k)}=\frac1{2^{2k}L}", reading="the step sizes of the run whose error is tested"
    )
    .quoting(
        r"\alpha^{(1)}=\frac1L",
        reading="the step size of the first stage of the run whose error is tested",
    )
    .rejects("the equality, as printed", EQUALITY, by=None)
)

# The schedule of DP-MASG -------------------------------------------------------------------------
# A factor of the weights (34), by all of which (31) divides.
FACTOR = says(number(0) < tex(V, r"1-\sqrt{\mu\alpha}"), given=["alpha * L <= 1", "mu <= L"])


def fall(first: Any, second: Any) -> Any:
    """a_{T,t}/a_{T,t+1} of (34) where a stage ends at t, from the two step sizes."""
    weights = [alpha * (1 + alpha * V.L) for alpha in (first, second)]
    return 2 * (1 - (V.mu * second).sqrt()) * weights[0] / weights[1]


MASG_SCHEDULE = (
    claim(
        "accelerated/masg-variance-schedule",
        "§4.2, (31) with a_{T,t} of (34)",
        "Noise schedule of DP-MASG",
    )
    .says(
        {"(31) divides by no 0": FACTOR, "(31) has the least noise": MINIMUM},
        notes=(
            # The cube of the jump of b_t: after the first stage, and after the others.
            says(fall(1 / V.L, 1 / (16 * V.L)) >= Fraction(768, 17), given=["mu <= L"]),
            says(
                fall(V.alpha, V.alpha / 4) >= Fraction(476, 65),
                given=["mu <= L", "alpha * L <= 1/16"],
            ),
        ),
    )
    .repaired(part="(31) divides by no 0", also=["mu < L"])
)
