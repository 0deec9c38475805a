r"""Appendix C.2: what the last display calls the leading terms of (43).

Where the root in (43) decides, it is at most the sum of the roots of the terms of (42). The display
:math:`O(\cdot)` shows every parameter, so that its constant is a number.
"""

from fractions import Fraction as F

from verify.language import Escape, Formula, claim, instance, nonnegative, says
from verify.papers.nsgd.formulas.printed_theorems import K_C, REST, fourth_root
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(Delta=nonnegative(r"\Delta", unit="gradient^2", search=(0, 10)))
# The entries of (42).
FIRST_42 = (V.Df + 1) * (K_C / (2 * V.T)).sqrt()
SECOND_42 = 4 * (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**2 / REST**3 * (2 / (V.T * K_C)).sqrt()
PRINTED_FIRST = fourth_root((V.Df + 1) ** 2 * K_C / (2 * V.T))


def printed_second(power: int) -> Formula:
    """The second O of the display of C.2."""
    spread = (V.L0 + 2 * V.L1 * V.tau0) * V.tau0**power / REST**3
    return V.C * ((2 / (V.T * K_C)).sqrt() * spread).sqrt()


OF_SECOND = says(
    (4 * SECOND_42).sqrt() <= printed_second(1),
    exists={"C": None},
    by=Escape({"d": 1, "T": 1, "noise": 1, "c": 1, "tau0": V.C**2, "tau1": 0, "L0": 1, "L1": 0}),
)
SQUARED = OF_SECOND.but(right=printed_second(2), exists={"C": 4}, by=None)
ONE = instance("d=1 T=1 noise=1 c=1 tau0=1 L0=1 L1=0")
DISPLAY_34 = (
    claim("nsgd/thm-3.4-leading-terms", "App C.2, last display", "the leading terms of (43)")
    .says(
        {
            "first term": says((4 * FIRST_42).sqrt() <= V.C * PRINTED_FIRST, exists={"C": 2}),
            "second term": OF_SECOND,
        },
        repaired={"second term": SQUARED},
        elsewhere={"second term": ("(42)", SQUARED.but(right=V.C * (SECOND_42 / 4).sqrt()))},
        notes=(
            # The root in (43) decides where Delta is small, for c > 1.
            says(
                2 * (V.c + 2 * V.tau0) / (V.tau0 * (V.c - 1)) * V.Delta <= (4 * V.Delta).sqrt(),
                given=[V.c > 1, V.Delta <= (V.tau0 * (V.c - 1) / (V.c + 2 * V.tau0)) ** 2],
            ),
        ),
    )
    .quoting(
        r"\mathbb E\left[\min_{0\le k<T}\|\nabla f(x_k)\|\right]\le\mathcal O"
        r"\left(\sqrt[4]{\frac{(D_f+1)^2(L_1(c+\tau_0)+L_0)dc^2\sigma^2}{2T}}\right)"
        r"+\mathcal O\left(\sqrt{\sqrt{\frac{2}{(L_1(c+\tau_0)"
        r"+L_0)Tdc^2\sigma^2}}\frac{(L_0+2L_1\tau_0)\tau_0}{(1-\tau_1)^3}}\right)",
        part="second term",
        reading=("without the left side: each term of (43) against the one that stands for it"),
    )
    .rejects(
        "first term with constant 19/10",
        says((4 * FIRST_42).sqrt() <= F(19, 10) * PRINTED_FIRST, at=ONE | instance("Df=1")),
    )
    .rejects(
        "second term with constant 3",
        says((4 * SECOND_42).sqrt() <= 3 * (SECOND_42 / 4).sqrt(), at=ONE | instance("tau1=0")),
    )
)
