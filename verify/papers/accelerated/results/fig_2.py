r"""Section 4.2, Figure 2: the optimal noise of DP-MASG for K = 2 to 5 stages.

All values are :math:`b_t\,n\epsilon/S_1` at :math:`\mu=1`, :math:`L=\kappa=20`, :math:`p=1`. The
authors' program of the figure (main_MSAG_error_analysis.m at commit 0b96f6e; their README calls it
main_MSAG_distribute_noise.m) multiplies the factors of the iterations after t, but books the 2 of a
restart at the last iteration before it, which so misses its own.
"""

import itertools
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from dptheory.distributions.arb_tails import ball
from verify.display.latex import tex
from verify.language import claim, external, in_words, natural, one_of, says, table
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed_4
from verify.papers.accelerated.laboratory.masg_noise import figure_2
from verify.papers.accelerated.laboratory.released import curves
from verify.papers.enclosures import enclosed

FIRST = 13  # n_1, which (33) leaves open and the printed T determine (eq-33)
BITS = 64
ENDS = {2: "53", 3: "133", 4: "293", 5: "613"}  # T of the panels
THIRD = Fraction(1, 3)

V = symbols.V.extended(K=one_of((2, 3, 4, 5), "K", unit="1"), k=natural("k"))


def ends(K: int) -> set[int]:
    """The last iterations of the stages but the last, counted from 1."""
    return set(itertools.accumulate(printed_4.eq_33(20, 1, FIRST, K)[:-1]))


@lru_cache
def weights(K: int, halved: bool) -> list[Any]:
    """Balls around (34); ``halved``: without the factor 2 at the last iteration of each stage."""
    with ctx.workprec(BITS):
        rational = printed_4.plan(1, 20, 1, FIRST, K)
        plan = [(length, arb(a.numerator) / a.denominator) for length, a in rational]
        found = printed_4.eq_34(plan, arb(1), arb(20))[1]
        last = ends(K) if halved else set()
        return [w / 2 if t in last else w for t, w in enumerate(found, start=1)]


@lru_cache
def roots(K: int, halved: bool, power: Fraction = THIRD) -> list[Any]:
    """Balls around the weights to a power."""
    with ctx.workprec(BITS):
        # A Fraction as exponent of a ball would be rounded to a float.
        exponent = arb(power.numerator) / power.denominator
        return [w**exponent for w in weights(K, halved)]


@lru_cache
def schedule(K: int, halved: bool, power: Fraction = THIRD) -> list[Any]:
    """Balls around (31); ``power`` stands for its exponent 1/3."""
    with ctx.workprec(BITS):
        whole = sum(roots(K, halved, power), arb(0))
        return [whole / root for root in roots(K, halved, power)]


def height(K: int, t: int, halved: int, power: Fraction) -> Any:
    """Where the released file draws b_t, in pixels below its upper edge, enclosed."""
    curve = curves()[int(K)]
    with ctx.workprec(BITS):
        low, first = curve.marks[0]
        rise = schedule(int(K), bool(halved), power)[int(t) - 1] - first
        return ball(low) - rise / ball(curve.pixel)


def readings(*, halved: bool, power: Fraction = THIRD) -> dict[str, tuple[str, Any]]:
    """What is drawn, with (31); the ends of stages come first."""
    points = ((K, t) for K, curve in curves().items() for t in curve.heights)
    return {
        f"K = {K}, t = {t} (px)": (
            curves()[K].heights[t],
            enclosed("height", height, K, t, int(halved), power),
        )
        for K, t in sorted(points, key=lambda point: point[1] not in ends(point[0]))
    }


def as_drawn(K: int, t: int) -> Fraction:
    """The scale of the noise, b_t, as drawn in the released file."""
    return curves()[int(K)].value(int(t))


def scale(K: int, t: int) -> float:
    """The scale of the noise, b_t, by (31) with (34)."""
    return float(schedule(int(K), False)[int(t) - 1])


def falls_to_the_change(K: int, teeth: int) -> bool:
    """Whether b_t rises exactly at the stage changes (or nowhere) and falls everywhere else."""
    a = weights(int(K), False)
    # b_{t+1} > b_t exactly if a_{T,t+1} < a_{T,t}.
    return all(
        bool(a[t] < a[t - 1]) if teeth and t in ends(int(K)) else bool(a[t] > a[t - 1])
        for t in range(1, len(a))
    )


def with_teeth(K: int) -> bool:
    """Whether b_t rises exactly at the stage changes and falls everywhere else."""
    return falls_to_the_change(K, 1)


def without_teeth(K: int) -> bool:
    """Whether b_t falls everywhere."""
    return falls_to_the_change(K, 0)


@lru_cache
def loss(K: int) -> Any:
    """An enclosure of the noise term of (34) at the drawn schedule over the least one, at (31)."""
    with ctx.workprec(BITS):
        used = roots(int(K), True)
        pairs = zip(weights(int(K), False), used, strict=True)
        term = sum(used, arb(0)) ** 2 * sum((w / u**2 for w, u in pairs), arb(0))
        return term / sum(roots(int(K), False), arb(0)) ** 3


@lru_cache
def deviation(K: int) -> Any:
    """An enclosure of the largest relative deviation of the library's schedule from (31)."""
    with ctx.workprec(BITS):
        exact = schedule(int(K), False)
        apart = (
            abs(arb(scale) / value - 1)
            for scale, value in zip(figure_2(int(K)).scales.tolist(), exact, strict=True)
        )
        return max(apart, key=lambda x: float(x.upper()))


def panel_ends(first: int) -> dict[str, tuple[str, Any]]:
    """T of the panels, with (33)."""
    later = r"2^k\lceil\sqrt{20}\ln(2^{1+2})\rceil"
    return {
        f"K = {K}": (T, tex(V, rf"{first}+\sum_{{k=2}}^{{{K}}}{later}")) for K, T in ENDS.items()
    }


PANELS = table(panel_ends(FIRST))
SAW_TOOTH = in_words(
    V, "(31) with (34) rises at each stage change and falls at every other iteration", with_teeth
)
CURVES = table(readings(halved=False), slack=1)
PROGRAMMED = CURVES.but(entries=readings(halved=True))

FIG_2 = (
    claim("accelerated/fig-2", "§4.2, Fig 2", "Figure 2")
    .says(
        {"where the panels end": PANELS, "saw-tooth": SAW_TOOTH, "(31) with (34)": CURVES},
        # Half of the weight (34) at the last iteration of each stage but the last.
        repaired={"(31) with (34)": PROGRAMMED},
        notes=(
            table(
                {
                    "K = 2, t = 13, as drawn": ("29.63", external("drawn scale", as_drawn, 2, 13)),
                    "K = 2, t = 13, by (31) with (34)": ("23.72", external("scale", scale, 2, 13)),
                }
            ),
            # The drawn curve rises one iteration before the first stage change, (34) there falls.
            says(
                external("drawn scale", as_drawn, V.K, 12)
                < external("drawn scale", as_drawn, V.K, 13)
            ),
            says(
                enclosed("noise term of (34) as drawn over the least", loss, V.K)
                <= Fraction(10071, 10000)
            ),
            says(
                enclosed("deviation of our drawing from (31) with (34)", deviation, V.K)
                <= Fraction(1, 10**12)
            ),
        ),
    )
    .rejects("n_1 = 12", part="where the panels end", entries=panel_ends(12))
    .rejects("no teeth", part="saw-tooth", test=without_teeth)
    .rejects(
        "square roots for cube roots",
        PROGRAMMED.but(entries=readings(halved=True, power=Fraction(1, 2))),
    )
)
