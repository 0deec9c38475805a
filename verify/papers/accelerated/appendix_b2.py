r"""Appendix B.2, (42)-(46): what smoothness and strong convexity say of one step.

Positions are measured from :math:`x^*`, so that :math:`x^* = 0`. Formulas are written for one
coordinate: squared norms and scalar products are sums over coordinates, and a function value enters
once. A function of :math:`\mathcal S_{\mu,L}` enters through Definition A.1, each of its two
inequalities as an equation with a slack :math:`\ge 0`: ``gap`` for smoothness between
:math:`x_t` and :math:`x_{t+1}`, ``gap_star`` for strong convexity between :math:`x^*` and
:math:`x_t`. An inequality is then proved by showing what the difference of its sides is.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Inequality
from verify.context import Context
from verify.papers.accelerated import printed
from verify.papers.accelerated.printed import HALF, quadratic_form
from verify.papers.accelerated.section_3_1 import UNITS, at, kinds, state_space, state_step

Case = dict[str, Any]

# Functions of S_{mu,L} and their steps --------------------------------------------------------


def next_point(alpha: Any, beta: Any, x: Any, previous: Any, gradient: Any, w: Any) -> Any:
    """(42), by the library's state space."""
    return state_step(state_space, alpha, beta, x, previous, gradient + w)[0][0]


def descent(alpha: Any, beta: Any, L: Any, x: Any, previous: Any, gradient: Any, w: Any) -> Any:
    """The right side of (44)."""
    following = next_point(alpha, beta, x, previous, gradient, w)
    return gradient * (x - following) - L * HALF * (following - x) ** 2


def decrease(gap: Any, **step: Any) -> Any:
    """F(x_t) - F(x_{t+1}), from Definition A.1 with y = x_t: F(y) - F(x) = g'(y - x) - ..."""
    before, after = step["x"], next_point(**{n: v for n, v in step.items() if n != "L"})
    taylor = step["gradient"] * (after - before) + step["L"] * HALF * (after - before) ** 2
    return gap - taylor


def optimality(mu: Any, x: Any, gradient: Any, gap_star: Any) -> Any:
    """F(x*) - F(x_t), from Definition A.1 with x = x*, y = x_t."""
    return gap_star - gradient * x + mu * HALF * x**2


STEP = ("alpha", "beta", "L", "x", "previous", "gradient", "w")


def smoothness_slack(name: str, bound: Callable[..., Any]) -> Identity:
    """A lower bound on F(x_t) - F(x_{t+1}) whose error is the slack of smoothness."""
    return Identity(
        name=name,
        lhs=lambda gap, **step: decrease(gap, **step) - bound(**step),
        rhs=lambda gap, **step: gap,
        symbols=kinds(*STEP, "gap"),
        instance=at(*STEP, "gap"),
        general="left minus right side is the slack of smoothness, which is nonnegative; equality "
        "for quadratics of curvature L",
    )


# Exact members of S_{mu,L} on the line with minimiser 0: value and gradient.
Member = tuple[Callable[[Fraction], Fraction], Callable[[Fraction], Fraction]]
MU, LARGE = Fraction(1, 2), Fraction(2)


def bent(inner: Fraction, outer: Fraction, kink: int) -> Member:
    """Curvature ``inner`` for x <= kink and ``outer`` beyond, kink >= 0."""

    def value(x: Fraction) -> Fraction:
        return inner * x**2 / 2 + (outer - inner) * max(x - kink, Fraction(0)) ** 2 / 2

    def slope(x: Fraction) -> Fraction:
        return inner * x + (outer - inner) * max(x - kink, Fraction(0))

    return value, slope


MEMBERS: Mapping[str, Member] = {
    "curvature L": bent(LARGE, LARGE, 0),
    "curvature mu": bent(MU, MU, 0),
    "curvature mu, then L from 0": bent(MU, LARGE, 0),
    "curvature mu, then L from 1": bent(MU, LARGE, 1),
    "curvature L, then mu from 1": bent(LARGE, MU, 1),
}


def member_cases(_: Context) -> Iterator[Case]:
    """Every member, a grid of states and of noise."""
    steps = ((HALF, Fraction(0)), (HALF, HALF), (Fraction(3), HALF))
    values = [Fraction(v) for v in (-2, 0, 1, 3)]
    for F, (alpha, beta) in itertools.product(MEMBERS, steps):
        for x, previous, w in itertools.product(values, values, (-HALF, Fraction(1))):
            yield {"F": F, "alpha": alpha, "beta": beta, "x": x, "previous": previous, "w": w}


def member_sides(bound: Callable[..., Any], L: Any = LARGE, **case: Any) -> tuple[Any, Any]:
    """(lower bound, F(x_t) - F(x_{t+1})) for a member, exactly."""
    value, slope = MEMBERS[case.pop("F")]
    state = case | {"gradient": slope(case["x"])}
    return bound(L=L, **state), value(case["x"]) - value(next_point(**state))


def members(bound: Callable[..., Any]) -> Cases:
    """A lower bound on F(x_t) - F(x_{t+1}) for every member; with mu in place of L it fails."""
    return Cases(
        name="bent quadratics",
        cases=member_cases,
        holds=lambda **case: member_sides(bound, **case),
        success="the lower bound holds for plain and for bent quadratics",
        controls=(
            Control(
                "mu instead of L",
                Cases(
                    name="mu",
                    cases=member_cases,
                    holds=lambda **case: member_sides(bound, MU, **case),
                ),
                Outcome.FAILS,
                # F = L x^2/2 rises from 0 to 1 by L/2, which is more than mu/2.
                lambda: 2.0 / 2 > 0.5 / 2,
            ),
        ),
    )


SMOOTH_STEP = Claim(
    id="accelerated/eq-44",
    where="App B.2, (42), (44)",
    title="smoothness along a step",
    statement=r"With $x_{t+1}=(1+\beta)x_t-\beta x_{t-1}-\alpha(\nabla F(x_t)+w_t)$: "
    r"$F(x_t)-F(x_{t+1})\ge\nabla F(x_t)^\top(x_t-x_{t+1})-\frac L2\Vert x_{t+1}-x_t\Vert^2$.",
    units=UNITS,
    checks=(smoothness_slack("Definition A.1 at x_{t+1}", descent), members(descent)),
)

# (45) -----------------------------------------------------------------------------------------

STATE = {
    "alpha": Range(0.01, 2, log=True, corners=(1,)),
    "beta": Range(0, 1, corners=(0, Fraction(1, 2))),
    "L": Range(0.1, 5, log=True, corners=(1,)),
    "x": Range(-3, 3, corners=(0, 1)),
    "previous": Range(-3, 3, corners=(0, 1)),
    "w": Range(-3, 3, corners=(-1, 1)),
}


def eq_45_repaired(alpha: Any, gradient: Any, w: Any, **step: Any) -> Any:
    """(45) with the sign of its last term corrected."""
    return printed.eq_45(alpha=alpha, gradient=gradient, w=w, **step) + 2 * alpha * gradient * w


EXPANDED = Claim(
    id="accelerated/eq-45",
    where="App B.2, (45)",
    title="one step with noise",
    statement=r"$F(x_t)-F(x_{t+1})\ge[\cdot]^\top\tilde X_1[\cdot]-\frac{L\alpha^2}2\Vert w_t"
    r"\Vert^2+L\alpha[\beta(x_t-x_{t-1})-\alpha\nabla F(x_t)]^\top w_t"
    r"-\alpha\nabla F(x_t)^\top w_t$.",
    units=UNITS,
    checks=(
        Inequality(
            name="F = L x^2/2",
            lhs=lambda L, x, **step: printed.eq_45(L=L, x=x, gradient=L * x, **step),
            rhs=lambda L, x, **step: decrease(0, L=L, x=x, gradient=L * x, **step),
            domain=Domain(STATE),
            consequence="for F = L x^2/2; the last term must be +alpha grad F' w.",
        ),
    ),
    repair=Repair(
        statement=r"The same with $+\alpha\nabla F(x_t)^\top w_t$ as last term; equality for "
        r"quadratics of curvature $L$.",
        changes=("the sign of the last term",),
        checks=(smoothness_slack("smoothness slack", eq_45_repaired), members(eq_45_repaired)),
        consequence="none for Lemma B.1: the term has mean 0.",
    ),
)

# (46) -----------------------------------------------------------------------------------------

STRONG_CONVEXITY = Claim(
    id="accelerated/eq-46",
    where="App B.2, (46)",
    title="strong convexity at the minimiser",
    statement=r"$F(x^*)-F(x_t)\ge\frac12[\cdot]^\top\tilde X_2[\cdot]$ with "
    r"$X_2=\frac12\begin{bmatrix}\mu&0&-1\\0&0&0\\-1&0&0\end{bmatrix}$.",
    units=UNITS,
    checks=(
        Inequality(
            name="F = mu x^2/2",
            lhs=lambda mu, x, previous: printed.eq_46(mu, x, previous, mu * x),
            rhs=lambda mu, x, previous: optimality(mu, x, mu * x, 0),
            domain=Domain(
                {
                    "mu": Range(0.1, 3, log=True, corners=(1,)),
                    "x": Range(-3, 3, corners=(1, 2)),
                    "previous": Range(-3, 3, corners=(0,)),
                }
            ),
            consequence="for F = mu x^2/2; X_2 already contains the factor 1/2.",
        ),
    ),
    repair=Repair(
        statement=r"$F(x^*)-F(x_t)\ge[\cdot]^\top\tilde X_2[\cdot]$; equality for quadratics of "
        r"curvature $\mu$.",
        changes=("the factor 1/2, which X_2 contains already, is dropped",),
        checks=(
            Identity(
                name="strong convexity slack",
                lhs=lambda mu, x, previous, gradient, gap_star: (
                    optimality(mu, x, gradient, gap_star)
                    - quadratic_form(printed.x_2(mu), (x, previous, gradient))
                ),
                rhs=lambda mu, x, previous, gradient, gap_star: gap_star,
                symbols=kinds("mu", "x", "previous", "gradient", "gap_star"),
                instance=at("mu", "x", "previous", "gradient", "gap_star"),
                general="left minus right side is the slack of strong convexity, nonnegative",
            ),
            Cases(
                name="bent quadratics",
                cases=member_cases,
                holds=lambda **case: minimum_sides(MU, **case),
                success="the lower bound holds for plain and for bent quadratics",
                controls=(
                    Control(
                        "L instead of mu",
                        Cases(
                            name="L",
                            cases=member_cases,
                            holds=lambda **case: minimum_sides(LARGE, **case),
                        ),
                        Outcome.FAILS,
                        # F = mu x^2/2 at 1: F* - F = -1/4, and L/2 - mu = 1/2.
                        lambda: -0.5 / 2 < 2.0 / 2 - 0.5,
                    ),
                ),
            ),
        ),
        consequence="none for Lemma B.1, whose proof adds (1-rho^2) times the repaired form.",
    ),
)


def minimum_sides(mu: Fraction, F: str, x: Fraction, previous: Fraction, **_: Any) -> Any:
    """(repaired right side of (46), F* - F(x)) for a member, exactly."""
    value, slope = MEMBERS[F]
    return quadratic_form(printed.x_2(mu), (x, previous, slope(x))), -value(x)


CLAIMS = (SMOOTH_STEP, EXPANDED, STRONG_CONVEXITY)
