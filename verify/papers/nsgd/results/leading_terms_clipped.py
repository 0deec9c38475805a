r"""Appendix C.2: what the last display calls the leading terms of (43).

Where the root in (43) decides, it is at most the sum of the roots of the terms of (42). The display
:math:`O(\cdot)` shows every parameter, so that its constant is a number.
"""

from fractions import Fraction as F

from verify.judgement.exists import Escape
from verify.language import Formula, claim, instance, nonnegative, positive, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    C=positive("C", unit="1"), Delta=nonnegative(r"\Delta", unit="gradient^2", search=(0, 10))
)
REST = 1 - V.tau1


def root(x: Formula) -> Formula:
    """The square root."""
    return x.sqrt()


CLIPPED = (V.L1 * (V.c + V.tau0) + V.L0) * V.d * V.c**2 * V.noise**2
FIRST_C = (V.Df + 1) * root(CLIPPED / (2 * V.T))
SECOND_C = 4 * (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**2 / REST**3 * root(2 / (V.T * CLIPPED))


def clipped_second(power: int) -> Formula:
    """The second O of the display of C.2."""
    spread = (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**power / REST**3
    return V.C * root(root(2 / (V.T * CLIPPED)) * spread)


OF_FIRST_C = says(
    root(4 * FIRST_C) <= V.C * root(root((V.Df + 1) ** 2 * CLIPPED / (2 * V.T))), exists={"C": 2}
)
OF_SECOND_C = says(
    root(4 * SECOND_C) <= clipped_second(1),
    exists={"C": None},
    by=Escape({"d": 1, "T": 1, "noise": 1, "c": 1, "tau0": V.C**2, "tau1": 0, "L0": 1, "L1": 0}),
)
SQUARE_C = OF_SECOND_C.but(right=clipped_second(2), exists={"C": 4}, by=None)
CLIPPED_ONE = instance("d=1 T=1 noise=1 c=1 tau0=1 L0=1 L1=0")
DISPLAY_34 = (
    claim(
        "nsgd/thm-3.4-leading-terms",
        "App C.2, last display",
        "the leading terms of (43)",
        {"first term": OF_FIRST_C, "second term": OF_SECOND_C},
        repaired={"second term": SQUARE_C},
        elsewhere={"second term": ("(42)", SQUARE_C.but(right=V.C * root(SECOND_C / 4)))},
        notes=(
            # The root in (43) decides where Delta is small, for c > 1.
            says(
                2 * (V.c + 2 * V.tau0) / (V.tau0 * (V.c - 1)) * V.Delta <= root(4 * V.Delta),
                given=[V.c > 1, V.Delta <= (V.tau0 * (V.c - 1) / (V.c + 2 * V.tau0)) ** 2],
            ),
        ),
    )
    .rejects(
        "first term with constant 19/10",
        says(
            root(4 * FIRST_C) <= F(19, 10) * root(root((V.Df + 1) ** 2 * CLIPPED / (2 * V.T))),
            at=CLIPPED_ONE | instance("Df=1"),
        ),
    )
    .rejects(
        "second term with constant 3",
        says(root(4 * SECOND_C) <= 3 * root(SECOND_C / 4), at=CLIPPED_ONE | instance("tau1=0")),
    )
)

CLAIMS = (DISPLAY_34,)
