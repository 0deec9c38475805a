"""Section 4.1, (29): the unrolled bound of DP-NAG."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.bounds import strongly_convex
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Inequality
from verify.checks.search import Search
from verify.context import Context
from verify.papers.accelerated import printed_4
from verify.papers.accelerated.thm_4_1 import (
    REPAIRED_STEP,
    STEP_SIZES,
    UNITS,
    admissible,
    errors,
)

Case = dict[str, Any]
F = Fraction


def bound_29(alpha: Any, mu: Any, L: Any, E: Any, b: Any, T: int) -> Any:
    """(29) at d = 1, m = n with constant scale b."""
    a = printed_4.weights(T, alpha, mu, L)
    return printed_4.eq_29(printed_4.initial_weight(T, alpha, mu), E, a, [b] * T, 1, 0)


PRINTED = Inequality(
    name="F = mu x^2/2, d = 1, m = n",
    lhs=lambda alpha, mu, L, x0, b, T: errors(alpha, mu, mu, b, x0, T)[-1],
    rhs=lambda alpha, mu, L, x0, b, T: bound_29(
        alpha, mu, L, errors(alpha, mu, mu, b, x0, 0)[0], b, T
    ),
    domain=Domain(
        STEP_SIZES
        | {
            "x0": Range(0.1, 10, log=True, corners=(1,)),
            "b": Range(0, 2, corners=(0, F(1, 4), 1)),
            "T": Range(1, 60, integer=True, corners=(1, 2, 10)),
        },
        where=admissible,
    ),
    consequence="without noise E_T = (1-r)^{2T} (1 + r T)^2 E_0 on this quadratic, "
    "r = sqrt(mu alpha)",
)


def with_noise(_: Context) -> Iterator[Case]:
    yield {"alpha": F(1, 4), "mu": F(1), "L": F(4), "x0": F(1), "b": F(1, 4), "T": 1}


NOISY = Cases(
    name="the same with noise",
    cases=with_noise,
    holds=lambda alpha, mu, L, x0, b, T: (
        errors(alpha, mu, mu, b, x0, T)[-1],
        bound_29(alpha, mu, L, errors(alpha, mu, mu, b, x0, 0)[0], b, T),
    ),
    failure="b_t > 0 does not help",
)

# The repair ------------------------------------------------------------------------------------

UNROLLED = Identity(
    name="the weights unroll the step",
    part="unrolled bound",
    # V_T <= (1-r) V_{T-1} + n_{T-1} turns the weights for T-1 into (1-r) a_{T-1,t} and adds
    # n_{T-1} = a_{T,T} (b_{T-1}^2 d + sigma_s^2/2).
    lhs=lambda alpha, r, L, T, t: (
        (1 - r) * printed_4.weight(T - 1, t, alpha, r**2 / alpha, L),
        printed_4.weight(T, T, alpha, r**2 / alpha, L),
    ),
    rhs=lambda alpha, r, L, T, t: (
        printed_4.weight(T, t, alpha, r**2 / alpha, L),
        alpha * (1 + alpha * L),
    ),
    symbols={"alpha": "positive", "r": "fraction", "L": "positive", "T": "positive"}
    | {"t": "positive"},
    instance={"alpha": F(1, 2), "r": F(1, 3), "L": F(2), "T": F(5), "t": F(2)},
    general="by induction over T",
)


def library_cases(_: Context) -> Iterator[Case]:
    for alpha, mu, L in ((F(1, 4), F(1), F(4)), (F(1, 9), F(1, 4), F(3)), (F(1), F(1), F(1))):
        for T in (1, 2, 5):
            yield {"alpha": alpha, "mu": mu, "L": L, "T": T}


def library_agrees(alpha: Any, mu: Any, L: Any, T: int, *, start: int = 2) -> bool:
    """Whether the library's bound is the repaired (29): E|w|^2 = 2 d b^2 + sigma_s^2."""
    found = strongly_convex.nesterov(alpha, mu, L, T)
    a = [weight / 2 for weight in printed_4.weights(T, alpha, mu, L)]
    initial = start * printed_4.initial_weight(T, alpha, mu)
    return bool(found.initial == initial and list(found.noise) == a)


def setting(rng: np.random.Generator) -> Case:
    """A method, a quadratic of the class (often its worst) and a noise schedule."""
    kappa = float(np.exp(rng.uniform(0, np.log(1e4))))
    T = int(rng.integers(1, 61))
    curvature = float(rng.choice([1.0, rng.uniform(1, kappa), kappa], p=[0.6, 0.3, 0.1]))
    scales = rng.exponential(size=T) * float(rng.choice([0.0, 0.01, 1.0, 100.0]))
    return {
        "alpha": float(rng.choice([1.0, rng.uniform(0.01, 1)])) / kappa,
        "kappa": kappa,
        "curvature": curvature,
        "b": scales.tolist(),
    }


def against_bound(s: Mapping[str, Any], *, start: float = 2) -> tuple[float, float]:
    """(exact E_T, the bound with ``start`` times the initial term), mu = 1, x_0 - x* = 1."""
    T = len(s["b"])
    measured = errors(s["alpha"], 1.0, s["curvature"], s["b"], 1.0, T)[-1]
    bound = strongly_convex.nesterov(s["alpha"], 1.0, s["kappa"], T)
    value = bound.value(s["curvature"] / 2, [2 * b**2 for b in s["b"]])
    return measured, value - (2 - start) / 2 * bound.initial * s["curvature"] / 2


SEARCHED = Search(
    name="all quadratics of the class, exact moments",
    part="unrolled bound",
    propose=setting,
    measure=against_bound,
    controls=(
        Control(
            "the printed factor 1",
            Search(
                name="factor 1",
                propose=setting,
                measure=lambda s: against_bound(s, start=1),
                budget=(400, 1000, 10000),
            ),
            Outcome.FAILS,
            lambda: (1 - 0.5**2) ** 2 > 1 - 0.5,  # one step at r = 1/2
        ),
    ),
)


def exceeded(T: int, constant: Fraction) -> bool:
    """Whether E_T >= constant (1-r)^T E_0 without noise on F = x^2/2 at r = 1/T, exactly."""
    alpha = F(1, T**2)
    path = errors(alpha, F(1), F(1), F(0), F(1), T)
    return bool(path[-1] >= constant * printed_4.initial_weight(T, alpha, F(1)) * path[0])


SHARPNESS = Cases(
    name="the factor is not below 146/100",
    part="sharpness",
    cases=lambda _: iter([{"T": 100, "constant": F(146, 100)}]),
    holds=exceeded,
    complete="one case refutes a smaller factor",
    success="F = mu x^2/2, r = 1/T, no noise: E_T/((1-r)^T E_0) = 4 (1-1/T)^T, which tends to 4/e",
    controls=(
        Control(
            "not below 3/2",
            Cases(
                name="3/2",
                cases=lambda _: iter([{"T": 100, "constant": F(3, 2)}]),
                holds=exceeded,
            ),
            Outcome.FAILS,
            lambda: 4 * np.exp(-1) < 1.5,  # (1 - 1/T)^T < 1/e
        ),
    ),
)

EQ_29 = Claim(
    id="accelerated/eq-29",
    where="§4.1, (29)",
    title="error bound of DP-NAG",
    statement=r"$E_T\le a_{T,0}E_0+\sum_{t=1}^Ta_{T,t}(b_t^2d+\sigma_s^2(m,n)/2)$, "
    r"$a_{T,0}=(1-\sqrt{\mu\alpha})^T$, $a_{T,t}=(1-\sqrt{\mu\alpha})^{T-t}\alpha(1+\alpha L)$.",
    units=UNITS,
    hypotheses=("a start at rest, x_{-1} = x_0 (not stated)", "alpha <= 1/L, Assumption 3.2"),
    checks=(PRINTED, NOISY),
    repair=Repair(
        statement=r"$E_T\le2(1-\sqrt{\mu\alpha})^TE_0+\sum_{t=1}^Ta_{T,t}(b_{t-1}^2d+"
        r"\sigma_s^2/2)$. The factor 2 cannot be replaced by one below $4/e=1.4715$.",
        changes=("the factor 2 before E_0", "b_{t-1} instead of b_t"),
        checks=(
            *REPAIRED_STEP,
            UNROLLED,
            Cases(
                name="the library's bound",
                part="unrolled bound",
                cases=library_cases,
                holds=library_agrees,
                success="dptheory.bounds.strongly_convex.nesterov is the repaired (29)",
                controls=(
                    Control(
                        "the printed factor 1",
                        Cases(
                            name="factor 1",
                            cases=library_cases,
                            holds=lambda **case: library_agrees(**case, start=1),
                        ),
                        Outcome.FAILS,
                        lambda: (1 - 0.5**2) ** 2 > 1 - 0.5,
                    ),
                ),
            ),
            SEARCHED,
            SHARPNESS,
        ),
        consequence="Twice the initial term, about ln(2)/r more iterations for the same bound; the "
        "weights a_{T,t}, hence (31), Figure 2 and the schedules of §5, keep their values. The "
        "length T' that minimises (32) becomes that of the guess 2 E_0.",
    ),
    note="Over quadratics at rest the largest E_T/((1-r)^T E_0) without noise is 4/e, on "
    "F = mu x^2/2 for r -> 0, r T = 1; the constant of the bound lies in [4/e, 2].",
)

CLAIMS = (EQ_29,)
