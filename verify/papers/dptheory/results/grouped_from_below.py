r"""Theorem 1 of the group-wise paper from below: a convex loss whose gradient stays large.

:mod:`dptheory.bounds.grouped`, ``linear_stretch``. Every group has one coordinate with the slope
-G on a stretch of length :math:`\ell`, then a parabola of curvature :math:`\mathcal L`; records
deviate by :math:`\pm s`, half of them each way. On the stretch a record's normalised gradient is
:math:`\gamma G/(w^2-G^2)` on average, :math:`w=s+\gamma`: the fewer the further :math:`s` is above
:math:`\gamma`. A walk of such steps stays on the stretch by Kolmogorov's inequality, and the
gradient stays what it was.

**Two sides.** At the learning rate of the proof the bound of ``dptheory/grouped-mean`` over this
one tends to :math:`\sqrt{2(1+c)}`, whatever M is: the bound's :math:`T^{-1/4}M^{1/4}(\xi/\sqrt M+
\gamma)` is what the theorem's step has on the worst loss, up to that factor.

**More groups.** At :math:`\xi=L_0-L_*=\mathcal L=1` and :math:`\gamma=1/100` sixteen groups are
below their bound on every loss, one group is above it on this one.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.bounds.grouped import balanced_step, linear_stretch, reach, step_worth
from verify.language import (
    Formula,
    claim,
    external,
    notation,
    number,
    one_of,
    positive,
    put,
    says,
    tends,
)
from verify.methods import derive
from verify.methods.derive import Derive, chain, given, multiply
from verify.papers.dptheory.laboratory import walks
from verify.papers.dptheory.laboratory.stretch_runs import setting
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.notation import GRADIENT

V = PAPER.extended(
    T=PAPER.T.within(search=(1, 8)),
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    c=positive("c", unit="1", search=(0.05, 4)),
    s=positive("s", unit=GRADIENT, search=(0.01, 10)),
    G=positive("G", unit=GRADIENT, search=(0.01, 10)),
    m=positive("m", unit="length", search=(0.1, 5)),
    v=positive("v", unit="length^2", search=(0.1, 10)),
    P=positive("P", unit="probability", search=(0.01, 1)),
    steps=walks.STEPS,
    slopes=walks.SLOPES,
    h=positive("h", unit="length", search=(0.01, 100)),
    q=positive("q", unit="1", search=(1, 4)),
    p=positive("p", unit="1", search=(1, 4)),
    D=positive("D", unit=GRADIENT, search=(0.1, 10)),
    f=positive("f", unit="gradient^2", search=(0.1, 10)),
)
W = V.s + V.gamma
REST = W**2 - V.G**2
AHEAD, BEHIND = ((x / (x + V.gamma)) for x in (V.s + V.G, V.s - V.G))
ON_THE_LINE = [V.G <= V.s]

# The gap of M such losses, with q for sqrt(M) and h for eta B T.
LENGTH = (1 + V.c) * V.h * V.gamma * V.G / (V.q * REST)
SPENT = V.gap + (1 + V.c) * V.q * V.gamma * V.h + V.q**2 * W**2 / (2 * V.smooth)
GAP = V.q**2 * (V.G * LENGTH + V.G**2 / (2 * V.smooth))
KEPT = says(GAP <= V.gap, given=[V.G**2 * SPENT <= V.gap * W**2, V.G <= V.s], over=V)

MEAN, SPREAD = external("E J", walks.mean, V.steps), external("Var J", walks.variance, V.steps)
LEAVES = external("P(max S_k > .)", walks.leaves, V.steps, V.T, (1 + V.c) * V.T * V.m)
FALLS = 1 / (V.c**2 * V.T * V.m**2)
KOLMOGOROV = derive.words(
    "A walk of mean steps of m at most that goes beyond (1 + c)Tm is more than cTm beyond its "
    "mean: Kolmogorov's inequality.",
    LEAVES <= SPREAD * FALLS,
)
SIZE = external("E|g|", walks.size, V.slopes, balls=walks.enclosed_size)
REACHED = external("min_m P(g_m >= .)", walks.reached, V.slopes, V.G)
LONG = derive.words(
    "A norm is at least the sum of its entries over sqrt(M), by Cauchy and Schwarz, and entries "
    "are not negative.",
    SIZE >= V.M.sqrt() * V.G * REACHED,
)
WAY = V.eta * V.B
STEP = WAY * V.gamma * V.G / (V.M.sqrt() * REST)
NOISE = V.eta**2 * (V.noise**2 + V.B / V.M)
FAILURE = (V.M * V.noise**2 + V.B) * REST**2 / (V.T * (V.c * V.B * V.gamma * V.G) ** 2)
BELOW = claim(
    "dptheory/grouped-from-below",
    "Theorem 1 of Bu et al. from below",
    "A convex loss on which the gradient stays large",
).says(
    {
        "the mean normalised gradient on the stretch": says(
            (AHEAD - BEHIND) / 2 == V.gamma * V.G / REST, given=ON_THE_LINE
        ),
        "its mean square": says((AHEAD**2 + BEHIND**2) / 2 <= 1, given=ON_THE_LINE),
        "the gap is at most the one given": KEPT,
        "how likely a walk leaves the stretch": says(
            LEAVES <= V.v * FALLS,
            given=[MEAN <= V.m, SPREAD <= V.v],
            by=Derive(chain(KOLMOGOROV, multiply(given(SPREAD <= V.v), FALLS))),
        ),
        "that bound for a run": says(
            NOISE / (V.c**2 * V.T * STEP**2) == FAILURE, given=ON_THE_LINE
        ),
        "the gradient": says(
            SIZE >= V.M.sqrt() * V.G * (1 - V.P),
            given=[REACHED >= 1 - V.P],
            by=Derive(chain(multiply(given(REACHED >= 1 - V.P), V.M.sqrt() * V.G), LONG)),
        ),
    },
    ours=True,
)

# At the learning rate of the proof, with q for sqrt(M), D for the root of the budget and f for what
# of a failure does not depend on T.
KAPPA = V.q * V.D / V.T.sqrt()
WIDE = V.xi / V.q + V.gamma
SLOPE_SQUARE = (
    WIDE**2
    * V.gap
    / (
        V.gap
        + 2 * (1 + V.c) * V.q * V.gamma * V.gap * V.T.sqrt() / V.D
        + V.q**2 * WIDE**2 / (2 * V.smooth)
    )
)
LOWER = V.q * SLOPE_SQUARE.sqrt() * (1 - V.f / (V.T * SLOPE_SQUARE))
UPPER = KAPPA / 2 + (KAPPA**2 / 4 + KAPPA * WIDE**2 / V.gamma).sqrt()
MORE = put(UPPER, {"q": V.p})
LIMIT = (2 * (1 + V.c)).sqrt()
LEADING = WIDE * V.q.sqrt()

# One group and sixteen: the deviation, the gap and the smoothness 1, gamma = 1/100, B = d = 1000.
NUMBERS = {"xi": 1, "gap": 1, "smooth": 1, "gamma": F(1, 100), "c": F(1, 8)}
FAR = notation(T=one_of((10**5, 10**6, 10**8), "T", unit="1"))
BUDGET = number(F(2002, 1000)).sqrt()
ONE = number(F(1001 * 101**4 * 64, 10**10))


def at(formula: Formula, **values: Any) -> Formula:
    """A bound at these numbers."""
    return put(formula, {**NUMBERS, "D": BUDGET, "T": FAR.T, **values})


def library_below(T: Any) -> float:
    """The bound from below that the library computes, for one group."""
    run = setting(1)
    loss = linear_stretch(run, balanced_step(run, int(T)), int(T), 1 / 8)
    return float(loss.gradient)


def library_above(T: Any) -> float:
    """The bound from above that the library computes, for sixteen groups."""
    run = setting(16)
    return float(reach(run, step_worth(run, balanced_step(run, int(T)), int(T))))


TWO_SIDES = claim(
    "dptheory/grouped-two-sides",
    "Theorem 1 of Bu et al. from below",
    "Upper and lower bound at the learning rate of the proof; sixteen groups against one",
).says(
    {
        "the bound over that from below": tends(UPPER / LOWER, V.T, "oo", LIMIT),
        "of other groups": tends(
            MORE / LOWER, V.T, "oo", LIMIT * put(LEADING, {"q": V.p}) / LEADING
        ),
        "sixteen groups and one": says(
            at(MORE, p=4) < at(LOWER, q=1, f=ONE),
            given=[at(SLOPE_SQUARE, q=1) <= 1],  # G <= s
            over=FAR,
        ),
    },
    notes=(
        # The library's; its failure has (w^2 - G^2)^2 where this one has w^4.
        says(at(LOWER, q=1, f=ONE) <= external("linear_stretch", library_below, FAR.T), over=FAR),
        says(
            abs(external("reach", library_above, FAR.T) - at(MORE, p=4)) <= number(F(1, 10**9)),
            over=FAR,
        ),
    ),
    ours=True,
)
