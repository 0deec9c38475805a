r"""Section 4: clipping, the penalty of the logistic regressions, and Figure 3.

A slope is that of a loss along one direction: h(w - a) of a quadratic, s + rw of a loss with slope
s and the penalty :math:`\frac r2w^2`.
"""

from fractions import Fraction

from verify.language import Escape, claim, largest, least, norm, number, quantity, says, symbols
from verify.papers.lssgd.notation import V as PAPER

CURVATURE = "loss/length^2"
V = PAPER.extended(
    h=symbols.positive("h", unit=CURVATURE, search=(0.1, 10)),
    w=symbols.real("w", unit="length", search=(-100, 100)),
    R=symbols.positive("R", unit="length", search=(0.1, 100)),
    s=symbols.between(-1, 1, "s", unit="gradient"),  # a loss that is 1-Lipschitz
    penalty=symbols.positive("r", unit=CURVATURE, search=(0.0001, 1)),
    C=symbols.positive("C", unit="gradient", search=(0.1, 10)),
    full=symbols.vector("d", r"\nabla f_i", unit="gradient"),
    x=symbols.positive("x", unit="gradient", search=(0.1, 10)),
)

# Clipping changes the release, not the objective: f = h w^2/2.
OBJECTIVE = says(
    abs(V.h * V.w) <= V.G, exists={"G": None}, by=Escape(family={"h": 1, "w": V.G + 1})
)
CLIPPED = says(norm(V.full) / largest(1, norm(V.full) / V.C) <= V.C)
CLIPPING = (
    claim("lssgd/clipping-lipschitz", "§4", "Clipping and the Lipschitz condition")
    .says(
        {"the objective functions": OBJECTIVE},
        # What is released of a record is at most C long.
        instead={"the objective functions": CLIPPED},
        # Slopes x, x and -2x: at the minimiser of F the clipped ones do not cancel.
        notes=(says(number(0) < 2 * least(V.x, V.C) - least(2 * V.x, V.C), given=["C < 2 * x"]),),
    )
    .rejects("half as long", CLIPPED.but(right=V.C / 2))
)

PRINTED = Fraction(1, 10**4)
BOUND = quantity(1, "gradient")
REGULARISED = says(
    abs(V.s + V.penalty * V.w) <= V.G,
    exists={"G": None},
    # The penalty of the experiments.
    by=Escape(family={"s": 0, "penalty": PRINTED, "w": (V.G + 1) / PRINTED}),
)
IN_A_BALL = says(abs(V.s + V.penalty * V.w) <= BOUND + V.penalty * V.R, given=[abs(V.w) <= V.R])
PENALTY = (
    claim(
        "lssgd/regularised-lipschitz",
        "§4.1 with Thms 1-3",
        "The Lipschitz constant with the penalty",
    )
    .says(
        REGULARISED,
        # Weights in a ball.
        repaired=IN_A_BALL,
    )
    .rejects("half of the penalty", IN_A_BALL.but(right=BOUND + V.penalty * V.R / 2))
)

FIG_3 = claim("lssgd/fig-3-oscillation", "§4.1, Fig 3", "Losses of DP-SGD and DP-LSSGD").says(
    {}, needs_data=("MNIST logistic regression, Figure 3",)
)
