r"""The rate LMI of the heavy ball on :math:`\mathcal S_{\mu,L}`, as docs/lmi.md states it.

It is (22) of Kuru et al. (2020) with the right sign of B and a normalisation: its trivial solution
P = 0, c = c_0 = 0 certifies nothing. With :math:`s\le P_{11}-P_{12}^2/P_{22}` the constant
:math:`c+2s/L` is what V dominates F - F* by, and it must be positive.
"""

from fractions import Fraction as F

from verify.expression import Node, below, lift
from verify.notation import between
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated import printed

V = symbols.V.extended(beta=between(0, 1, r"\beta", unit="1", ends="[)"))
NORMALISED = (
    V("mu <= L"),
    V("P11 * P22 - P12**2 >= 0"),
    V("(P11 - s) * P22 - P12**2 >= 0"),
    V("s <= P11"),
    V("c + 2 * s / L > 0"),
)


def lmi() -> Node:
    """The matrix inequality."""
    P = lift(((V.P11, V.P12), (V.P12, V.P22)))
    AB = lift(((1 + V.beta, -V.beta, -V.alpha), (1, 0, 0)))
    old = lift(((V.P11, V.P12, 0), (V.P12, V.P22, 0), (0, 0, 0)))
    X0, X1, X2 = map(
        lift, (printed.x_0(V.mu, V.L), printed.x_1(V.alpha, V.beta, V.L), printed.x_2(V.mu))
    )
    left = V.c0 * X0 + V.c * (X1 + (1 - V.rho**2) * X2)
    return below(AB.T @ P @ AB - V.rho**2 * old, left)


SOLVED = (*NORMALISED, lmi())
NAMES = ("alpha", "beta", "L", "rho", "P11", "P12", "P22", "c0", "c", "s", "mu")
# Solutions, rounded from those of the rate solver.
SOLUTIONS = tuple(
    dict(zip(NAMES, map(F, text.split()), strict=True))
    for text in (
        "1/2 1/4 2 17/25 4/5 -1/5 1/5 2/9 0 3/5 1",
        "1/4 1/2 4 47/50 25/69 -16/53 23/66 1/100 24/83 1/10 1",
        "1/8 1/5 8 43/50 132/173 -31/111 22/131 1/164 13/188 1/4 1",
        "1/4 1/3 4 9/10 4039/15646 -5540/19951 5060/16091 124/19599 1 0 1",
        "1 1/5 9/4 24/25 1 2/11 1/5 7/10 0 11/15 1",
        "3/2 1/5 3/2 89/100 41/91 11/98 9/100 1 0 17/80 1",
        "1/250 1/2 100 199/200 1 -829/1250 2461/5000 33/2500000 7/5000 1/10 1",
    )
)
