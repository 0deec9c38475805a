r"""Section 3, Proposition 2 and the text after it: beta in closed form, its range, zeta, and (6).

beta is the mean of the squared eigenvalues of the inverse, hence the entry (0, 0) of its square:
:math:`\beta = \sum_{m=0}^{d-1}c_m^2` with the entries of :mod:`verify.papers.lssgd.prop_1`. The sum
telescopes.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory import smoothing
from dptheory.numbers import cos, sqrt
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed
from verify.papers.lssgd.prop_1 import (
    DIAGONAL,
    OFF_DIAGONAL,
    POINT,
    POSITIVE,
    POWERS,
    RATIONAL_ROOT,
    ROOT_STATEMENT,
    UNITS,
    at_zero,
    second_route,
)

Case = dict[str, Any]
F = Fraction

# Proposition 2 ----------------------------------------------------------------------------------


def partial_sum(sigma: Any, m: Any, x: Any, y: Any) -> Any:
    """The sum of (omega^i + omega^(d-i))^2 over i = 0, ..., m - 1, from omega^m and omega^d."""
    w = printed.omega(sigma)
    rising, falling = (1 - x**2) / (1 - w**2), (1 / x**2 - 1) / (1 / w**2 - 1)
    return rising + 2 * m * y + y**2 * falling


def step(sigma: Any, m: Any, x: Any, y: Any) -> Any:
    return partial_sum(sigma, m + 1, x * printed.omega(sigma), y) - partial_sum(sigma, m, x, y)


TELESCOPES = Identity(
    name="a term of the sum",
    part="closed form",
    lhs=lambda sigma, m, x, y: ((step(sigma, m, x, y), partial_sum(sigma, 0 * m, x / x, y)),),
    rhs=lambda sigma, m, x, y: (((x + y / x) ** 2, 0 * x),),
    symbols=POWERS | {"m": "positive"},
    instance=POINT | {"m": 2},
    general="x = omega^m, y = omega^d: the partial sums grow by the squared entries, from 0",
)
WHOLE = Identity(
    name="the whole sum",
    part="closed form",
    lhs=lambda sigma, d, y: partial_sum(sigma, d, y, y) / ((1 - y) ** 2 * (4 * sigma + 1)),
    rhs=lambda sigma, d, y: printed.prop_2_form(sigma, d, y),
    symbols={"sigma": "positive", "d": "positive", "y": "fraction"},
    instance={"sigma": F(2), "d": 2, "y": F(1, 4)},
    general="y = omega^d: the printed beta is the sum of the d squared entries of the inverse of "
    "A, for every d >= 1",
)
SUM = second_route(printed.prop_2, printed.beta, lambda: smoothing.beta(2, F(1)) != 1)


def regrouped(sigma: Any, d: Any, whole: Any) -> Any:
    """beta without quotients 0/0, from omega^d: its limit, magnified, and a remainder."""
    limit = smoothing.beta_limit(sigma) * (1 + whole) / (1 - whole)
    return limit + 2 * d * whole / ((1 - whole) ** 2 * (1 + 4 * sigma))


def rationalised(sigma: Any, d: int) -> Any:
    """Proposition 2 with omega written so that it has a value without smoothing."""
    return regrouped(sigma, d, smoothing.root(sigma) ** d)


REGROUPED = Identity(
    name="the form without quotients 0/0",
    part="closed form",
    lhs=lambda sigma, d, whole: printed.prop_2_form(sigma, d, whole),
    rhs=lambda sigma, d, whole: regrouped(sigma, d, whole),
    symbols={"sigma": "positive", "d": "positive", "whole": "fraction"},
    instance={"sigma": F(2), "d": 2, "whole": F(1, 4)},
    general="equal to the printed one, which is proved for sigma > 0 and every d",
)
PROP_2 = Claim(
    id="lssgd/prop-2",
    where="§3, Prop 2",
    title="beta in closed form",
    statement=r"$\beta=\frac{2\omega^{2d+1}-\xi\omega^{2d}+2\xi d\omega^d-2\omega+\xi}"
    r"{\sigma^2\xi^3(1-\omega^d)^2}$, $\xi=-\frac{\sqrt{1+4\sigma}}\sigma$.",
    units=UNITS | {"whole": "1"},
    hypotheses=(POSITIVE,),
    checks=(
        OFF_DIAGONAL,
        DIAGONAL,
        TELESCOPES,
        WHOLE,
        SUM,
        REGROUPED,
        RATIONAL_ROOT,
        at_zero(rationalised),
    ),
    note=r"The singularity at $\sigma=0$ is removable: $\beta=\frac{2\sigma+1}{(4\sigma+1)^{3/2}}"
    r"\frac{1+\omega^d}{1-\omega^d}+"
    rf"\frac{{2d\omega^d}}{{(4\sigma+1)(1-\omega^d)^2}}$ with {ROOT_STATEMENT}, for every "
    r"$\sigma\ge0$ and $d\ge1$; the limit for large $d$ is "
    r"$\frac{2\sigma+1}{(4\sigma+1)^{3/2}}$. The printed form divides by 0 at $\sigma=0$.",
)

# The ranges of gamma and beta -------------------------------------------------------------------


def strictly_inside(d: int, sigma: Fraction) -> bool:
    """Whether gamma and beta, summed exactly, are in (0, 1)."""
    return all(0 < value < 1 for value in (printed.gamma(sigma, d), printed.beta(sigma, d)))


def ranges(d: int, sigma: Fraction, *, part: str, failure: str) -> Cases:
    return Cases(
        name=part,
        part=part,
        cases=lambda _: [{"d": d, "sigma": sigma}],
        holds=strictly_inside,
        failure=failure,
    )


BELOW_ONE = Identity(
    name="what a term lacks to 1",
    part="below 1",
    lhs=lambda m: ((1 - 1 / (1 + m), 1 - 1 / (1 + m) ** 2),),
    rhs=lambda m: ((m / (1 + m), m * (2 + m) / (1 + m) ** 2),),
    symbols={"m": "positive"},
    instance={"m": F(2)},
    general="m = 4 sigma sin^2(pi i/d) is positive for i < d when sigma > 0 and d >= 2; the terms "
    "are positive, so that their means lie in (0, 1)",
)
ONE_DIMENSION = ranges(1, F(1), part="d = 1", failure="in one dimension A = 1, gamma = beta = 1")
RANGE_REPAIR = r"$\gamma,\beta\in(0,1)$ for $\sigma>0$ and $d\ge2$; both are 1 otherwise. "
BOTH_BELOW_ONE = Claim(
    id="lssgd/gamma-beta-below-one",
    where="§1.2, Table 1; §3",
    title="gamma and beta are below 1",
    statement=r"$\gamma$ and $\beta$ are positive constants that are strictly less than one.",
    units=UNITS,
    checks=(
        BELOW_ONE,
        ranges(2, F(0), part="sigma = 0", failure="without smoothing gamma = beta = 1"),
        ONE_DIMENSION,
    ),
    repair=Repair(
        statement=RANGE_REPAIR + r"Sharp: both tend to 1 as $\sigma\to0$ and to $1/d$ as "
        r"$\sigma\to\infty$.",
        changes=("sigma > 0 and d >= 2",),
        checks=(BELOW_ONE,),
        consequence="none for models of more than one parameter.",
    ),
)
RANGE = Claim(
    id="lssgd/prop-2-range",
    where="§3, Prop 2",
    title="range of beta",
    statement=r"Therefore $\beta\in(0,1)$.",
    units=UNITS,
    hypotheses=("sigma > 0, as the closed form requires",),
    checks=(BELOW_ONE, ONE_DIMENSION),
    repair=Repair(
        statement=RANGE_REPAIR + r"It follows from the definition, not from the closed form.",
        changes=("d >= 2",),
        checks=(BELOW_ONE,),
        consequence="none for models of more than one parameter.",
    ),
)

# zeta -------------------------------------------------------------------------------------------


def zeta_cases(_: Context) -> Iterator[Case]:
    for d in (1, 2, 3):
        yield {"d": d, "sigma": F(0)}


ZETA_TERM = Inequality(
    name="every term is at least 1",
    part="above 1",
    lhs=lambda sigma, share: 1 + 0 * sigma * share,
    rhs=lambda sigma, share: ((1 + 4 * sigma) / (1 + 4 * sigma * share)) ** 2,
    domain=Domain(
        {"sigma": Range(0, 100, corners=(0, 1)), "share": Range(0, 1, corners=(0, F(1, 2), 1))}
    ),
    proof=Decomposition(
        {"sigma": "nonnegative", "u": "nonnegative"},
        "share = sin^2(pi i/d) = 1/(1 + u); share 0 follows by continuity and from the term i = d",
        substitution=lambda sigma, u: {"sigma": sigma, "share": 1 / (1 + u)},
    ),
)
ZETA_CONSTANT = Identity(
    name="the term i = d",
    part="strictly",
    lhs=lambda sigma: (1 + 4 * sigma) ** 2 - 1,
    rhs=lambda sigma: 8 * sigma * (1 + 2 * sigma),
    symbols={"sigma": "positive"},
    instance={"sigma": F(1)},
    general="positive for sigma > 0, so that zeta^2 >= 1 + 8 sigma (1 + 2 sigma)/d > 1",
)
ZETA = Claim(
    id="lssgd/zeta",
    where="§3, after Prop 2",
    title="zeta exceeds 1",
    statement=r"$\zeta=\sqrt{\frac1d\sum_i\frac{(1+4\sigma)^2}{(1+2\sigma-2\sigma"
    r"\cos(2\pi i/d))^2}}>1$.",
    units=UNITS | {"share": "1", "u": "1"},
    checks=(
        ZETA_TERM,
        ZETA_CONSTANT,
        Cases(
            name="no smoothing",
            part="sigma = 0",
            cases=zeta_cases,
            holds=lambda d, sigma: printed.squared_zeta(sigma, d) > 1,
            failure="every term is 1, and the next sentence sets sigma = 0 in zeta",
        ),
    ),
    repair=Repair(
        statement=r"$\zeta=(1+4\sigma)\sqrt\beta\ge1$, and $\zeta>1$ if and only if $\sigma>0$; "
        r"for large $d$ it is $\sqrt{(2\sigma+1)\sqrt{4\sigma+1}}$.",
        changes=("sigma > 0",),
        checks=(
            ZETA_TERM,
            ZETA_CONSTANT,
            Identity(
                name="large d",
                part="limit",
                lhs=lambda sigma: (1 + 4 * sigma) ** 2 * smoothing.beta_limit(sigma),
                rhs=lambda sigma: (2 * sigma + 1) * sqrt(4 * sigma + 1),
                symbols={"sigma": "positive"},
                instance={"sigma": F(2)},
                general="zeta^2 from the limit of beta",
            ),
        ),
        consequence="measured in the 2-norm the bound of DP-LSSGD is larger than that of DP-SGD by "
        "2.59, 3.87, 5.02 at sigma = 1, 2, 3.",
    ),
)

# (6) --------------------------------------------------------------------------------------------

CREST = {"a_1": (F(4), F(0)), "a_2": (F(1), F(3, 4))}  # x^2 and y^2 of the two points


def outer(x_squared: Any, y_squared: Any) -> Any:
    """The squared gradient norm of the second branch of (6)."""
    import sympy

    level = sympy.Rational(str(x_squared)) / 4 + sympy.Rational(str(y_squared))
    slope = sympy.pi / 2 * cos(sympy.pi / 2 * level)
    return slope**2 * sympy.Rational(str(printed.eq_6_inner(x_squared, y_squared)))


def differentiable(point: str) -> bool:
    """Whether the gradients of both branches agree at a point of the ellipse."""
    return bool(outer(*CREST[point]) == printed.eq_6_inner(*CREST[point]))


def scaled(formula: Any) -> Any:
    """A formula at rho a_1 and rho a_2."""
    return lambda rho: (tuple(formula(rho**2 * x, rho**2 * y) for x, y in CREST.values()),)


DISTANCES = Identity(
    name="squared distances to the minimum",
    part="distances",
    lhs=scaled(lambda x, y: x + y),
    rhs=lambda rho: ((4 * rho**2, F(7, 4) * rho**2),),
    symbols={"rho": "positive"},
    instance={"rho": F(1)},
    general="at rho a_1 and rho a_2; rho = 1 in print: 2 and sqrt(7)/2",
)
GRADIENTS = Identity(
    name="squared gradient norms of the inner branch",
    part="gradient norms",
    lhs=scaled(printed.eq_6_inner),
    rhs=lambda rho: ((rho**2, F(13, 4) * rho**2),),
    symbols={"rho": "positive"},
    instance={"rho": F(1, 2)},
    general="at rho a_1 and rho a_2, 0 < rho < 1, which lie inside the ellipse",
)
EQ_6 = Claim(
    id="lssgd/eq-6",
    where="§3, (6)",
    title="example against the 2-norm",
    statement=r"$f=\frac{x^2}4+y^2$ if $\frac{x^2}4+y^2\le1$, else $\sin(\frac\pi2(\frac{x^2}4+"
    r"y^2))$; $a_1=(2,0)$, $a_2=(1,\sqrt3/2)$ have distances $2$, $\sqrt7/2$ to the local minimum "
    r"and $\Vert\nabla f\Vert=1$, $\sqrt{13}/2$.",
    checks=(
        DISTANCES,
        Cases(
            name="the gradient exists",
            part="gradient exists",
            cases=lambda _: [{"point": name} for name in CREST],
            holds=differentiable,
            failure="both points lie on the ellipse where the branches meet; f is continuous there "
            "and not differentiable: the inner gradient is not 0, the outer one is",
        ),
    ),
    repair=Repair(
        statement=r"At $\rho a_1$, $\rho a_2$ with any $0<\rho<1$: distances $2\rho>\rho\sqrt7/2$, "
        r"gradient norms $\rho<\rho\sqrt{13}/2$. The printed numbers are the limits from inside.",
        changes=("points inside the ellipse",),
        checks=(DISTANCES, GRADIENTS),
        consequence="none: the example makes its point, in a single quadratic; f itself violates "
        "the smoothness that Theorem 3 assumes.",
    ),
    note="The minimum (0, 0) is local: f = -1 where x^2/4 + y^2 = 3.",
)

CLAIMS = (PROP_2, RANGE, BOTH_BELOW_ONE, ZETA, EQ_6)
