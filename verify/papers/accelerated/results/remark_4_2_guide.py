r"""Section 4.1, (30) under subsampling and Remark 4.2: what the split a^{1/3} loses for m < n.

Every :math:`\epsilon_t` is converted by the inverse of (11), and the constants are Section 5's. The
optimum of (30) is the library's, a convex problem whose dual has one unknown.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from dptheory import allocation
from dptheory.bounds import strongly_convex
from dptheory.optimizers.stage_plans import stages
from dptheory.privacy.laplace import step_laplace_scale
from verify.language import behaves, claim, positive, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed

N, BATCH, BUDGET, SENSITIVITY = 10**5, 1000, 1.0, 40.0
MU, SMOOTHNESS = 0.02, 1531 / 300  # Section 5; kappa is about 255
HORIZONS = (100, 200, 500, 1000)


def nag(T: int, c: float) -> tuple[float, ...]:
    """The weights of (29), alpha = c/L."""
    return tuple(strongly_convex.nesterov(c / SMOOTHNESS, MU, SMOOTHNESS, T).noise)


def masg(T: int, c: float) -> tuple[float, ...]:
    """The weights of (34)."""
    plan = stages(T, MU, SMOOTHNESS, scale=c)
    return tuple(strongly_convex.multistage(plan, MU, SMOOTHNESS).noise)


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
    budgets = BUDGET * shares / shares.sum()
    scales = np.array([step_laplace_scale(SENSITIVITY, e, N, BATCH) for e in budgets])
    best = allocation.laplace(weights.tolist(), BUDGET, sensitivity=SENSITIVITY, n=N, m=BATCH)
    return float(np.sum(2 * weights * scales**2)) / best.objective


def noise_of_the_split_over_the_least(cell: str, _: Context) -> Ratio:
    """The guide's."""
    value = loss(cell, Fraction(1, 3))
    return Ratio(value=value, low=value, high=value, data_sets=None)


def noise_by_weights_over_the_least(cell: str, _: Context) -> Ratio:
    """That of a split by the weights themselves."""
    value = loss(cell, Fraction(1))
    return Ratio(value=value, low=value, high=value, data_sets=None)


V = symbols.V.extended(
    scale=positive("b_t", unit="gradient", search=(0.01, 10)),
    z=positive("z", unit="1", search=(0.001, 5)),
)
GUIDE_CLAIM = (
    claim("accelerated/remark-4.2-guide", "§4.1, (30) and Remark 4.2", "the split as a guide")
    .says(
        behaves("about", CELLS, noise_of_the_split_over_the_least),
        notes=(
            # A converted b_t is at most (e^z - 1)/z times what spends the same by S_1/(b_t n),
            # with z at least S_1/(b_t m): the split loses the square of that factor at most.
            says(
                V.scale
                <= (V.z.exp() - 1) / V.z * (V.S / (V.n * printed.eq_11(V.S, V.scale, V.n, V.m))),
                given=["m <= n", V.S / (V.scale * V.m) <= V.z],
            ),
        ),
    )
    .rejects(
        "split by the weights themselves", behaves("about", CELLS, noise_by_weights_over_the_least)
    )
    .rejects("one dominant weight", cells=tuple(WEIGHTS)[-1:])
)
