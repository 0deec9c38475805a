"""Section 4.1, Remark 4.2: the leak S/(bn) and the budget of (31) for m < n."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy

from dptheory.bounds import strongly_convex
from dptheory.numbers import exp, total
from dptheory.optimizers.multistage import stages
from dptheory.privacy.laplace import LaplaceSteps, guarantee, step_laplace_scale
from dptheory.privacy.neighbouring import Neighbouring
from verify.checks.base import Control
from verify.checks.boxes import Boxes
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed, printed_4

Case = dict[str, Any]
F = Fraction
N, BATCH, BUDGET, SENSITIVITY = 10**5, 1000, 1.0, 40.0
HORIZONS = (100, 200, 500, 1000)
MU, SMOOTHNESS = 0.02, 1531 / 300  # Section 5; kappa is about 255

# The approximation -----------------------------------------------------------------------------


def limit_of_ratio(power: int) -> Any:
    """The limit of (11) over q z^power as z = S/(bm) goes to 0, q = m/n symbolic."""
    z, q = sympy.symbols("z q", positive=True)
    return sympy.limit(printed.eq_11(z * q, 1, 1, q) / (q * z**power), z, 0)


def equivalent(power: int) -> Cases:
    """That (11) is equivalent to q z^power."""
    return Cases(
        name="ratio of both sides as z = S/(bm) goes to 0",
        part="S/(bm) << 1",
        cases=lambda _: iter([{"power": power}]),
        holds=lambda power: limit_of_ratio(power) == 1,
        complete="q = m/n is a symbol",
        success="epsilon(S, b, n, m)/(S/(bn)) tends to 1",
    )


LIMIT = dataclasses.replace(
    equivalent(1),
    controls=(
        Control(
            "S/(bm) squared",
            equivalent(2),
            Outcome.FAILS,
            # q = 1: (11) is z itself.
            lambda: printed.eq_11(1e-3, 1.0, 1.0, 1.0) > 100 * 1e-6,
        ),
    ),
)
BELOW = Inequality(
    name="exp of both sides, term by term",
    part="S/(bn) <= leak",
    # e^{qz} <= 1 + q (e^z - 1): the terms of order k >= 1 are q^k z^k/k! and q z^k/k!; here
    # power = q^{k-1} <= 1.
    lhs=lambda q, power: power * q,
    rhs=lambda q, power: q,
    domain=Domain({n: Range(0, 1, corners=(F(1, 2), 1)) for n in ("q", "power")}),
    proof=Decomposition(
        {"q": "nonnegative", "h": "nonnegative"},
        "q = m/n <= 1: every term of exp(S/(bn)) is at most that of "
        "1 + (m/n)(exp(S/(bm)) - 1), so that the approximation never overstates the leak",
        substitution=lambda q, h: {"q": q, "power": 1 / (1 + h)},
    ),
)
STEP = {
    "z": Range(0.01, 1, log=True, corners=(F(1, 10), 1)),
    "m": Range(1, 1000, integer=True, corners=(1, 10)),
    "n": Range(1, 1000, integer=True, corners=(10, 1000)),
}


def leak(z: Any, m: Any, n: Any) -> Any:
    """(11) at S = z m, b = 1."""
    return printed.eq_11(z * m, 1, n, m)


DIRECT = Inequality(
    name="(11) itself",
    part="S/(bn) <= leak",
    lhs=lambda z, m, n: z * m / n,
    rhs=leak,
    domain=Domain(STEP, where=lambda z, m, n: m <= n),
)
ABOVE = Inequality(
    name="relative error at most z = S/(bm), 1/20 <= z <= 1",
    part="relative error",
    # ln(1 + q (e^z - 1)) <= q (e^z - 1), hence the relative error is at most (e^z - 1 - z)/z.
    lhs=lambda z: exp(z) - 1,
    rhs=lambda z: z * (1 + z),
    domain=Domain({"z": Range(0.05, 1, log=True, corners=(F(1, 20), 1))}),
    proof=Boxes({"z": (F(1, 20), 1)}),
)
DIRECT_ABOVE = Inequality(
    name="(11) itself, from above",
    part="relative error",
    lhs=leak,
    rhs=lambda z, m, n: z * m / n * (1 + z),
    domain=Domain(STEP, where=lambda z, m, n: m <= n),
)
SMALL = Inequality(
    name="relative error at most (z/2) e^z, term by term",
    part="relative error",
    # e^z - 1 - z = sum of z^(k+2)/(k+2)! and (z^2/2) e^z = sum of z^(k+2)/(2 k!).
    lhs=lambda z, k: z**2 * 2,
    rhs=lambda z, k: z**2 * (k + 1) * (k + 2),
    domain=Domain(
        {"z": Range(0, 9, corners=(1, 2)), "k": Range(0, 20, integer=True, corners=(0, 1))}
    ),
    proof=Decomposition(
        {"z": "nonnegative", "k": "nonnegative"},
        "2 k! <= (k+2)!: (e^z - 1 - z)/z <= (z/2) e^z for all z >= 0",
    ),
)
APPROXIMATION = Claim(
    id="accelerated/remark-4.2-approximation",
    where="§4.1, Remark 4.2",
    title="approximate leak",
    statement=r"For $m\ll n$ and $S/(bm)\ll1$: $\varepsilon(S,b,n,m)\approx S/(bn)$.",
    checks=(LIMIT, BELOW, DIRECT, SMALL, ABOVE, DIRECT_ABOVE),
    note="With z = S/(bm) the relative error lies in [0, (e^z - 1 - z)/z], for every m <= n: "
    "m << n is not needed, and the approximation always understates the leak. For small z and "
    "m << n it is about z/2.",
)

# The budget ------------------------------------------------------------------------------------

Weights = Sequence[float]


def equal_weights(T: int) -> Weights:
    """The weights for which (31) is equal noise."""
    return (1.0,) * T


def nag_weights(T: int, c: float) -> Weights:
    """The weights of (29) with the constants of §5, alpha = c/L."""
    return strongly_convex.nesterov(c / SMOOTHNESS, MU, SMOOTHNESS, T).noise


def masg_weights(T: int, c: float) -> Weights:
    """The weights of (34) with the constants of §5."""
    plan = stages(T, MU, SMOOTHNESS, scale=c)
    return strongly_convex.multistage(plan, MU, SMOOTHNESS).noise


def spent(weights: Weights, m: int) -> float:
    """What (31) spends at n = 10^5 with batches of m and a budget of 1: a lower bound, by balls."""
    from flint import arb

    scales = printed_4.schedule([arb(w) for w in weights], arb(1), N, 1)
    leaks = (printed.eq_11(arb(1), b, arb(N), arb(m)) for b in scales)
    return float(total(leaks).lower())


SCHEDULES: Mapping[str, Callable[[], Weights]] = {
    **{f"equal noise, T = {T}": partial(equal_weights, T) for T in HORIZONS},
    "DP-NAG-opt, T' = 136 (c = 1)": partial(nag_weights, 136, 1.0),
    "DP-NAG-opt, T' = 396 (c = 0.1)": partial(nag_weights, 396, 0.1),
    "DP-MASG-opt, T' = 89 (c = 1)": partial(masg_weights, 89, 1.0),
}


def within_budget(name: str) -> Cases:
    """That the leaks of (31) add up to at most the budget."""
    return Cases(
        name=name,
        level=Level.CERTIFIED,
        cases=lambda _: iter([{"m": BATCH, "n": N, "epsilon": 1}]),
        holds=lambda m, n, epsilon: (spent(SCHEDULES[name](), m), epsilon),
        failure="the leaks add up to more than the budget",
    )


INVERSE = Identity(
    name="leak of the converted scale",
    lhs=lambda S, n, m, share: printed.eq_11(
        S, printed.eq_12(S, m, printed.eq_13(share, 1, n, m)), n, m
    ),
    rhs=lambda S, n, m, share: share,
    symbols=dict.fromkeys(("S", "n", "m", "share"), "positive"),
    general="every step spends its epsilon_t, and these add up to epsilon",
)


def split(weights: Weights, power: Fraction = printed_4.THIRD) -> np.ndarray:
    """Budgets in proportion to a power of the weights."""
    shares = np.asarray(weights, float) ** float(power)
    budgets: np.ndarray = BUDGET * shares / shares.sum()
    return budgets


def converted(weights: Weights, budgets: np.ndarray) -> tuple[np.ndarray, float]:
    """The scales that spend the given budgets, and the noise term: sum of a_t times 2 b_t^2."""
    scales = np.array([step_laplace_scale(SENSITIVITY, e, N, BATCH) for e in budgets])
    return scales, float(np.sum(2 * np.asarray(weights, float) * scales**2))


def spends_the_budget(name: str, *, scale: float = 1.0) -> bool:
    """Whether the library's accountant finds the budget spent, to 1e-12."""
    weights = SCHEDULES[name]()
    scales, _ = converted(weights, split(weights))
    steps = LaplaceSteps(SENSITIVITY, tuple((scale * scales).tolist()), N, BATCH)
    total_epsilon = guarantee(steps, neighbouring=Neighbouring.REPLACE_ONE).epsilon
    return bool(abs(total_epsilon / BUDGET - 1) < 1e-12)


ACCOUNTED = Cases(
    name="the library's accountant",
    level=Level.NUMERIC,
    cases=lambda _: ({"name": name} for name in SCHEDULES),
    holds=spends_the_budget,
    success="the converted schedules spend the budget to 1e-12",
    controls=(
        Control(
            "half the noise",
            Cases(
                name="half",
                level=Level.NUMERIC,
                cases=lambda _: ({"name": name} for name in SCHEDULES),
                holds=lambda name: spends_the_budget(name, scale=0.5),
            ),
            Outcome.FAILS,
            lambda: printed.eq_11(1.0, 0.5, 10.0, 10.0) > printed.eq_11(1.0, 1.0, 10.0, 10.0),
        ),
    ),
)
BUDGET_CLAIM = Claim(
    id="accelerated/remark-4.2-budget",
    where="§4.1, Remark 4.2",
    title="budget of the guide",
    statement=r"(31) can be used as a guide for $b_t$ under subsampling: $\sum_t\varepsilon(S_1,"
    r"b_t,n,m)$ stays at the budget $\epsilon$ ($m=1000$, $n=10^5$, $\epsilon=1$).",
    checks=tuple(within_budget(name) for name in SCHEDULES),
    repair=Repair(
        statement=r"Use (31) for the budgets, $\epsilon_t\propto a_{T,t}^{1/3}$, and convert each "
        r"by the inverse of (11): $b_t=S_1/(m\ln[1+(e^{\epsilon_t}-1)n/m])$. The sum is exactly "
        r"$\epsilon$.",
        changes=("b_t by the inverse of (11) instead of S_1/(n epsilon_t)",),
        checks=(INVERSE, ACCOUNTED),
        consequence="Runs that take b_t from (31) at m < n promise a budget that they exceed, the "
        "more so the fewer iterations they have. Converted schedules need more noise: with equal "
        "noise at T = 100 z = S_1/(b m) is 0.696 instead of 1.",
    ),
    note="Every m < n overspends, since (11) exceeds S/(bn) (remark-4.2-approximation). The excess "
    "vanishes as all z_t = S_1/(b_t m) go to 0.",
)

CLAIMS = (APPROXIMATION, BUDGET_CLAIM)
