r"""Appendix C.2: what the last display calls the leading terms of (43).

Where the root in (43) decides, it is at most the sum of the roots of the terms of (42). The display
:math:`O(\cdot)` shows every parameter, so that its constant is a number.
"""

from fractions import Fraction as F

from verify.formula.expression import Node
from verify.judgement.exists import Escape
from verify.language.claim import Control, claim
from verify.language.notation import nonnegative, positive
from verify.language.says import at_most
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    C=positive("C", unit="1"),
    Delta=nonnegative(r"\Delta", unit="gradient^2", search=(0, 10)),
)
REST = 1 - V.tau1


def root(x: Node) -> Node:
    """The square root."""
    return x.function("sqrt")


CLIPPED = (V.L1 * (V.c + V.tau0) + V.L0) * V.d * V.c**2 * V.noise**2
FIRST_C = (V.Df + 1) * root(CLIPPED / (2 * V.T))
SECOND_C = 4 * (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**2 / REST**3 * root(2 / (V.T * CLIPPED))


def clipped_second(power: int) -> Node:
    """The second O of the display of C.2."""
    spread = (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**power / REST**3
    return V.C * root(root(2 / (V.T * CLIPPED)) * spread)


OF_FIRST_C = at_most(
    V,
    root(4 * FIRST_C),
    V.C * root(root((V.Df + 1) ** 2 * CLIPPED / (2 * V.T))),
    exists={"C": 2},
)
OF_SECOND_C = at_most(
    V,
    root(4 * SECOND_C),
    clipped_second(1),
    exists={"C": None},
    by=Escape(
        {
            "d": 1,
            "T": 1,
            "noise": 1,
            "c": 1,
            "tau0": V.C**2,
            "tau1": 0,
            "L0": 1,
            "L1": 0,
        }
    ),
)
SQUARE_C = OF_SECOND_C.but(right=clipped_second(2), exists={"C": 4}, by=None)
CLIPPED_ONE = {"d": 1, "T": 1, "noise": 1, "c": 1, "tau0": 1, "L0": 1, "L1": 0}
DISPLAY_34 = claim(
    "nsgd/thm-3.4-leading-terms",
    "App C.2, last display",
    "the leading terms of (43)",
    {"first term": OF_FIRST_C, "second term": OF_SECOND_C},
    repaired={"second term": SQUARE_C},
    elsewhere={
        "second term": ("(42)", SQUARE_C.but(right=V.C * root(SECOND_C / 4))),
    },
    notes=(
        # The root in (43) decides where Delta is small, for c > 1.
        at_most(
            V,
            2 * (V.c + 2 * V.tau0) / (V.tau0 * (V.c - 1)) * V.Delta,
            root(4 * V.Delta),
            where=[V.c > 1, V.Delta <= (V.tau0 * (V.c - 1) / (V.c + 2 * V.tau0)) ** 2],
        ),
    ),
    rejects=(
        Control(
            name="first term with constant 19/10",
            says=at_most(
                V,
                root(4 * FIRST_C),
                F(19, 10) * root(root((V.Df + 1) ** 2 * CLIPPED / (2 * V.T))),
                look=(CLIPPED_ONE | {"Df": 1},),
            ),
        ),
        Control(
            name="second term with constant 3",
            says=at_most(
                V,
                root(4 * SECOND_C),
                3 * root(SECOND_C / 4),
                look=(CLIPPED_ONE | {"tau1": 0},),
            ),
        ),
    ),
)

CLAIMS = (DISPLAY_34,)
