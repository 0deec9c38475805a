"""Theorem 3.5 in its tight form: a bound attained at every iteration, and the exact error."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.bounds.quadratic import exact_loss, sharp_loss_bound
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import growth_polynomials, point_start, second_moments
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.context import Context

F = Fraction
Case = dict[str, Any]


def double_roots(_: Context) -> Iterator[Case]:
    """beta = rho^2 and alpha L = (1 - rho)^2: a double eigenvalue rho at L."""
    for rho in (F(1, 3), F(1, 2), F(9, 10)):
        for t in (0, 1, 2, 9, 40):
            yield {"rho": rho, "t": t}


def worst_start(rho: Fraction, t: int) -> tuple[Fraction, Fraction]:
    """(e_0, e_{-1}) along the first row (U_t, -beta U_{t-1}) of T^t."""
    *_, before, last = growth_polynomials(2 * rho, rho**2, t)
    return last, -(rho**2) * before


def attained(rho: Fraction, t: int, power: int = 2) -> bool:
    """Bound and exact loss agree in rational arithmetic; ``power`` is the exponent of t + 1."""
    method = heavy_ball((1 - rho) ** 2, rho**2)
    error, before = worst_start(rho, t)
    square = error**2 + before**2
    exact = exact_loss(method, [F(1)], F(0), [error], t, previous=[before])
    bound = sharp_loss_bound(method, [F(1)], F(0), square, t)
    extra = ((t + 1) ** power - (t + 1) ** 2) * rho ** (2 * t) * square / 2
    return bool(exact == bound + extra)


def settings(_: Context) -> Iterator[Case]:
    """Rational parameters, spectra, noise levels and horizons."""
    for alpha, beta in ((F(1, 3), F(0)), (F(1, 2), F(1, 4)), (F(3, 2), F(4, 5))):
        for t in (0, 1, 2, 7, 15):
            for variance in (F(0), F(2)):
                yield {"alpha": alpha, "beta": beta, "variance": variance, "t": t}


def recursion_agrees(
    alpha: Fraction, beta: Fraction, variance: Fraction, t: int, factor: int = 1
) -> bool:
    """The closed form equals the moment recursion, spectrum (1/4, 1), a start with velocity."""
    spectrum, errors, before = (F(1, 4), F(1)), (F(1), F(-2)), (F(3), F(1, 2))
    method = heavy_ball(alpha, beta)
    recursion = sum(
        c * second_moments(method, c, factor * variance, point_start(e, p), t)[-1][0] / 2
        for c, e, p in zip(spectrum, errors, before, strict=True)
    )
    return bool(recursion == exact_loss(method, spectrum, variance, errors, t, previous=before))


DOUBLE_ROOT = Identity(
    name="powers at a double root",
    part="the bound is attained",
    # U_k = (k+1) rho^k solves U_{k+1} = 2 rho U_k - rho^2 U_{k-1}; the first row of T^t is
    # (U_t, -rho^2 U_{t-1}), and a start along it attains Cauchy-Schwarz.
    lhs=lambda rho, t: (
        2 * rho * (t + 1) * rho**t - rho**2 * t * rho ** (t - 1),
        ((t + 1) * rho**t) ** 2 + (rho**2 * t * rho ** (t - 1)) ** 2,
    ),
    rhs=lambda rho, t: (
        (t + 2) * rho ** (t + 1),
        ((t + 1) ** 2 + t**2 * rho**2) * rho ** (2 * t),
    ),
    symbols={"rho": "fraction", "t": "positive"},
    general="for every t and rho",
)


def stationary(alpha: Any, beta: Any, curvature: Any, variance: Any) -> tuple[Any, Any, Any]:
    """Entries xx, xp, pp of the heavy ball's stationary covariance."""
    v = (
        alpha
        * (1 + beta)
        * variance
        / ((1 - beta) * curvature * (2 + 2 * beta - alpha * curvature))
    )
    return v, (1 + beta - alpha * curvature) * v / (1 + beta), v


STATIONARY = Identity(
    name="closed form, induction step",
    part="exact error",
    # With Sigma = T Sigma T' + D, X_t = Sigma + T^t (X_0 - Sigma) T'^t satisfies the recursion
    # X_{t+1} = T X_t T' + D; here D = alpha^2 sigma^2 e_1 e_1'.
    lhs=lambda alpha, beta, curvature, variance: stationary(alpha, beta, curvature, variance),
    rhs=lambda alpha, beta, curvature, variance: second_moments(
        heavy_ball(alpha, beta),
        curvature,
        variance,
        stationary(alpha, beta, curvature, variance),
        1,
    )[-1],
    symbols={"alpha": "positive", "beta": "fraction", "curvature": "positive"}
    | {"variance": "positive"},
    instance={"alpha": F(1, 2), "beta": F(1, 3), "curvature": F(2), "variance": F(5)},
    general="eigenvalues add up",
)

SHARP = Claim(
    id="dptheory/sharp-quadratic-bound",
    where="dptheory.bounds.quadratic",
    title="Theorem 3.5 with tightness 1",
    statement=r"$E[F(x_t)]-F^*\le\frac L2[(t+1)^2+t^2\rho^2]\rho^{2t}E\Vert\xi_0-\xi^*\Vert^2+"
    r"\frac12\sum_i\lambda_iv_i$ on quadratics is attained for every $t$ (double eigenvalue at "
    r"$L$, no noise), and the exact error has the closed form of `exact_loss`.",
    checks=(
        DOUBLE_ROOT,
        STATIONARY,
        Cases(
            name="attained",
            part="the bound is attained",
            cases=double_roots,
            holds=attained,
            success="bound and exact error are equal rationals",
            controls=(
                Control(
                    "(t+1)^3 for (t+1)^2",
                    Cases(
                        name="cubed",
                        cases=double_roots,
                        holds=lambda rho, t: attained(rho, t, power=3),
                    ),
                    Outcome.FAILS,
                    # t = 1, rho = 1/2: the first row of T itself is shorter than the cubed bound.
                    lambda: (
                        sum(v**2 for v in heavy_ball(F(1, 4), F(1, 4)).closed_loop(1)[0])
                        < (2**3 + F(1, 4)) * F(1, 4)
                    ),
                ),
            ),
        ),
        Cases(
            name="closed form against the recursion",
            part="exact error",
            cases=settings,
            holds=recursion_agrees,
            success="equal rationals",
            controls=(
                Control(
                    "twice the noise",
                    Cases(
                        name="twice",
                        cases=settings,
                        holds=lambda **c: recursion_agrees(**c, factor=2),
                    ),
                    Outcome.FAILS,
                    # One step from rest at the minimiser has variance alpha^2 v.
                    lambda: (
                        second_moments(heavy_ball(F(1, 2), F(0)), F(1), F(4), (F(0),) * 3, 1)
                        != second_moments(heavy_ball(F(1, 2), F(0)), F(1), F(2), (F(0),) * 3, 1)
                    ),
                ),
            ),
        ),
    ),
    note="That it is a bound is the repair of accelerated/thm-3.5.",
)

CLAIMS = (SHARP,)
