r"""Section 1, Table 1: the rates, as summaries of the bounds of Theorems 2 and 3.

The entries hide constants and logarithms: a constant C and :math:`\sqrt{\log(1/\delta)}` here. The
table's :math:`G^2` beside :math:`D_\sigma` measures a length in units of a gradient.
"""

from verify.judgement.exists import Escape
from verify.language import Draft, Formula, ceil, claim, instance, number, says, symbols
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.lemmas import runs

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
CONVEX = claim(
    "lssgd/table-1-convex",
    "Table 1",
    "convex rates of the gap",
    CONVEX_ROWS,
    instead=dict.fromkeys(CONVEX_ROWS, runs.CONVEX_THEOREM),
)

# Nonconvex ---------------------------------------------------------------------------------------


def nonconvex(beta: Formula) -> Draft:
    """The root of Theorem 3's bound, which is one of the squared norm, within the entry."""
    entry = (beta * V.d).sqrt() / (V.epsilon * V.n)
    family = instance("d=1 b=1 epsilon=1 ell=1 drop=1 L=1/1 G=1")
    return says(
        bound(beta).sqrt() <= HIDDEN * entry,
        exists={"C": None},
        by=Escape(
            family=family | {"n": ceil(V.C**2 + 1)} | ({"beta": 1} if beta == V.beta else {})
        ),
    )


def bound(beta: Formula) -> Formula:
    """Theorem 3: the bound of the squared norm."""
    inside = beta * V.d * V.L * (2 * V.drop + V.L * V.G**2 / V.b) * V.ell
    return V.G * inside.sqrt() / (V.n * V.epsilon)


def squared(beta: Formula) -> Draft:
    """The root of the entry, times what the loss contributes."""
    entry = (beta * V.d).sqrt() / (V.epsilon * V.n)
    loss = V.G * (V.L * (2 * V.drop + V.L * V.G**2 / V.b)).sqrt()
    return nonconvex(beta).but(right=(loss * HIDDEN * entry).sqrt(), exists={"C": 1}, by=None)


NONCONVEX = claim(
    "lssgd/table-1-nonconvex",
    "Table 1",
    "nonconvex rates, from Theorem 3",
    {"DP-SGD": nonconvex(number(1)), "DP-LSSGD": nonconvex(V.beta)},
    repaired={"DP-SGD": squared(number(1)), "DP-LSSGD": squared(V.beta)},
)

CLAIMS = (CONVEX, NONCONVEX)
