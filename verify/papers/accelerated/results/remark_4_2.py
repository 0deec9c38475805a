"""Section 4.1, (30) and Remark 4.2, for m < n: the leak S/(bn), the budget of (31), the guide."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from dptheory.allocation import laplace
from dptheory.bounds import strongly_convex
from dptheory.optimizers.stage_plans import stages
from dptheory.privacy.laplace import step_laplace_scale
from verify.language import Real, behaves, between, claim, lemma, positive, says, sequence, tends
from verify.language.formulas import Formula, number, total
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, shown, substitute, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.notation import i

V = symbols.V.extended(
    b=positive("b", unit="gradient", search=(0.01, 10)),
    scale=positive("b_t", unit="gradient", search=(0.01, 10)),
    z=positive("z", unit="1", search=(0.001, 5)),
    share=positive(r"\epsilon_t", unit="1", search=(0.001, 5)),
    g=between(0, 1, "g", unit="1", ends="(]"),
    q=between(0, 1, "q", unit="1", ends="(]"),
    ratios=sequence("T", "g", unit="1", entry=Real(Fraction(0), Fraction(1), True)),
)

# The approximation ------------------------------------------------------------------------------
APPROXIMATION = V.S / (V.b * V.n)
SMALL = ["m <= n", (V.z == V.S / (V.b * V.m))]
LEAK = printed.eq_11(V.S, V.b, V.n, V.m)
AS_PRINTED = printed.eq_11(V.S, V.b, V.m, V.n)  # the arguments m and n of (11) in another order
FACTOR = (V.z.exp() - 1) / V.z
BELOW = says(APPROXIMATION <= AS_PRINTED, given=SMALL)
ABOVE = says(APPROXIMATION >= AS_PRINTED / FACTOR, given=SMALL)
RIGHT = {
    "S/(bn) is at most the leak": BELOW.but(right=LEAK),
    "S/(bn) is nearly the leak": ABOVE.but(right=LEAK / FACTOR),
}
CLOSE = (
    claim(
        "accelerated/remark-4.2-approximation",
        "§4.1, Remark 4.2",
        "The approximate leak of a step on a batch",
    )
    .says(
        {"S/(bn) is at most the leak": BELOW, "S/(bn) is nearly the leak": ABOVE},
        repaired=RIGHT,
        elsewhere={name: ("(11) and (30)", says) for name, says in RIGHT.items()},
        # What "nearly" means.
        notes=(tends(FACTOR, V.z, 0, 1), says(FACTOR <= 1 + V.z, given=["z <= 1"])),
    )
    .rejects(
        "z/2 for z",
        part="S/(bn) is nearly the leak",
        right=LEAK / (((V.z / 2).exp() - 1) / (V.z / 2)),
    )
)

# The budget -------------------------------------------------------------------------------------


def leak(z: Formula, q: Formula) -> Formula:
    """(11) with z = S/(bm) and q = m/n."""
    return ((z.exp() - 1) * q + 1).log()


ONE_LEAK = lemma("accelerated/leak-from-above", leak(V.z * V.g, V.q) <= V.q * V.g * (V.z.exp() - 1))
# A schedule with S_1/(b_t m) = g_t z, at most z, and the budget that (31) has by S/(bn).
Z = V.ratios[i] * V.z
BUDGET = V.eps == total(i, 1, V.T, Z * V.m / V.n)
q = V.m / V.n
SPENT = total(i, 1, V.T, leak(V.z * V.ratios[i], q))
NEAR = says(
    SPENT <= V.eps * FACTOR,
    given=["m <= n", BUDGET],
    by=Derive(sum_over(i, 1, V.T, substitute(ONE_LEAK, {"g": V.ratios[i], "q": q}))),
)


def spent_in_section_5(T: int) -> Formula:
    """What (31) spends at m = 1000, n = 10^5, epsilon = 1 in T iterations of equal weights."""
    return T * leak(number(Fraction(100, T)), number(Fraction(1, 100)))


GUIDED = claim("accelerated/remark-4.2-budget", "§4.1, Remark 4.2", "Budget of the guide").says(
    NEAR,
    notes=(
        # It never spends less, and in Section 5's constants, m = 1000, with equal noise, so much:
        says(
            V.eps <= SPENT,
            given=["m <= n", BUDGET],
            by=Derive(sum_over(i, 1, V.T, shown(Z * V.m / V.n <= leak(V.z * V.ratios[i], q)))),
        ),
        says(number(Fraction(17, 10)) < spent_in_section_5(100)),
        says(spent_in_section_5(1000) <= Fraction(106, 100)),
        # A budget converted by the inverse of (11) is spent exactly.
        says(
            printed.eq_11(
                V.S, printed.eq_12(V.S, V.m, printed.eq_13(V.share, 1, V.n, V.m)), V.n, V.m
            )
            == V.share,
            given=["m <= n"],
        ),
    ),
)

# The guide ---------------------------------------------------------------------------------------
# What the split a^{1/3} loses: every epsilon_t is converted by the inverse of (11), constants are
# Section 5's. The optimum of (30) is the library's, a convex problem whose dual has one unknown.
N, BATCH, EPSILON, SENSITIVITY = 10**5, 1000, 1.0, 40.0
MU, SMOOTHNESS = 0.02, 1531 / 300  # Section 5; kappa is about 255
HORIZONS = (100, 200, 500, 1000)


def nag(T: int, c: float) -> tuple[float, ...]:
    """The weights of (29), alpha = c/L."""
    return tuple(strongly_convex.nesterov(c / SMOOTHNESS, MU, SMOOTHNESS, T).noise_weights)


def masg(T: int, c: float) -> tuple[float, ...]:
    """The weights of (34)."""
    plan = stages(T, MU, SMOOTHNESS, alpha_scale=c)
    return tuple(strongly_convex.multistage(plan, MU, SMOOTHNESS).noise_weights)


SPIKE = (30000.0,) + (1.0,) * 97
WEIGHTS: Mapping[str, Callable[[], tuple[float, ...]]] = {
    **{
        f"DP-{name}, T = {T}, c = {c}": partial(weights, T, c)
        for name, weights in (("NAG", nag), ("MASG", masg))
        for T in HORIZONS
        for c in (0.1, 1.0)
    },
    "DP-NAG-opt, T' = 136, c = 1": partial(nag, 136, 1.0),
    "DP-NAG-opt, T' = 396, c = 0.1": partial(nag, 396, 0.1),
    "DP-MASG-opt, T' = 89, c = 1": partial(masg, 89, 1.0),
    "30000 and 97 times 1": lambda: SPIKE,
}
CELLS = tuple(WEIGHTS)[:-1]


@lru_cache
def loss(cell: str, power: Fraction) -> float:
    """The noise term of the split by a power of the weights over the least one."""
    weights = np.array(WEIGHTS[cell]())
    shares = weights ** float(power)
    budgets = EPSILON * shares / shares.sum()
    scales = np.array([step_laplace_scale(SENSITIVITY, e, N, BATCH) for e in budgets])
    best = laplace(weights.tolist(), EPSILON, sensitivity=SENSITIVITY, n=N, batch_size=BATCH)
    return float(np.sum(2 * weights * scales**2)) / best.objective


def noise_of_the_split_over_the_least(cell: str, _: Context) -> Ratio:
    """The noise of the guide's split of the budget over that of the best split."""
    value = loss(cell, Fraction(1, 3))
    return Ratio(value=value, low=value, high=value, data_sets=None)


def noise_by_weights_over_the_least(cell: str, _: Context) -> Ratio:
    """The noise of a split by the weights themselves over that of the best split."""
    value = loss(cell, Fraction(1))
    return Ratio(value=value, low=value, high=value, data_sets=None)


GUIDE_CLAIM = (
    claim(
        "accelerated/remark-4.2-guide",
        "§4.1, (30) and Remark 4.2",
        "The allocation as a guide under sampling",
    )
    .says(
        behaves("about", CELLS, noise_of_the_split_over_the_least),
        notes=(
            # A converted b_t is at most (e^z - 1)/z times what spends the same by S_1/(b_t n),
            # with z at least S_1/(b_t m): the split loses the square of that factor at most.
            says(
                V.scale <= FACTOR * (V.S / (V.n * printed.eq_11(V.S, V.scale, V.n, V.m))),
                given=["m <= n", V.S / (V.scale * V.m) <= V.z],
            ),
        ),
    )
    .rejects(
        "split by the weights themselves", behaves("about", CELLS, noise_by_weights_over_the_least)
    )
    .rejects("one dominant weight", cells=tuple(WEIGHTS)[-1:])
)
