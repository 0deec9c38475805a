"""Theorem 3.5, (25)-(26): the bound of the heavy ball on quadratics."""

from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.claim import Control, Lemma, claim
from verify.expression import Node, dot, external, total
from verify.methods.derive import Derive, words
from verify.notation import between, natural, positive, real
from verify.papers.accelerated.notation import V
from verify.statement import at_most, equal

F = Fraction
MOST_EXACT = 12  # iterations in rational arithmetic
i = Node("symbol", (), "i")
W = V.extended(
    d=natural("d", search=(1, 3)),  # the coordinates do not interact
    # Boxes in which runs converge.
    alpha=positive(r"\alpha", unit="length^2/loss", search=(F(1, 10), 1)),
    mu=positive(r"\mu", unit="loss/length^2", search=(F(1, 10), 1)),
    L=positive("L", unit="loss/length^2", search=(F(1, 10), 2)),
    rho=between(0, 1, r"\rho", unit="1", ends="()", search=(F(4, 5), 1)),
    variance=positive(r"\sigma_T^2", unit="gradient^2", search=(F(1, 10**6), 10)),
    # Of the lemmas: one coordinate.
    curvature=positive(r"\lambda", unit="loss/length^2", search=(F(1, 100), 10)),
    now=real("U_k", unit="1"),
    last=real("U_{k-1}", unit="1"),
    e0=real("e_0", unit="length"),
    e1=real("e_{-1}", unit="length"),
)


def expected_gap(F: Any, alpha: Any, beta: Any, x0: Any, before: Any, variance: Any, t: Any) -> Any:
    """E F(x_t) - F*, every coordinate of a step's noise having the given variance."""
    number = Fraction if t <= MOST_EXACT else float
    method = heavy_ball(number(alpha), number(beta))
    losses: Any = 0
    for curvature, x, last in zip(F, x0, before, strict=True):
        start = point_start(number(x), number(last))
        path = second_moments(method, number(curvature), number(variance), start, int(t))
        losses += number(curvature) * path[-1][0] / 2
    return losses


def coordinate(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
    """One term of m(alpha, beta)."""
    return (
        variance
        * alpha
        * (1 + beta)
        / ((1 - beta) * curvature * (2 + 2 * beta - alpha * curvature))
    )


def level(F: Any, alpha: Any, beta: Any, variance: Any) -> Any:
    """m(alpha, beta)."""
    return sum(coordinate(alpha, beta, curvature, variance) for curvature in F)


def roots_within(trace: Node, determinant: Node) -> tuple[Node, Node]:
    """Both roots of z^2 - trace z + determinant have modulus at most rho."""
    return abs(determinant) <= W.rho**2, abs(trace) * W.rho <= W.rho**2 + determinant


GAP = external(
    "E[F(x_t)]-F(x^*)", expected_gap, *(W.F, W.alpha, W.beta, W.x0, W.before, W.variance, W.t)
)
M = external(r"m(\alpha,\beta)", level, W.F, W.alpha, W.beta, W.variance)


def at_both_ends(rate: Any) -> tuple[Node, ...]:
    """A condition on alpha, beta and a curvature, at mu and at L."""
    return tuple(c for v in (W.mu, W.L) for c in rate(v))


# For every rho < 1 that is at least the printed one: the right sides grow with rho.
OF_26 = at_both_ends(
    lambda v: roots_within((1 + W.beta) * (1 - W.alpha * v), W.beta * (1 - W.alpha * v))
)
OF_B3 = at_both_ends(lambda v: roots_within(1 + W.beta - W.alpha * v, W.beta))
START = dot(W.x0, W.x0) + dot(W.before, W.before)  # |xi_0 - xi*|^2, the minimiser being 0
PRINTED_25 = at_most(
    W,
    GAP,
    (START + W.variance * W.alpha**2 / (1 - W.rho**2)) * W.t**2 * W.rho ** (2 * W.t) + W.L * M,
    where=["mu <= L", "t >= 1", *OF_26],  # C_t = t
    # (26) gives 1/9; started along L, the error is (-1/15)^(t/2) at even t.
    look=(
        {"d": 2, "mu": F(1), "L": F(16, 15), "F": (F(1), F(16, 15)), "alpha": F(1)}
        | {"beta": F(1, 15), "x0": (F(0), F(1)), "before": (F(0), F(1))}
        | {"variance": F(1, 10**12), "rho": F(1, 9), "t": 4},
    ),
)
GROWTH = (W.t + 1) ** 2 + W.t**2 * W.rho**2
BOUND = W.L / 2 * GROWTH * W.rho ** (2 * W.t) * START + W.L / 2 * M
FIRST_ROW = Lemma(
    id="accelerated/first-row",
    says=equal(
        W,
        lambda alpha, beta, curvature, now, last: (
            (1 + beta - alpha * curvature) * now - beta * last,
            -beta * now,
        ),
        lambda alpha, beta, curvature, now, last: (
            now * (1 + beta - alpha * curvature) + (-beta * last) * 1,
            now * -beta + (-beta * last) * 0,
        ),
    ),
)
ROW_LENGTH = Lemma(
    id="accelerated/row-times-start",
    says=at_most(
        W,
        (W.now * W.e0 - W.beta * W.last * W.e1) ** 2,
        (W.now**2 + W.beta**2 * W.last**2) * (W.e0**2 + W.e1**2),
    ),
)


def covariance(alpha: Any, beta: Any, curvature: Any, variance: Any) -> tuple[Any, Any]:
    """Stationary variance and lag-one covariance of a coordinate."""
    v = coordinate(alpha, beta, curvature, variance)
    return v, v * (1 + beta - alpha * curvature) / (1 + beta)


def one_step_later(alpha: Any, beta: Any, curvature: Any, variance: Any) -> tuple[Any, Any]:
    """The same after T . T' and the noise of a step."""
    v, c = covariance(alpha, beta, curvature, variance)
    p = 1 + beta - alpha * curvature
    return p**2 * v - 2 * p * beta * c + beta**2 * v + alpha**2 * variance, p * v - beta * c


STATIONARY = Lemma(
    id="accelerated/stationary-covariance",
    says=equal(W, one_step_later, covariance, where=["alpha * curvature < 2 + 2 * beta"]),
)
ARGUMENT = (
    "Coordinate by coordinate the error is the first row of T^t times xi_0 plus alpha times a sum "
    "of (T^j)_{11} w_{t-1-j}, j < t. By first-row and induction that row is (U_t, -beta U_{t-1}), "
    "U_k being the sum of a_+^j a_-^{k-j}, j <= k, so that |U_k| <= (k+1) rho^k, and beta = "
    "a_+ a_- <= rho^2 (the modulus of a_+- grows with |1 + beta - alpha lambda|, convex in lambda, "
    "so that it is largest at mu or L); row-times-start bounds the first part by [(t+1)^2 + t^2 "
    "rho^2] rho^{2t} |xi_0|^2. The noise has conditional mean zero given the past, so that the "
    "parts are uncorrelated and the second has at most the variance alpha^2 sigma^2 sum of U_j^2, "
    "j < t, which is at most that of the fixed point in stationary-covariance, a term of m. Times "
    "lambda_i/2 <= L/2, summed over the coordinates."
)
REPAIRED = at_most(W, GAP, BOUND, where=["mu <= L", *OF_B3])

THM_3_5 = claim(
    "accelerated/thm-3.5",
    "§3.2, Thm 3.5, (25)",
    "bound for quadratics",
    PRINTED_25,
    repaired=REPAIRED.but(by=Derive(words(ARGUMENT, GAP <= BOUND))),
    rests_on=(FIRST_ROW, ROW_LENGTH, STATIONARY),
    rejects=(
        Control(
            name="without the growth C_t",
            says=REPAIRED.but(right=W.L / 2 * W.rho ** (2 * W.t) * START + W.L / 2 * M),
        ),
    ),
    notes=(
        equal(
            W,
            M,
            W.variance
            / 2
            * total(
                i,
                1,
                W.d,
                2
                * W.alpha
                * (1 + W.beta)
                / ((1 - W.beta) * W.F[i] * (2 + 2 * W.beta - W.alpha * W.F[i])),
            ),
            where=["mu <= L", "alpha * L < 2 + 2 * beta"],
        ),
    ),
)

CLAIMS = (THM_3_5,)
