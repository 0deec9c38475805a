r"""Section 1, Table 1: the rates, as summaries of the bounds of Theorems 2 and 3.

The entries hide constants and logarithms: a constant C and :math:`\sqrt{\log(1/\delta)}` here. The
table's :math:`G^2` beside :math:`D_\sigma` measures a length in units of a gradient.
"""

from verify.language import Draft, Escape, Formula, claim, instance, number, says, symbols
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.results import thm_3

V = printed.V.extended(
    C=symbols.positive("C", unit="1", search=(0.1, 10)),
    R=symbols.positive("R", unit="gradient", search=(0.1, 9)),
)
HIDDEN = V.C * V.ell.sqrt()

# Convex ------------------------------------------------------------------------------------------
# The instance and the hypotheses of ``results/thm_2``: all records have Huber's
# function of slope G and curvature L of a coordinate that no smoothing changes, from a distance R.
LEAST = V.G * V.R - V.G**2 / (2 * V.L) - V.G**2 * (V.T - 1) / (2 * V.T.sqrt())
NUMBER = V.T == printed.thm_2_iterations(V.R**2)
GRADIENT = V.C * (V.d + 1) * (1 + 1 / V.C1) + 1


def convex(gamma: Formula) -> Draft:
    """The gap within the entry; without smoothing gamma = 1."""
    entry = (gamma * (V.R**2 + V.G**2) * V.d).sqrt() / (V.epsilon * V.n)
    family = instance("L=1/1 epsilon=10 mu=1/2 ell=10 b=1 n=100") | {
        "T": 10**4,
        "G": GRADIENT,
        "R": GRADIENT * (V.d / (10 * V.C1) - 1).sqrt(),
    }
    return says(
        LEAST <= HIDDEN * entry,
        given=[*runs.CONDITIONS, NUMBER],
        exists={"C1": None, "C": None},
        by=Escape(
            family=family | ({"gamma": 1} if gamma == V.gamma else {}), beyond={"d": 10**6 * V.C1}
        ),
    )


CONVEX_ROWS = {"DP-SGD": convex(number(1)), "DP-LSSGD": convex(V.gamma)}
CONVEX = claim("lssgd/table-1-convex", "Table 1", "Convex rates of the gap").says(
    CONVEX_ROWS, instead=dict.fromkeys(CONVEX_ROWS, runs.CONVEX_THEOREM)
)

# Nonconvex ---------------------------------------------------------------------------------------
# The instance of ``results/thm_3``, whose gradient is Gu with probability 1/2 or more. With
# smoothing G, L and D_F are fixed in it, so that the constant may depend on them; without, G grows.
LENGTH = thm_3.V.G / 2
ROOT = (thm_3.V.d * thm_3.V.ell).sqrt() / (thm_3.V.epsilon * thm_3.V.n)
STEEP = 1000 * (1 + thm_3.V.C1) * (1 + thm_3.V.C2)
NONCONVEX_ROWS = {
    "DP-SGD": thm_3.universal(
        LENGTH, thm_3.V.C2 * ROOT, thm_3.UNSMOOTHED, number(1), "C1", "C2", slope=STEEP
    ),
    "DP-LSSGD": thm_3.universal(
        LENGTH, thm_3.V.C2 * thm_3.V.beta.sqrt() * ROOT, thm_3.WHERE, 100 * thm_3.V.C2, "C1", "C2"
    ),
}
NONCONVEX = (
    claim("lssgd/table-1-nonconvex", "Table 1", "Nonconvex rates of the gradient")
    .says(
        NONCONVEX_ROWS,
        # Of the squared gradient, at an iterate that is drawn at random.
        instead=dict.fromkeys(NONCONVEX_ROWS, runs.SMOOTH_THEOREM),
    )
    .quoting(
        r"\sqrt{d}/(\epsilon n)",
        part="DP-SGD",
        reading=(
            "With one hidden constant for every $G$, as in the convex entries; whet"
            "her a constant that depends on $G$ serves is open."
        ),
    )
)
