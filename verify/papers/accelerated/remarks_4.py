"""Section 4.1, the text after Proposition 4.2 and Remark 4.1, (32): what the allocation does."""

import dataclasses
from fractions import Fraction
from typing import Any

from dptheory.numbers import total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed_4
from verify.papers.accelerated.prop_4_2 import SCHEDULE, SCHEDULE_POINT, VALUE
from verify.papers.accelerated.thm_4_1 import STEP_SIZES, admissible
from verify.papers.accelerated.thm_4_1 import UNITS as STEP_UNITS

Case = dict[str, Any]
F = Fraction
UNITS = STEP_UNITS | dict.fromkeys(
    ("n", "epsilon", "X", "x", "s", "mean", "T", "t", "d", "u", "p", "q"), "1"
)

# (31) against equal noise ----------------------------------------------------------------------


def objectives(alpha: Any, mu: Any, L: Any, T: int) -> tuple[Any, Any]:
    """The sum of a_{T,t} b_t^2 for (31) and for b_t = T S_1/(n epsilon), S_1 = n epsilon = 1."""
    a = printed_4.weights(T, alpha, mu, L)
    optimal = printed_4.schedule(a, 1, 1, 1)
    return total(w * b**2 for w, b in zip(a, optimal, strict=True)), T**2 * total(a)


def no_larger(T: int, *, swapped: bool = False) -> Cases:
    """(31) against equal noise at kappa = 20, or the other way round."""
    point = {"alpha": 0.05, "mu": 1.0, "L": 20.0, "T": T}
    return Cases(
        name=f"kappa = 20, alpha = 1/L, T = {T}",
        level=Level.NUMERIC,
        cases=lambda _: iter([point]),
        holds=lambda **case: objectives(**case)[::-1] if swapped else objectives(**case),
        success="(31) against equal noise",
    )


def saving(T: int) -> Cases:
    """The comparison with its control."""
    return dataclasses.replace(
        no_larger(T),
        controls=(
            Control(
                "the other way round",
                no_larger(T, swapped=True),
                Outcome.FAILS,
                # Weights 1 and 8: (1 + 2)^3 = 27 < 36 = 2^2 (1 + 8).
                lambda: (1 + 2) ** 3 < 2**2 * (1 + 8),
            ),
        ),
    )


VS_UNIFORM = Claim(
    id="accelerated/allocation-vs-uniform",
    where="§4.1, motivation of Prop 4.2",
    title="allocation against equal noise",
    statement=r"The allocation (31) never has a larger noise term $\sum_ta_{T,t}b_t^2$ than "
    r"$b_t=TS_1/(n\epsilon)$.",
    units=UNITS,
    hypotheses=("m = n", "positive weights (prop-4.2)"),
    checks=(
        Inequality(
            name="power means, term by term",
            # With a_t = x_t^3 and the mean m of the x_t: x^3 >= m^3 + 3 m^2 (x - m). Summed over
            # t the linear terms cancel: T^2 sum of x_t^3 >= (sum of x_t)^3, for any T.
            lhs=lambda x, mean: mean**3 + 3 * mean**2 * (x - mean),
            rhs=lambda x, mean: x**3,
            domain=Domain({n: Range(0, 9, corners=(0, 1, 2)) for n in ("x", "mean")}),
            proof=Decomposition(
                {"x": "nonnegative", "mean": "nonnegative"},
                "the difference is (x - m)^2 (x + 2 m); with VALUE (prop-4.2) the two noise terms "
                "are (sum x)^3 and T^2 sum x^3 times (S_1/(n epsilon))^2",
                terms=lambda x, mean: ((x - mean) ** 2 * (x + 2 * mean),),
            ),
        ),
        VALUE,
        Inequality(
            name="weights of (29)",
            lhs=lambda alpha, mu, L, T: objectives(alpha, mu, L, T)[0],
            rhs=lambda alpha, mu, L, T: objectives(alpha, mu, L, T)[1],
            domain=Domain(
                STEP_SIZES | {"T": Range(1, 60, integer=True, corners=(1, 2, 20))},
                where=lambda alpha, mu, L, T: admissible(alpha, mu, L) and alpha * mu < 0.99,
            ),
            budget=(60, 600, 6000),
        ),
        *(saving(T) for T in (53, 133, 293, 613)),
    ),
    note="Equality exactly for T = 1 (the weights of (29) increase strictly for 0 < r < 1). The "
    "uniform noise term grows like T^2, that of (31) stays below alpha (1 + alpha L)/(1-s)^3, "
    "s = (1-r)^{1/3}, in units of (S_1/(n epsilon))^2.",
)

# Monotone weights ------------------------------------------------------------------------------

CONSECUTIVE = Identity(
    name="a_{T,t} = (1 - sqrt(mu alpha)) a_{T,t+1}",
    part="ratio",
    lhs=lambda alpha, r, L, T, t: printed_4.weight(T, t, alpha, r**2 / alpha, L),
    rhs=lambda alpha, r, L, T, t: (1 - r) * printed_4.weight(T, t + 1, alpha, r**2 / alpha, L),
    symbols=dict.fromkeys(("alpha", "L", "T", "t"), "positive") | {"r": "fraction"},
    instance={"alpha": F(1, 2), "r": F(1, 3), "L": F(2), "T": F(7), "t": F(3)},
    general="for all t < T, r = sqrt(mu alpha)",
)
MONOTONE = Claim(
    id="accelerated/a-monotone",
    where="§4.1, text after Prop 4.2",
    title="monotone weights",
    statement=r"$a_{T,t}$ is decreasing in $t$.",
    units=UNITS,
    checks=(
        Inequality(
            name="a_{T,t+1} against a_{T,t}, t >= 1",
            lhs=lambda alpha, mu, L, T, t: printed_4.weight(T, t + 1, alpha, mu, L),
            rhs=lambda alpha, mu, L, T, t: printed_4.weight(T, t, alpha, mu, L),
            domain=Domain(
                STEP_SIZES
                | {
                    "T": Range(2, 50, integer=True, corners=(2, 10)),
                    "t": Range(1, 49, integer=True, corners=(1, 2)),
                },
                where=lambda alpha, mu, L, T, t: admissible(alpha, mu, L) and t < T,
            ),
            consequence="the ratio of consecutive weights is 1/(1 - sqrt(mu alpha)) > 1",
        ),
    ),
    repair=Repair(
        statement=r"$a_{T,t}$, $1\le t\le T$, is increasing in $t$, strictly for "
        r"$\sqrt{\mu\alpha}<1$: $a_{T,t+1}=a_{T,t}/(1-\sqrt{\mu\alpha})$.",
        changes=("increasing instead of decreasing",),
        checks=(
            CONSECUTIVE,
            Inequality(
                name="(1 - sqrt(mu alpha)) a <= a",
                part="monotone",
                lhs=lambda a, r: (1 - r) * a,
                rhs=lambda a, r: a,
                domain=Domain(
                    {"a": Range(0, 2, corners=(0, 1)), "r": Range(0, 1, corners=(F(1, 2), 1))}
                ),
                proof=Decomposition(
                    {"a": "nonnegative", "r": "nonnegative"}, "the difference is r a"
                ),
            ),
        ),
        consequence="none for the schedule: b_t falls because a_{T,t} increases "
        "(variance-schedule); the sentence's reason is the wrong way round.",
    ),
    note="a_{T,0} is a pure number and not comparable with the others.",
)


def later(s: Any, x: Any, X: Any, S: Any, n: Any, epsilon: Any) -> tuple[Any, Any]:
    """b_t and b_{t+1} of (31) where a_{T,t+1} = x^3 and a_{T,t} = (s x)^3."""
    now, then = (printed_4.eq_31(X, (y * x) ** 3, S, n, epsilon) for y in (s, 1))
    return now, then


# b_t is a cube root of a rational number: exact witnesses where x, s are rational.
NEIGHBOURS = Domain(
    {"s": Range(0.01, 1, corners=(F(1, 2), 1))}
    | {n: Range(0.1, 9, log=True, corners=(2, 1)) for n in ("x", "X", "S", "n", "epsilon")}
)
RATIO = {"k": "nonnegative"} | SCHEDULE
SHRUNK = {"substitution": lambda k, **p: p | {"s": 1 / (1 + k)}}
SCHEDULE_CLAIM = Claim(
    id="accelerated/variance-schedule",
    where="§4.1, text after Prop 4.2",
    title="falling variance of DP-NAG",
    statement="For DP-NAG the variance starts high and then decreases; a larger part of the "
    "budget is spent on later iterations.",
    units=UNITS,
    hypotheses=("m = n, sqrt(mu alpha) < 1 or T = 1 (prop-4.2)",),
    checks=(
        CONSECUTIVE,
        Inequality(
            name="b_{t+1} <= b_t",
            part="variance",
            # (1 - r)^{1/3} = s: consecutive cube roots are s x and x.
            lhs=lambda **p: later(**p)[1],
            rhs=lambda **p: later(**p)[0],
            domain=NEIGHBOURS,
            proof=Decomposition(RATIO, "b_{t+1} = (1-r)^{1/3} b_t", **SHRUNK),
        ),
        Inequality(
            name="epsilon_{t+1} >= epsilon_t",
            part="budget",
            lhs=lambda s, x, X, S, n, epsilon: printed_4.budget_share(X, (s * x) ** 3, epsilon),
            rhs=lambda s, x, X, S, n, epsilon: printed_4.budget_share(X, x**3, epsilon),
            domain=NEIGHBOURS,
            proof=Decomposition(RATIO, "epsilon_{t+1} = epsilon_t/(1-r)^{1/3}", **SHRUNK),
        ),
    ),
    note="True although the paper's reason is false (a-monotone). From first to last the standard "
    "deviation falls by (1-r)^{(T-1)/3}. For DP-MASG see masg-variance-schedule.",
)

# (32) ------------------------------------------------------------------------------------------

EQ_32 = Claim(
    id="accelerated/eq-32",
    where="§4.1, Remark 4.1, (32)",
    title="bound with optimal noise",
    statement=r"With (31), (29) becomes $E_T\le a_{T,0}E_0+\frac{dS_1^2}{n^2\epsilon^2}"
    r"\left(\sum_ja_{T,j}^{1/3}\right)^3$.",
    units=UNITS,
    hypotheses=("m = n, so that sigma_s = 0", "positive weights (prop-4.2)"),
    checks=(
        Identity(
            name="right side of (29), T = 2",
            part="right side",
            lhs=lambda initial, E, x, y, d, S, n, epsilon: printed_4.eq_29(
                initial,
                E,
                (x**3, y**3),
                [printed_4.eq_31(x + y, w**3, S, n, epsilon) for w in (x, y)],
                d,
                0,
            ),
            rhs=lambda initial, E, x, y, d, S, n, epsilon: printed_4.eq_32(
                initial, E, x + y, d, S, n, epsilon
            ),
            symbols=dict.fromkeys(("initial", "E", "x", "y", "d", "S", "n", "epsilon"), "positive"),
            instance={"initial": F(1, 2), "E": F(3), "x": F(1), "y": F(2), "d": F(2)}
            | {"S": F(5), "n": F(7), "epsilon": F(2)},
        ),
        Identity(
            name="one term, any T",
            part="right side",
            lhs=lambda x, X, d, S, n, epsilon: (
                x**3 * printed_4.eq_31(X, x**3, S, n, epsilon) ** 2 * d
            ),
            rhs=lambda x, X, d, S, n, epsilon: x * X**2 * d * S**2 / (n**2 * epsilon**2),
            symbols=SCHEDULE | {"d": "positive"},
            instance=SCHEDULE_POINT | {"d": F(3)},
            general="a_{T,t} = x^3; summed over t it is the noise term of (32)",
        ),
    ),
    note="A rewriting of (29): as a bound of E_T it needs the factor 2 before a_{T,0} E_0 "
    "(eq-29). With m < n the term sigma_s^2/2 times the sum of a_{T,t} is missing.",
)

# More iterations -------------------------------------------------------------------------------


def bound_32(T: int, *, uniform: bool) -> Any:
    """(29) at kappa = 20, alpha = 1/L, mu = 1, the rest as in §5 (epsilon = 1), by balls."""
    from flint import arb

    mu, L = arb(1), arb(20)
    a = printed_4.weights(T, 1 / L, mu, L)
    initial = printed_4.initial_weight(T, 1 / L, mu)
    d, S, n, E = 20, arb(40), arb(10**5), arb(10)
    if uniform:
        return initial * E + d * total(a) * (T * S / n) ** 2
    cube_roots = total(w.root(3) for w in a)
    return printed_4.eq_32(initial, E, cube_roots, d, S, n, 1)


def degrades(name: str, fewer: int, more: int, *, uniform: bool) -> Cases:
    """That (29) is larger with more iterations."""
    return Cases(
        name=name,
        part=f"{'equal' if uniform else 'optimal'} noise",
        level=Level.CERTIFIED,
        cases=lambda _: iter([{"fewer": fewer, "more": more}]),
        holds=lambda fewer, more: (
            bound_32(fewer, uniform=uniform) < bound_32(more, uniform=uniform)
        ),
        complete="an instance settles a statement of existence",
        success=f"kappa = 20, alpha = 1/L, mu = 1, d = 20, S_1 = 40, n = 10^5, epsilon = 1, "
        f"E_0 = 10: the bound is larger at T = {more} than at T = {fewer}",
    )


def degrading(fewer: int, more: int, *, uniform: bool) -> Cases:
    """The instance, and one where the first iterations help."""
    return dataclasses.replace(
        degrades(f"T = {fewer} and {more}", fewer, more, uniform=uniform),
        controls=(
            Control(
                "the first iterations",
                degrades("T = 1 and 10", 1, 10, uniform=uniform),
                Outcome.FAILS,
                # (1 - r)^10 < (1 - r)/7 at r = 1/sqrt(20), and the noise is far below E_0.
                lambda: (1 - 20**-0.5) ** 10 < (1 - 20**-0.5) / 7,
            ),
        ),
    )


GEOMETRIC = Identity(
    name="closed form of (32)",
    part="best length",
    # The cube roots are c s^{T-t} with s = (1-r)^{1/3}, c^3 = alpha (1 + alpha L): the sum for T
    # is s times the sum for T - 1 plus c, and so is c (1 - s^T)/(1-s).
    lhs=lambda s, c, T: s * (c * (1 - s ** (T - 1)) / (1 - s)) + c,
    rhs=lambda s, c, T: c * (1 - s**T) / (1 - s),
    symbols={"s": "fraction", "c": "positive", "T": "positive"},
    instance={"s": F(1, 2), "c": F(3), "T": F(4)},
    general="(32) is u^3 E_0 + K (1-u)^3 with u = s^T, K = d S_1^2 alpha (1 + alpha L)"
    "/(n^2 epsilon^2 (1-s)^3); it starts at c for T = 1",
)
BEST_LENGTH = Inequality(
    name="the best length",
    part="best length",
    # p = sqrt(E_0), q = sqrt(K).
    lhs=lambda p, q, u: (p * q) ** 2 / (p + q) ** 2,
    rhs=lambda p, q, u: u**3 * p**2 + (1 - u) ** 3 * q**2,
    domain=Domain(
        {
            "p": Range(0.01, 10, log=True, corners=(1, 2)),
            "q": Range(0.01, 10, log=True, corners=(1, 2)),
            "u": Range(0.01, 0.99, corners=(F(1, 2),)),
        }
    ),
    proof=Decomposition(
        dict.fromkeys(("p", "q", "k"), "positive"),
        "the difference is (p u + q u - q)^2 (u p^2 + 2 p q + (1-u) q^2)/(p+q)^2: the least value "
        "is at u = s^T = sqrt(K)/(sqrt(E_0) + sqrt(K))",
        substitution=lambda p, q, k: {"p": p, "q": q, "u": k / (1 + k)},
        terms=lambda p, q, k: (
            ((p + q) * k / (1 + k) - q) ** 2
            * (p**2 * k / (1 + k) + 2 * p * q + q**2 / (1 + k))
            / (p + q) ** 2,
        ),
    ),
)
MORE = Claim(
    id="accelerated/remark-4.1-more-iterations",
    where="§4.1, Remark 4.1",
    title="more iterations may hurt",
    statement="Increasing the number of iterations may degrade the performance [bound (32)] in "
    "the DP context.",
    units=UNITS,
    checks=(
        degrading(60, 120, uniform=False),
        degrading(40, 80, uniform=True),
        GEOMETRIC,
        BEST_LENGTH,
    ),
    note="With (31) the bound tends to K as T grows and never exceeds its least value "
    "K E_0/(sqrt(E_0) + sqrt(K))^2 by more than the factor (1 + sqrt(K/E_0))^2 beyond the best "
    "length ln(1 + sqrt(E_0/K))/ln(1/s): optimal noise makes too many iterations nearly harmless. "
    "With equal noise the bound grows like T^2.",
)

CLAIMS = (VS_UNIFORM, MONOTONE, SCHEDULE_CLAIM, EQ_32, MORE)
