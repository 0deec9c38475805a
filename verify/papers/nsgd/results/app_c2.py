r"""Appendix C.2: (39), the display after (40), Lemma C.2 and the last display.

(20) at the :math:`\alpha_0` of (39) takes :math:`\alpha_0/(1-\tau_1)`, a pure number, from
:math:`\tau_0c/(c(1-\tau_1)+2\tau_0)`, a gradient: this is where c is compared with 1.

Lemma C.2 says how many steps put the step size below (34). Where :math:`L_1=0` the first condition
of (34) has no value, and says nothing.

The last display names the leading terms of (43). Where the root in (43) decides, it is at most the
sum of the roots of the terms of (42). A display :math:`O(\cdot)` shows every parameter, so that its
constant is a number.
"""

from fractions import Fraction as F

from verify.language import Escape, Formula, claim, instance, largest, least, number, put, says
from verify.language.symbols import nonnegative
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.formulas.printed_c import CURVATURE, MIXED, limits, step
from verify.papers.nsgd.formulas.printed_theorems import K_C, REST, STEEP_C, fourth_root
from verify.papers.nsgd.lemmas.drift import CLIPPED_DRIFT
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPED_RUNS, CLIPPING

V = PAPER.extended(Delta=nonnegative(r"\Delta", unit="gradient^2", search=(0, 10)))
EQ_39 = (
    claim("nsgd/eq-39", "App C.2, (39)", r"The constant $\alpha_0$ in the proof for DP-SGD")
    .says(
        says(p.ALPHA_39 < F(1, 2)),
        settings=CLIPPING,
        notes=(says(p.ALPHA_39 <= (1 - V.tau1) / 4, given=[p.THRESHOLD]),),
    )
    .quoting(r"\alpha=\alpha_0:=\frac{\tau_0(1-\tau_1)}{c(1-\tau_1)+2\tau_0}<\frac12")
    .rejects("a third", right=F(1, 3))
)

GIVEN = V.tau0 * V.c / p.REACH_C
LEFT = GIVEN - p.ALPHA_39 / (1 - V.tau1)
ABOVE = V.c > 2 * p.BORDER
POSITIVE = says(number(0) < STEEP_C, given=[ABOVE])
# What (20) should take at (39): it multiplies |grad f|, is positive, and holds for every law.
RIGHT = V.tau0 * (V.c + (1 + V.tau1) * p.BORDER) / p.REACH_C
DESCENDS = says(
    put(p.CLIPPED, {"alpha": p.ALPHA_39}) >= RIGHT * V.s,
    given=[p.UNIT, p.LARGE, ABOVE],
    by=Derive(substitute(CLIPPED_DRIFT, {"alpha": p.ALPHA_39})),
)
COEFFICIENT = (
    claim(
        "nsgd/case-1-coefficient", "App C.2, after (40); (43)", "The coefficient of large gradients"
    )
    .says(
        {"is that of (20) at (39)": says(LEFT == STEEP_C), "is positive": POSITIVE},
        instead={"is positive": DESCENDS},
        settings=CLIPPING,
        notes=(
            # With the factor c that the second term lacks nothing is left at (39), half at half it.
            says(GIVEN - p.ALPHA_39 * V.c / (1 - V.tau1) == 0),
            says(GIVEN - p.ALPHA_39 / 2 * V.c / (1 - V.tau1) == GIVEN / 2),
        ),
    )
    .quoting(
        r"\frac{\tau_0(c-1)}{c(1-\tau_1)+2\tau_0}\eta\|\nabla f(x_k)\|"
        r"\le f(x_k)-\mathbb E_k[f(x_{k+1})]+\eta^2\left(\frac{(L_1(c+\tau_0)"
        r"+L_0)dc^2\sigma^2}{2}+\frac{4(L_0(1-\tau_1)+2L_1\tau_0)\tau_0^2}{(1-"
        r"\tau_1)^3}\right)",
        part="is positive",
        reading="the coefficient on its left alone",
    )
    .rejects("c above the threshold and above 1/2", part="is positive", also=[2 * V.c > 1])
)

LARGEST = largest(
    6 * V.L1 * V.d * V.c * V.noise**2 / V.alpha,
    (2 * V.L0 * (1 - V.tau1) + 4 * V.L1 * V.tau0) / (V.alpha * (1 - V.tau1)),
    4 * V.c * MIXED / (V.alpha * V.tau0 * (1 - V.tau1)),
)
ENOUGH_STEPS = 2 / (CURVATURE * V.d * V.c**2 * V.noise**2) * LARGEST**2
LIMITS = limits(V.alpha)
LEMMA_C2 = (
    claim("nsgd/lemma-c2", "App C.2, Lemma C.2", "Steps that are enough for (34)")
    .says(
        says(step() <= least(*LIMITS), given=[V.L1 > 0, ENOUGH_STEPS <= V.T]),
        settings=CLIPPED_RUNS[-1:],
        notes=(
            # They are necessary, too.
            says(ENOUGH_STEPS <= V.T, given=[V.L1 > 0, *(bound >= step() for bound in LIMITS)]),
            # For the theorem's thresholds the second condition follows from the third.
            says(LIMITS[2] <= LIMITS[1], given=[V.c * (1 - V.tau1) > 2 * V.tau0]),
        ),
    )
    .quoting(
        r"T\ge\frac2{(L_1(c+\tau_0)+L_0)dc^2\sigma^2}\max\{"
        r"\frac{6L_1dc\sigma^2}\alpha,\frac{2L_0(1-\tau_1)+4L_1\tau_0}{\alpha(1-"
        r"\tau_1)},\frac{4c(L_0(1-\tau_1)+2L_1\tau_0)}{\alpha\tau_0(1-\tau_1)}\}^2"
    )
    .rejects("99/100 of the steps", given=[V.L1 > 0, 99 * ENOUGH_STEPS <= 100 * V.T])
)

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
    claim("nsgd/thm-3.4-leading-terms", "App C.2, last display", "The leading terms of (43)")
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
        part=("first term", "second term"),
        reading="Without its left side: each term of (43), a part each, against the one that "
        "stands for it",
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
