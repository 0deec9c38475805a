r"""Appendix B.2, (29) = (4), and C.2, (41) = (8): the step size and the two terms it balances.

A step size x costs :math:`D_f/(Tx)+xK/2`, with :math:`K=(L_1(r+\tau_0)+L_0)d\sigma^2` for
normalising and :math:`(L_1(c+\tau_0)+L_0)dc^2\sigma^2` for clipping. The printed step sizes do not
contain :math:`D_f`, and have not the unit of a step size. (41) is said to minimise the two
terms; (29) is set, and has the same form.
"""

from verify.language import Claim, Draft, Formula, claim, says
from verify.papers.nsgd.formulas.printed_theorems import K_C, K, step_size
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPED_RUNS, NORMALISED_RUNS


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
        # (D_f + 1)/(2 sqrt(D_f)) times as much.
        says(cost(step_size(K), K) * 2 * V.Df.sqrt() == (V.Df + 1) * least(K)),
    )


def against_the_minimum(said: Claim, K: Formula, printed: str) -> Claim:
    """The claim with the printed step size, the minimum and twice of it."""
    compared = "what it costs is compared with the cost of any step size"
    quoted = said.quoting(printed, reading=compared).repaired(right=least(K))
    return quoted.rejects("twice the minimum", right=2 * least(K))


EQ_29 = against_the_minimum(
    claim("nsgd/eq-29", "App B.2, (29); §3.2, (4)", "the step size of DP-NSGD as a minimiser").says(
        says(cost(V.eta, K) >= cost(step_size(K), K)),
        settings=NORMALISED_RUNS,
        ours=True,
        notes=notes(K),
    ),
    K,
    r"\eta=\sqrt{\frac{2}{(L_1(r+\tau_0)+L_0)Td\sigma^2}}",
)
EQ_41 = against_the_minimum(
    claim("nsgd/eq-41", "App C.2, (41); §3.3, (8)", "the step size of DP-SGD as a minimiser").says(
        says(cost(V.rate, K_C) >= cost(step_size(K_C), K_C)),
        settings=CLIPPED_RUNS,
        notes=notes(K_C),
    ),
    K_C,
    r"\eta=\sqrt{\frac{2}{(L_1(c+\tau_0)+L_0)Tdc^2\sigma^2}}",
)
