r"""Appendix F, discussion: the expansion of E[X/Y], and how alike the two updates are.

X and Y are :math:`EX+e_1` and :math:`EY+e_2` with a centred pair e.
"""

from fractions import Fraction as F

from verify.language import Formula, behaves, claim, expectation, index, law, positive, real, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.adambc.formulas.printed_f import W
from verify.papers.adambc.formulas.printed_tables import entry
from verify.papers.adambc.notation import SQUARE

V = W.extended(
    x=real("E[X]", unit=SQUARE, search=(-2, 2)),
    y=positive("E[Y]", unit=SQUARE, search=(0.1, 4)),
    P=law("P", unit=SQUARE, dimension=2),
    dx=real("e_1", unit=SQUARE, search=(-2, 2)),
    dy=real("e_2", unit=SQUARE, search=(-2, 2)),
)
e = index("e")


def second_order(dx: Formula, dy: Formula) -> Formula:
    """The Taylor polynomial of X/Y at the means."""
    linear = V.x / V.y + dx / V.y - V.x * dy / V.y**2
    return linear - dx * dy / V.y**2 + V.x * dy**2 / V.y**3


COV, VAR = expectation(V.P, e, e[1] * e[2]), expectation(V.P, e, e[2] ** 2)
RATIO_EXPANSION = (
    claim("adambc/ratio-expansion", "App F, discussion", "Expansion of a ratio's mean")
    .says(
        says(
            V.x / V.y - COV / V.y**2 + VAR / V.y**3 == expectation(V.P, e, second_order(e[1], e[2]))
        ),
        notes=(
            says(
                (V.x + V.dx) / (V.y + V.dy) - second_order(V.dx, V.dy)
                == V.dy**2 * (V.dx - V.x * V.dy / V.y) / (V.y**2 * (V.y + V.dy)),
                given=[V.y + V.dy > 0],
            ),
        ),
    )
    .quoting(
        r"E[X/Y]\approx\frac{E X}{E Y}-\frac{Cov(X,Y)}{E[Y]^2}+\frac{Var(Y)}{E[Y]^3}",
        reading="Its right side is tested, against the mean of all terms up to the second order in "
        r"$e_1=X-E[X]$ and $e_2=Y-E[Y]$.",
    )
    .repaired(left=V.x / V.y - COV / V.y**2 + V.x * VAR / V.y**3)
)

# Table 2: the updates of DP-Adam and of DP-AdamBC, SNLI at t = 10000.
QUARTILES = {
    f"Table 2, {column}": (entry("update^p", column), entry("update^corr", column))
    for column in ("Min", "Q1", "Q3", "Max")
}
STEPS, DECAY = 10**4, F(999, 1000)


def squared(cell: str, _: Context) -> Ratio:
    """The squared update of DP-Adam over that of DP-AdamBC."""
    adam, corrected = QUARTILES[cell]
    value = float(adam / corrected) ** 2
    return Ratio(value=value, low=value, high=value, data_sets=None)


def leading(cell: str, _: Context) -> Ratio:
    """E[g^2]/E[v] over E[g^2]/E[v - Phi] for gradients 0, v the sum of App F."""
    weights = (1 - DECAY**STEPS) / (1 - DECAY)
    value = float((weights - 1) / weights)
    return Ratio(value=value, low=value, high=value, data_sets=None)


SIMILAR = claim(
    "adambc/update-norms-similar",
    "App F, discussion",
    "Leading term of the sizes of the two updates in the proofs",
).says(
    # "Under such analysis settings": v is the sum of the proofs, not the mean of Algorithm 1.
    behaves("about", ("gradients 0",), leading),
    # The updates of Algorithm 1 are not alike: those of DP-Adam are much smaller.
    notes=(behaves("much less", tuple(QUARTILES), squared),),
)
