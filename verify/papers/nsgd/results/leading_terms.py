r"""Appendix B.2: what the displays call the leading terms of (31).

Where the root in (31) decides, it is at most the sum of the roots of its terms; in the limit
of many steps (31) is the larger one of two floors. A display :math:`O(\cdot)` shows every
parameter, so that its constant is a number.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Escape, Formula, claim, instance, largest, says
from verify.papers.nsgd.formulas import printed_theorems as t
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.notation import V

REACH = V.r + 2 * V.tau0
# The entries of (31) at each term of (30).
(ROOT_1, LINE_1), (ROOT_2, _), (ROOT_3, LINE_3) = map(
    t.bound_31, (t.FIRST_30, t.SECOND_30, LOSS_18)
)


def printed_first(reach: Formula, power: Formula) -> Formula:
    """The first O of the display of B.2."""
    return t.fourth_root((V.Df + 1) ** 2 * t.CURVATURE * reach**2 * power / (V.T * t.REST**2))


PRINTED_SECOND = (
    (2 * REACH**2 / (t.CURVATURE * V.T * t.POWER)).sqrt()
    * (3 * (V.L0 + V.L1 * V.tau0) * V.tau0**2 / (2 * V.r**2 * t.REST**4))
).sqrt()
OF_FIRST = says(ROOT_1 <= V.C * printed_first(REACH, t.POWER), exists={"C": 2})
OF_SECOND = says(ROOT_2 <= V.C * PRINTED_SECOND, exists={"C": 2})
FLOOR = says(
    largest(ROOT_3, LINE_3) <= V.C * t.FLOOR_5,
    exists={"C": None},
    by=Escape({"tau0": 1, "tau1": 0, "r": 6 * V.C**2 + 2}),
)
ROOT_FLOOR = (REACH * V.tau0**3 / (V.r * (V.r + V.tau0) * t.REST**4)).sqrt()
BOTH_FLOORS = FLOOR.but(right=V.C * (t.FLOOR_5 + ROOT_FLOOR), exists={"C": 4}, by=None)
ONE = instance("d=1 T=1 noise=1 r=1 tau0=1 tau1=0 L0=1 L1=0 Df=1")
ENOUGH = 4 * REACH**2 * (V.Df + 1) ** 2 * t.CURVATURE * t.POWER * t.REST**2 / V.tau0**4
DISPLAY_32 = (
    claim("nsgd/thm-3.2-appendix-display", "App B.2, last display", "The leading terms of (31)")
    .says(
        {"first term": OF_FIRST, "second term": OF_SECOND, "floor": FLOOR},
        repaired={"floor": BOTH_FLOORS},
        notes=(
            says(LINE_3 == t.FLOOR_5),
            # Where r is large against tau_0 the root decides.
            says(LINE_3 <= ROOT_3, given=[6 * V.tau0 * REACH <= V.r * (V.r + V.tau0) * t.REST**2]),
            # The line in (31) is below the first term from steps on that grow with D_f.
            says(LINE_1 <= printed_first(REACH, t.POWER), given=[ENOUGH <= V.T]),
        ),
    )
    .quoting(
        r"\mathbb E\left[\min_{0\le k<T}\|\nabla f(x_k)\|\right]\le\mathcal O"
        r"\left(\sqrt[4]{\frac{(D_f+1)^2(L_1(r+\tau_0)+L_0)(r+2"
        r"\tau_0)^2d\sigma^2}{T(1-\tau_1)^2}}\right)+\mathcal O\left(\sqrt{\sqrt{"
        r"\frac{2(r+2\tau_0)^2}{(L_1(r+\tau_0)+L_0)Td\sigma^2}}\frac{3(L_0+L_1"
        r"\tau_0)\tau_0^2}{2r^2(1-\tau_1)^4}}+\frac{8(r+2\tau_0)\tau_0^2}{r(r+"
        r"\tau_0)(1-\tau_1)^3}\right)",
        part=("first term", "second term", "floor"),
        reading="Without its left side: each term of (31), a part each, against the one that "
        "stands for it",
    )
    .rejects(
        "first term with constant 4/3",
        says(ROOT_1 <= F(4, 3) * printed_first(REACH, t.POWER), at=ONE),
    )
    .rejects("second term with constant 8/5", says(ROOT_2 <= F(8, 5) * PRINTED_SECOND, at=ONE))
    .rejects(
        "half of the root in the floor",
        says(
            largest(ROOT_3, LINE_3) <= t.FLOOR_5 + 3 * ROOT_FLOOR,
            at={"r": 10**6, "tau0": 1, "tau1": 0},
        ),
    )
)

# Corollary 3.3: the same with its noise.
LOGARITHM = (1 / V.delta).log()
SIGMA = V.c2 * V.B * (V.T * LOGARITHM).sqrt() / (V.N * V.eps)
PRIVATE = (V.Df + 1) ** 2 * t.CURVATURE * V.d * V.B**2 * LOGARITHM / (V.N**2 * V.eps**2)


def corollary(factor: Any) -> Formula:
    """The first term of the display of B.3 with a factor under the roots."""
    return t.fourth_root(PRIVATE * factor)


PLAIN = instance("d=1 N=1 B=1 T=1 eps=1 delta=1/2 c2=1 L0=1 L1=0")
PLAIN |= {"Df": 0, "tau0": 1, "tau1": 0}
OF_NOISE = says(
    printed_first(REACH, V.d * SIGMA**2) <= V.C * corollary(1),
    exists={"C": None},
    by=Escape(PLAIN | {"r": V.C**2}),
)
CUBED = says(8 * REACH * V.tau0**3 / (V.r * (V.r + V.tau0) * t.REST**3) == t.FLOOR_5)
SQUARED = CUBED.but(left=t.FLOOR_5)
DISPLAY_33 = (
    claim(
        "nsgd/cor-3.3-appendix-display",
        "App B.2, last display",
        "The leading terms with the noise of Corollary 3.3",
    )
    .says(
        {"first term": OF_NOISE, "floor": CUBED},
        repaired={
            "first term": OF_NOISE.but(
                right=V.C * corollary(V.c2**2 * REACH**2 / t.REST**2), exists={"C": 1}, by=None
            ),
            "floor": SQUARED,
        },
        elsewhere={"floor": ("(6)", SQUARED)},
    )
    .quoting(
        r"\mathbb E\left[\min_{0\le k<T}\|\nabla f(x_k)\|\right]\le\mathcal O"
        r"\left(\sqrt[4]{\frac{(D_f+1)^2(L_1(r+\tau_0)"
        r"+L_0)dB^2\log(1/\delta)}{N^2\epsilon^2}}+\frac{8(r+2\tau_0)\tau_0^3}{r(r"
        r"+\tau_0)(1-\tau_1)^3}\right)",
        part=("first term", "floor"),
        reading="Without its left side: its two terms, a part each, against those of "
        "Appendix B.2 and of (6)",
    )
    .rejects(
        "without tau_1",
        says(
            printed_first(REACH, V.d * SIGMA**2) <= corollary(V.c2**2 * REACH**2),
            at=PLAIN | instance("r=1 tau1=1/2"),
        ),
    )
)
