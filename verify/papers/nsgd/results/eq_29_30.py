r"""Appendix B.2, (29) = (4) and (30), and C.2, (41) = (8) and (42): step sizes, and bounds at them.

A step size x costs :math:`D_f/(Tx)+xK/2`, with :math:`K=(L_1(r+\tau_0)+L_0)d\sigma^2` for
normalising and :math:`(L_1(c+\tau_0)+L_0)dc^2\sigma^2` for clipping. The printed step sizes do not
contain :math:`D_f`, and have not the unit of a step size. (41) is said to minimise the two
terms; (29) is set, and has the same form.

The averaged inequality has :math:`L_0(1-\tau_1)` where (30) and (42) have :math:`L_0`, and the
share of steps with a small gradient where (30) has 1. That (30) and (42) add 1 to :math:`D_f` comes
from step sizes that do not contain it.
"""

from verify.language import Claim, Draft, Formula, between, claim, says
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.formulas.printed_theorems import K_C, REST, K, step_size
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPED_RUNS, NORMALISED_RUNS

V = PAPER.extended(share=between(0, 1, r"\frac{\vert\mathcal{U}^c\vert}{T}", unit="1"))


def cost(step: Formula, K: Formula) -> Formula:
    """The first two terms of the averaged inequality."""
    return V.Df / (V.T * step) + step * K / 2


def least(K: Formula) -> Formula:
    """The least cost, at sqrt(D_f) times the printed step size."""
    return (2 * V.Df * K / V.T).sqrt()


def notes(K: Formula) -> tuple[Draft, Draft]:
    """That this cost is attained, and what the printed step size costs against it."""
    return (
        says(cost(V.Df.sqrt() * step_size(K), K) == least(K), given=[V.Df > 0]),
        says(cost(step_size(K), K) / least(K) == (V.Df + 1) / (2 * V.Df.sqrt()), given=[V.Df > 0]),
    )


def against_the_minimum(said: Claim, K: Formula) -> Claim:
    """The claim with the minimum in place of the printed step size's cost, and twice of it."""
    return said.repaired(right=least(K)).rejects("twice the minimum", right=2 * least(K))


EQ_29 = against_the_minimum(
    claim("nsgd/eq-29", "App B.2, (29); §3.2, (4)", "The step size of DP-NSGD as a minimiser").says(
        says(cost(V.eta, K) >= cost(step_size(K), K)),
        settings=NORMALISED_RUNS,
        ours=True,
        notes=notes(K),
    ),
    K,
)
EQ_41 = against_the_minimum(
    claim("nsgd/eq-41", "App C.2, (41); §3.3, (8)", "The step size of DP-SGD as a minimiser").says(
        says(cost(V.rate, K_C) >= cost(step_size(K_C), K_C)),
        settings=CLIPPED_RUNS,
        notes=notes(K_C),
    ),
    K_C,
)

SPREAD = 3 * V.tau0**2 / (2 * V.r**2 * REST**3)
SPREAD_C = 4 * V.tau0**2 / REST**3


def leading(K: Formula) -> Formula:
    """The first term of (30) and (42)."""
    return (V.Df + 1) * (K / (2 * V.T)).sqrt()


def term_by_term(said: Claim, K: Formula, printed: str) -> Claim:
    """The claim with the printed bound, and a smaller first term."""
    reading = (
        "Term by term, a part each: the term of the averaged inequality (the sum over the run, "
        "divided by the step size and the number of steps) at the printed step size, against the "
        "printed term"
    )
    smaller = leading(K) * (2 * V.Df + 1) / (2 * V.Df + 2)
    quoted = said.quoting(printed, part="first term", reading=reading)
    return quoted.rejects("D_f + 1/2", part="first term", right=smaller)


# The second term of the averaged inequality, and that of (30) and (42).
SECOND = step_size(K) * SPREAD * (V.L0 * REST + V.L1 * V.tau0)
SECOND_30 = SPREAD * (V.L0 + V.L1 * V.tau0) * step_size(K)
SECOND_C = step_size(K_C) * SPREAD_C * (V.L0 * REST + 2 * V.L1 * V.tau0)
SECOND_42 = SPREAD_C * (V.L0 + 2 * V.L1 * V.tau0) * step_size(K_C)
EQ_30 = term_by_term(
    claim("nsgd/eq-30", "App B.2, (30)", "The bound at the printed step size").says(
        {
            "first term": says(cost(step_size(K), K) == leading(K)),
            "second term": says(SECOND <= SECOND_30),
            "third term": says(LOSS_18 * V.share <= LOSS_18),
        },
        settings=NORMALISED_RUNS,
        notes=(says(SECOND_30 - SECOND == SPREAD * V.L0 * V.tau1 * step_size(K)),),
    ),
    K,
    r"\Delta=(D_f+1)\sqrt{\frac{(L_1(r+\tau_0)+L_0)d\sigma^2}{2T}}+\frac{3(L_0"
    r"+L_1\tau_0)\tau_0^2}{2r^2(1-\tau_1)^3}\sqrt{\frac2{(L_1(r+\tau_0)"
    r"+L_0)Td\sigma^2}}+\frac{4\tau_0^3}{r(r+\tau_0)(1-\tau_1)^3}",
)
EQ_42 = term_by_term(
    claim("nsgd/eq-42", "App C.2, (42)", "The bound at the printed step size of DP-SGD").says(
        {
            "first term": says(cost(step_size(K_C), K_C) == leading(K_C)),
            "second term": says(SECOND_C <= SECOND_42),
        },
        settings=CLIPPED_RUNS,
        notes=(says(SECOND_42 - SECOND_C == SPREAD_C * V.L0 * V.tau1 * step_size(K_C)),),
    ),
    K_C,
    r"\Delta=(D_f+1)\sqrt{\frac{(L_1(c+\tau_0)+L_0)dc^2\sigma^2}{2T}}+\frac{4(L_0"
    r"+2L_1\tau_0)\tau_0^2}{(1-\tau_1)^3}\sqrt{\frac2{(L_1(c+\tau_0)"
    r"+L_0)Tdc^2\sigma^2}}",
)
