"""Section 4.1, Proposition 4.2, (30)-(31), and its proof in Appendix B.4."""

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from dptheory import allocation
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.context import Context
from verify.papers.accelerated import printed_4

Case = dict[str, Any]
F = Fraction
GRADIENT, WEIGHT = "loss/length", "length^2/loss"
UNITS = {
    "alpha": WEIGHT,
    "a": WEIGHT,
    "S": GRADIENT,
    "b": GRADIENT,
    "multiplier": "loss",
} | dict.fromkeys(("n", "epsilon", "X", "T", "t", "x", "e", "E", "y", "share"), "1")
SCHEDULE = dict.fromkeys(("x", "X", "S", "n", "epsilon"), "positive")
SCHEDULE_POINT = {"x": F(2), "X": F(3), "S": F(5), "n": F(7), "epsilon": F(2)}

# (31) is optimal -------------------------------------------------------------------------------

# With a_t = x_t^3, X = sum of x_t and budgets e_t of sum E, (30) asks for the least
# (S_1/n)^2 sum of x_t^3/e_t^2. One term at a time, 1/e^2 lies above its tangent at e = x E/X:
# x^3/e^2 >= 3 x X^2/E^2 - 2 e X^3/E^3, and the right sides add up to X^3/E^2, the value at (31).
TANGENT = Inequality(
    name="every other schedule costs more, term by term",
    part="minimum",
    lhs=lambda x, e, X, E: 3 * x * X**2 / E**2 - 2 * e * X**3 / E**3,
    rhs=lambda x, e, X, E: x**3 / e**2,
    domain=Domain(
        {
            "x": Range(0, 5, corners=(0, 1, 2)),
            "e": Range(0.01, 5, log=True, corners=(1, 2)),
            "X": Range(0.01, 9, log=True, corners=(2, 4)),
            "E": Range(0.01, 9, log=True, corners=(2,)),
        }
    ),
    proof=Decomposition(
        {"x": "nonnegative"} | dict.fromkeys(("e", "X", "E"), "positive"),
        "the difference is (x E - e X)^2 (x E + 2 e X)/(e^2 E^3); summed over t the left side is "
        "X^3/E^2, for any T",
        terms=lambda x, e, X, E: ((x * E - e * X) ** 2 * (x * E + 2 * e * X) / (e**2 * E**3),),
    ),
)
# The slack is at least X (x E - e X)^2/(e E^3), which is 0 at e = x E/X and nowhere else.
STRICT = Inequality(
    name="and strictly more, unless its budgets are those of (31)",
    part="unique minimiser",
    lhs=lambda x, e, X, E: TANGENT.lhs(x, e, X, E) + X * (x * E - e * X) ** 2 / (e * E**3),
    rhs=lambda x, e, X, E: x**3 / e**2,
    domain=TANGENT.domain,
    proof=Decomposition(
        {"x": "nonnegative"} | dict.fromkeys(("e", "X", "E"), "positive"),
        "the difference is (x E - e X)^2 (x E + e X)/(e^2 E^3); summed over t, the excess over "
        "X^3/E^2 is at least the sum of X (x_t E - e_t X)^2/(e_t E^3), positive unless every "
        "e_t = x_t E/X",
        terms=lambda x, e, X, E: ((x * E - e * X) ** 2 * (x * E + e * X) / (e**2 * E**3),),
    ),
)
VALUE = Identity(
    name="(31) attains it",
    part="minimum",
    lhs=lambda x, X, S, n, epsilon: x**3 * printed_4.eq_31(X, x**3, S, n, epsilon) ** 2,
    rhs=lambda x, X, S, n, epsilon: x * X**2 * (S / (n * epsilon)) ** 2,
    symbols=SCHEDULE,
    instance=SCHEDULE_POINT,
    general="a_t = x^3; summed over t it is X^3 (S/(n epsilon))^2",
)
FEASIBLE = Identity(
    name="(31) spends the budget",
    part="feasible",
    lhs=lambda x, X, S, n, epsilon: S / (n * printed_4.eq_31(X, x**3, S, n, epsilon)),
    rhs=lambda x, X, S, n, epsilon: x / X * epsilon,
    symbols=SCHEDULE,
    instance=SCHEDULE_POINT,
    general="a_t = x^3; summed over t it is epsilon",
)


def schedules(context: Context) -> Iterator[Case]:
    rng = context.named("weights").rng()
    for T in (1, 2, 10, 100):
        yield {"a": tuple(np.exp(rng.normal(scale=3, size=T)).tolist()), "epsilon": 0.7}


def allocated(a: tuple[float, ...], epsilon: float) -> np.ndarray:
    """The library's optimal schedule at S_1 = 40, m = n = 1000."""
    return allocation.laplace(a, epsilon, sensitivity=40.0, n=1000, m=1000).scales


def library(power: Fraction = printed_4.THIRD) -> Routes:
    """The library against (31), with an exponent in place of 1/3."""
    return Routes(
        name="the library's schedule",
        part="minimum",
        cases=schedules,
        first=allocated,
        second=lambda a, epsilon: printed_4.schedule(
            [w ** float(3 * power) for w in a], 40.0, 1000, epsilon
        ),
        tolerance=1e-12,
        meaning="dptheory.allocation.laplace at m = n gives (31)",
    )


LIBRARY = dataclasses.replace(
    library(),
    controls=(
        Control(
            "square roots for cube roots",
            library(F(1, 2)),
            Outcome.FAILS,
            # Weights (1, 8): shares (1, 2) cost 3^3 = 27, shares (1, sqrt 8) cost more.
            lambda: (1 + 8**0.5) ** 2 * (1 + 1) > 27,
        ),
    ),
)
VANISHING = Inequality(
    name="a weight zero: halving its budget is better",
    part="weights zero",
    # a = (0, 1), budgets (share, 1 - share) of epsilon: the objective is (S/(n epsilon))^2 times
    # 1/(1 - share)^2.
    lhs=lambda share: 1 / (1 - share / 2) ** 2,
    rhs=lambda share: 1 / (1 - share) ** 2,
    domain=Domain({"share": Range(0.01, 0.99, corners=(F(1, 2),))}),
    proof=Decomposition(
        {"k": "positive"},
        "strict for every share in (0, 1): there is no minimiser, and the infimum is approached "
        "as the share goes to 0",
        substitution=lambda k: {"share": k / (1 + k)},
    ),
)


def parameters(_: Context) -> Iterator[Case]:
    for alpha, mu, L, T in ((F(1, 4), 1, 4, 2), (F(1), 1, 1, 1), (F(1), 1, 1, 2)):
        yield {"alpha": alpha, "mu": mu, "L": L, "T": T}


PROP_4_2 = Claim(
    id="accelerated/prop-4.2",
    where="§4.1, Prop 4.2, (30)-(31)",
    title="optimal noise allocation",
    statement=r"For $m=n$ the minimiser of $\sum_ta_{T,t}b_t^2$ s.t. $\sum_t\varepsilon(S_1,b_t,"
    r"n,m)=\epsilon$ is $b_t=\frac{\sum_ja_{T,j}^{1/3}}{a_{T,t}^{1/3}}\frac{S_1}{n\epsilon}$.",
    units=UNITS,
    checks=(
        Cases(
            name="weights of (29) for alpha <= 1/L, mu <= L",
            part="existence",
            cases=parameters,
            holds=lambda **case: (
                min(printed_4.weights(case["T"], case["alpha"], case["mu"], case["L"])) > 0
            ),
            failure="at mu = L, alpha = 1/L all a_{T,t} with t < T are 0: (31) divides by 0, and "
            "(30) has no minimiser",
        ),
        TANGENT,
        VALUE,
        FEASIBLE,
    ),
    repair=Repair(
        statement=r"For $m=n$ and positive weights (31) is the unique minimiser; the least value "
        r"is $(\sum_ta_{T,t}^{1/3})^3(S_1/(n\epsilon))^2$. With weights that are 0 this is the "
        r"infimum, approached as their steps get no budget ($b_t\to\infty$).",
        changes=("positive weights: alpha mu < 1 or T = 1",),
        checks=(TANGENT, STRICT, VALUE, FEASIBLE, VANISHING, LIBRARY),
        consequence="none in the paper's settings (kappa > 1). The library gives steps of weight "
        "zero no budget.",
    ),
    note="Global optimality holds for every positive weights, not only those of (29).",
)

BUDGET_FORM = Claim(
    id="accelerated/prop-4.2-budget-form",
    where="§4.1, Prop 4.2",
    title="the allocation as budgets",
    statement=r"Equivalently $\epsilon_t=\frac{a_{T,t}^{1/3}}{\sum_ja_{T,j}^{1/3}}\epsilon$.",
    units=UNITS,
    hypotheses=("positive weights (see prop-4.2)", "m = n: a step leaks S_1/(n b_t)"),
    checks=(
        Identity(
            name="leak of (31)",
            lhs=lambda a, X, S, n, epsilon: S / (n * printed_4.eq_31(X, a, S, n, epsilon)),
            rhs=lambda a, X, S, n, epsilon: printed_4.budget_share(X, a, epsilon),
            symbols=dict.fromkeys(("a", "X", "S", "n", "epsilon"), "positive"),
            general="for every t and T; b_t determines epsilon_t and conversely",
        ),
    ),
)

# Appendix B.4 ----------------------------------------------------------------------------------


def multiplier_scale(y: Any, X: Any, S: Any, n: Any, epsilon: Any) -> Any:
    """b_t of App B.4 at 2 a_t = y^3, with its multiplier at X = sum of y_j."""
    return printed_4.b4_scale(printed_4.b4_multiplier(X, S, n, epsilon), y**3 / 2, S, n)


B4_SYMBOLS = dict.fromkeys(("y", "X", "S", "n", "epsilon"), "positive")
B4_POINT = {"y": F(2), "X": F(3), "S": F(5), "n": F(7), "epsilon": F(2)}
MULTIPLIER = Claim(
    id="accelerated/b4-multiplier",
    where="App B.4",
    title="multiplier",
    statement=r"$2a_{T,t}b_t=\lambda S_1/(nb_t^2)$, $b_t=(\frac{\lambda S_1/n}{2a_{T,t}})^{1/3}$, "
    r"$\lambda=\frac{(S_1/n)^2[\sum(2a_{T,t})^{1/3}]^3}{\epsilon^3}$.",
    units=UNITS,
    checks=(
        Identity(
            name="stationarity",
            part="stationarity",
            lhs=lambda y, X, S, n, epsilon: y**3 * multiplier_scale(y, X, S, n, epsilon),
            rhs=lambda y, X, S, n, epsilon: (
                printed_4.b4_multiplier(X, S, n, epsilon)
                * S
                / (n * multiplier_scale(y, X, S, n, epsilon) ** 2)
            ),
            symbols=B4_SYMBOLS,
            general="2 a_t = y^3",
        ),
        Identity(
            name="the constraint fixes the multiplier",
            part="multiplier",
            lhs=lambda y, X, S, n, epsilon: S / (n * multiplier_scale(y, X, S, n, epsilon)),
            rhs=lambda y, X, S, n, epsilon: y / X * epsilon,
            symbols=B4_SYMBOLS,
            general="summed over t it is epsilon",
        ),
        Identity(
            name="it is (31)",
            part="claimed solution",
            # The sum of (2 a_j)^{1/3} is 2^{1/3} times that of a_j^{1/3}: the factor cancels.
            lhs=lambda y, X, S, n, epsilon: multiplier_scale(y, X, S, n, epsilon),
            rhs=lambda y, X, S, n, epsilon: printed_4.eq_31(
                X / sympy.Integer(2) ** printed_4.THIRD, y**3 / 2, S, n, epsilon
            ),
            symbols=B4_SYMBOLS,
        ),
    ),
)


def bordered_hessian(a: Any, b: Any, S: Any, n: Any) -> tuple[tuple[Any, ...], ...]:
    """Second derivatives of the printed Lagrangian in (b_1, ..., b_T, lambda) at a solution.

    At a solution 2 a_t b_t^3 = lambda S_1/n for every t; the budget does not enter.
    """
    symbols = sympy.symbols(f"b1:{len(a) + 1}", positive=True)
    multiplier = sympy.Symbol("lambda", positive=True)
    lagrangian = printed_4.b4_lagrangian(a, symbols, multiplier, S, n, 1)
    hessian = sympy.hessian(lagrangian, (*symbols, multiplier))
    value = 2 * a[0] * b[0] ** 3 * n / S
    at = dict(zip(symbols, b, strict=True)) | {multiplier: value}
    return tuple(tuple(row) for row in hessian.subs(at).tolist())


def arrow(a: Any, b: Any, S: Any, n: Any) -> tuple[tuple[Any, ...], ...]:
    """The arrow matrix: 6 a_t and a single 0 on the diagonal, -S_1/(n b_t^2) on the border."""
    T = len(a)
    border = [-S / (n * s**2) for s in b]
    inner = [[6 * a[i] if i == j else 0 * S for j in range(T)] for i in range(T)]
    return tuple(tuple(row + [border[i]]) for i, row in enumerate(inner)) + ((*border, 0 * S),)


def two_steps(formula: Any) -> Any:
    """A matrix formula for T = 2 at a solution: a_1 b_1^3 = a_2 b_2^3."""
    return lambda a, b, y, S, n: formula((a, a / y**3), (b, b * y), S, n)


def solutions(_: Context) -> Iterator[Case]:
    # a_t b_t^3 = 1 at b = (1, 1/2, ...): solutions of the proof's equations with lambda S_1/n = 2.
    for b in ((F(1),), (F(1), F(1, 2))):
        yield {"b": b, "a": tuple(1 / s**3 for s in b)}


def printed_diagonal(b: Any, a: Any) -> bool:
    """Whether the bordered Hessian is diagonal."""
    matrix = bordered_hessian(a, b, F(1), F(1))
    return all(v == 0 for i, row in enumerate(matrix) for j, v in enumerate(row) if i != j)


def printed_signs(b: Any, a: Any) -> bool:
    """Whether its diagonal has T negative values and a single 0."""
    diagonal = [row[i] for i, row in enumerate(bordered_hessian(a, b, F(1), F(1)))]
    return sum(bool(v < 0) for v in diagonal) == len(a) and diagonal.count(0) == 1


HESSIAN = Claim(
    id="accelerated/b4-hessian",
    where="App B.4",
    title="bordered Hessian",
    statement="The bordered Hessian at the solution is a diagonal matrix with $T$ negative values "
    "and a single 0 on its diagonal.",
    units=UNITS,
    checks=(
        Cases(
            name="diagonal",
            part="diagonal",
            cases=solutions,
            holds=printed_diagonal,
            failure="the border is -S_1/(n b_t^2), not 0",
        ),
        Cases(
            name="signs",
            part="signs",
            cases=solutions,
            holds=printed_signs,
            failure="the diagonal entry is 2 a + 2 lambda S_1/(n b^3) = 6 a > 0",
        ),
    ),
    repair=Repair(
        statement=r"It is an arrow matrix with $6a_{T,t}>0$ and a single 0 on the diagonal and "
        r"$-S_1/(nb_t^2)\ne0$ on the border: $T$ positive eigenvalues and one negative, the "
        r"signature of a minimum. The minimum is global: the objective is convex in the budgets.",
        changes=("not diagonal", "T positive values instead of negative"),
        checks=(
            Identity(
                name="second derivatives, T = 2",
                part="entries",
                lhs=two_steps(bordered_hessian),
                rhs=two_steps(arrow),
                symbols=dict.fromkeys(("a", "b", "y", "S", "n"), "positive"),
                instance={"a": F(2), "b": F(3), "y": F(2), "S": F(5), "n": F(7)},
                general="the Lagrangian is a sum over t, so that two steps show every entry",
            ),
            Identity(
                name="completing squares",
                part="signature",
                # One t of the form sum of 6 a u^2 + 2 c u v: squares minus (sum of c^2/(6 a)) v^2.
                lhs=lambda a, c, u, v: 6 * a * u**2 + 2 * c * u * v,
                rhs=lambda a, c, u, v: 6 * a * (u + c * v / (6 * a)) ** 2 - c**2 / (6 * a) * v**2,
                symbols={"a": "positive", "c": "real", "u": "real", "v": "real"},
                instance={"a": F(2), "c": F(3), "u": F(5), "v": F(7)},
                general="T positive squares and one negative, -(sum of c_t^2/(6 a_t)) v^2, for any "
                "T (Sylvester)",
            ),
            TANGENT,
        ),
        consequence="none: (31) is right. A matrix with the printed signs would speak for a "
        "maximum.",
    ),
)

CLAIMS = (PROP_4_2, BUDGET_FORM, MULTIPLIER, HESSIAN)
