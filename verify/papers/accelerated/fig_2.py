"""Section 4.2, Figure 2: the optimal noise of DP-MASG for 2 to 5 stages."""

import dataclasses
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.experiments.masg_noise import RELEASED, STAGES, figure_2, released_weights
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Level, Outcome
from verify.checks.table import Recomputed
from verify.context import Context
from verify.papers.accelerated import printed_4
from verify.papers.accelerated.thm_4_3 import FIRST, TOTALS, figure_2_weights

Case = dict[str, Any]
F = Fraction
Pair = tuple[float, float]
SQUARE_ROOTS = F(1, 2)


def panels(_: Context) -> Iterator[Case]:
    for K in STAGES:
        yield {"K": K}


def lengths(K: int) -> list[int]:
    """n_1, ..., n_K."""
    return printed_4.eq_33(20, 1, FIRST, K)


def ends(K: int) -> set[int]:
    """The last iterations of the stages but the last, counted from 1."""
    return set(itertools.accumulate(lengths(K)[:-1]))


# The curve of (31) with (34) -------------------------------------------------------------------


def panel_ends(more: int = 0) -> Recomputed:
    """T of every panel, with more stages than it has."""
    return Recomputed(
        name="where the panels end",
        part="lengths",
        printed={f"K = {k}": digits for k, digits in TOTALS.items()},
        computed=lambda: {f"K = {k}": len(figure_2(k + more).scales) for k in STAGES},
    )


LENGTHS = dataclasses.replace(
    panel_ends(),
    controls=(Control("one stage more", panel_ends(1), Outcome.FAILS, lambda: 13 + 40 + 80 != 53),),
)


def saw_tooth(K: int, *, teeth: bool = True) -> bool:
    """Whether b_t rises exactly at the K - 1 stage changes (or nowhere) and falls elsewhere."""
    a = figure_2_weights(K)
    # b_{t+1} > b_t exactly if a_{T,t+1} < a_{T,t}; ``t`` counts from 1.
    return all(
        bool(a[t] < a[t - 1]) if teeth and t in ends(K) else bool(a[t] > a[t - 1])
        for t in range(1, len(a))
    )


SAW_TOOTH = Cases(
    name="rises and falls",
    part="saw-tooth of (31) with (34)",
    level=Level.CERTIFIED,
    cases=panels,
    holds=saw_tooth,
    complete="every iteration of the four panels",
    success="b_t rises at the stage changes and falls everywhere else",
    controls=(
        Control(
            "no teeth",
            Cases(
                name="no teeth",
                level=Level.CERTIFIED,
                cases=panels,
                holds=lambda K: saw_tooth(K, teeth=False),
            ),
            Outcome.FAILS,
            # 2 (1-r) (1 + 1) 16 > (1 + 1/16) at the first change.
            lambda: 2 * (1 - 80**-0.5 / 2) * 2 * 16 > 1 + 1 / 16,
        ),
    ),
)


def drawn(K: int, power: Fraction = printed_4.THIRD) -> bool:
    """Whether every drawn value is (31) with (34) to 1e-12, in units of S_1/(n epsilon).

    ``power`` stands for the exponent 1/3 of (31).
    """
    from flint import arb

    weights = [w ** (3 * power) for w in figure_2_weights(K)]
    exact = printed_4.schedule(weights, arb(1), 1, 1)
    found = figure_2(K).scales.tolist()
    return len(exact) == len(found) and all(
        bool(abs(arb(drawn_scale) / scale - 1) < 1e-12)
        for scale, drawn_scale in zip(exact, found, strict=True)
    )


def square_roots_differ() -> bool:
    """Within the first stage (31) falls by (1 - r)^{1/3} a step, r = 20^{-1/2}, not by (1-r)^{1/2}.

    The first step needs neither the sum of (31) nor its other weights.
    """
    first, second = figure_2(2).scales[:2]
    return bool(second / first > 0.9 > (1 - 20**-0.5) ** 0.5)


def drawing(name: str, power: Fraction) -> Cases:
    return Cases(
        name=name,
        part="values as drawn here",
        level=Level.CERTIFIED,
        cases=panels,
        holds=lambda K: drawn(K, power),
        complete="every iteration of the four panels",
        success="the drawn values are (31) with (34) to 1e-12",
    )


DRAWING = dataclasses.replace(
    drawing("our drawing", printed_4.THIRD),
    controls=(
        Control(
            "square roots for cube roots",
            drawing("square roots", SQUARE_ROOTS),
            Outcome.FAILS,
            square_roots_differ,
        ),
    ),
)

# The printed curve -----------------------------------------------------------------------------


def readings(_: Context) -> Iterator[Case]:
    """The points read off, those at the ends of stages first."""
    for K in STAGES:
        for t in sorted(RELEASED[K].heights, key=lambda t: (t not in ends(K), t)):
            yield {"K": K, "t": t}


def apart(K: int, t: int, weights: list[Any]) -> Pair:
    """(the larger of the printed b_t and (31) at given weights, the smaller and the accuracy).

    The first is at most the second exactly if both agree to the accuracy of the reading.
    """
    from flint import arb

    reading, accuracy = RELEASED[K].value(t), RELEASED[K].accuracy
    exact = printed_4.schedule(weights, arb(1), 1, 1)[t - 1]
    low, high = sorted((arb(reading.numerator) / reading.denominator, exact), key=float)
    return float(high.upper()), float((low + float(accuracy)).lower())


def as_stated(K: int, t: int) -> Pair:
    """Against (34)."""
    return apart(K, t, figure_2_weights(K))


def as_programmed(K: int, t: int) -> Pair:
    """Against (34) without the factor 2 at the last iterations."""
    return apart(K, t, released_weights(figure_2_weights(K), lengths(K)))


def inside(_: Context) -> Iterator[Case]:
    """Adjacent iterations of one stage, both read off."""
    for K in STAGES:
        heights = RELEASED[K].heights
        for t in heights:
            if t + 1 in heights and t not in ends(K):
                yield {"K": K, "earlier": t, "t": t + 1}


def falls(K: int, earlier: int, t: int) -> Pair:
    """(b_t, b_earlier) as drawn."""
    return float(RELEASED[K].value(t)), float(RELEASED[K].value(earlier))


PRINTED_VALUES = Cases(
    name="values of the printed curve",
    part="the printed curve is (31) with (34)",
    level=Level.CERTIFIED,
    cases=readings,
    holds=as_stated,
    failure="the value read off the released figure and that of (31) with (34) differ by more than "
    "the accuracy of the reading",
)
PRINTED_FALL = Cases(
    name="the printed curve within a stage",
    part="the printed curve is (31) with (34)",
    level=Level.NUMERIC,
    cases=inside,
    holds=falls,
    failure="the printed curve rises at the last iteration of the first stage, whatever n_1 and "
    "the unit of the axis",
)
CAUSE = Cases(
    name="cause of the difference",
    part="what is printed",
    level=Level.CERTIFIED,
    cases=readings,
    holds=as_programmed,
    complete="every point read off the four panels",
    success="the printed values are (31) with half the weight (34) at the last iteration of each "
    "stage but the last, to 0.001 px",
    controls=(
        Control(
            "the factor 2 everywhere",
            Cases(
                name="the factor 2 everywhere",
                level=Level.CERTIFIED,
                cases=readings,
                holds=as_stated,
            ),
            Outcome.FAILS,
            # The printed curve rises where that of (34) falls.
            lambda: RELEASED[2].value(13) > RELEASED[2].value(12),
        ),
    ),
)


def loss(K: int, *, least: float = 1.0071) -> Pair:
    """(noise term of (34) at the printed schedule over the least one, its bound)."""
    a = figure_2_weights(K)
    used = [w**printed_4.THIRD for w in released_weights(a, lengths(K))]
    term = sum(used) ** 2 * sum(w / u**2 for w, u in zip(a, used, strict=True))
    ratio = term / sum(w**printed_4.THIRD for w in a) ** 3
    return float(ratio.upper()), least


LOSS = Cases(
    name="what the printed schedule loses",
    part="loss",
    level=Level.CERTIFIED,
    cases=panels,
    holds=loss,
    complete="the four panels",
    success="the printed schedule's noise term is at most 0.71 % above the least",
    controls=(
        Control(
            "no loss",
            Cases(
                name="no loss",
                level=Level.CERTIFIED,
                cases=panels,
                holds=lambda K: loss(K, least=1.0),
            ),
            Outcome.FAILS,
            # The least value of (30) is attained at one schedule only (prop-4.2), and they differ.
            lambda: figure_2(2).scales[12] < 25 < RELEASED[2].value(13),
        ),
    ),
)

FIG_2 = Claim(
    id="accelerated/fig-2",
    where="§4.2, Fig 2",
    title="Figure 2",
    statement=r"Optimal $b_t\,n\epsilon/S_1$ versus $t$ for $\mu=1,L=20,\kappa=20,p=1$, "
    r"$K=2,\dots,5$, computed from (34) and (31): four panels ending at $T=53,133,293,613$, "
    "falling within a stage and jumping up at each stage change.",
    checks=(LENGTHS, SAW_TOOTH, PRINTED_VALUES, PRINTED_FALL),
    repair=Repair(
        statement=r"The optimal $b_t$ are (31) with (34), factor $2^{s_T-s_t}$ also at the last "
        "iteration of each stage: they fall through each stage to its end. The printed curve is "
        "(31) with half of that weight at the last iteration of each stage but the last.",
        changes=("factor 2 also at the last iteration of each stage but the last",),
        checks=(LENGTHS, SAW_TOOTH, DRAWING, CAUSE, LOSS),
        consequence="The last point of each stage but the last moves down by a fifth (K = 2, "
        "t = 13: 29.63 as printed, 23.72 by (34)), all others up by 0.2 to 0.9 %. The printed "
        "curve rises one iteration before the stage change, in two steps instead of one. Its "
        "schedule spends the same budget, and loses less than 1 %.",
    ),
    note="Redrawn by `python -m figures fig-2`; circles are the printed values, read off the "
    "vector file that the authors released: heights to 0.001 px, which is 0.0007, 0.0018, 0.0036 "
    "and 0.0066 S_1/(n epsilon) for K = 2, ..., 5. Their program of the figure "
    "(main_MSAG_error_analysis.m) books each restart's factor 2 at the last iteration before it, "
    "and multiplies the factors of the iterations after t: the last one misses its own. Its n_1 is "
    "sqrt(kappa) ln(kappa) rounded down, 13. The program of §5 (opt_noise_dist_NAG.m) has the "
    "factors of (34). The index: b_t of the figure is the noise of iteration t - 1 "
    "(thm-4.1-index).",
)

CLAIMS = (FIG_2,)
