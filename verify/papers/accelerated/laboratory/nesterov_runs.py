r"""Runs of DP-NAG and DP-MASG on quadratics, by the library.

A quadratic is the spectrum of :math:`F(x)=\frac12\sum_i\lambda_ix_i^2`; the noise of the step from
:math:`x_{t-1}` to :math:`x_t` has covariance :math:`(2b_t^2+\sigma_s^2/d)I`. That step is charged
:math:`b_t` as in (28) and (34); (27) calls its scale :math:`b_{t-1}` (thm-4.1-index).
"""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import nesterov, nesterov_momentum
from dptheory.numbers import exact_sqrt, sqrt
from dptheory.optimizers.stage_plans import Stage, multistage, stages
from dptheory.simulation.moments import point_start, second_moments
from verify.language import Formula, dot
from verify.papers.accelerated.formulas import printed_4
from verify.papers.enclosures import Number, mapped


def square(vector: Formula) -> Formula:
    """The squared norm; it stands here because the hash of ``arithmetic`` follows its name."""
    return dot(vector, vector)


def arithmetic(square: Any) -> Number:
    """Rationals where the root of a rational is rational, else floating point."""
    try:
        exact_sqrt(square)
    except ValueError:
        return float
    return Fraction


def of_step(_: Any, alpha: Any, mu: Any, *__: Any) -> Number:
    """That for the momentum of DP-NAG."""
    return arithmetic(alpha * mu)


def coordinate_variance(scale: Any, sampling: Any, d: int) -> Any:
    """E of the square of a coordinate of w_t, in a run: Laplace noise and the batch's error."""
    return 2 * scale**2 + sampling / d


def run_noise(d: Any, b: Any, sampling: Any, t: Any) -> Any:
    """E|w_t|^2 in a run."""
    return int(d) * coordinate_variance(b[int(t) - 1], sampling, int(d))


def after(methods: Any, F: Any, x0: Any, b: Any, sampling: Any, *, quiet: bool = False) -> Any:
    """For each coordinate its curvature and the second moments of (x_t, x_{t-1}), from rest.

    Args:
        quiet: the last step has no noise.
    """
    steps = len(methods)
    noise = [coordinate_variance(s, sampling, len(F)) for s in b[:steps]]
    if quiet:
        noise[-1] = 0 * sampling
    for curvature, x in zip(F, x0, strict=True):
        yield curvature, second_moments(methods, curvature, noise, point_start(x), steps)[-1]


def loss(methods: Any, F: Any, x0: Any, b: Any, sampling: Any, *, quiet: bool = False) -> Any:
    """E F(x_t) - F*."""
    coordinates = after(methods, F, x0, b, sampling, quiet=quiet)
    return sum(curvature * now / 2 for curvature, (now, _, _) in coordinates)


def nag(alpha: Any, mu: Any, t: Any) -> Any:
    """The steps of DP-NAG."""
    return [nesterov(alpha, nesterov_momentum(alpha, mu))] * int(t)


def nag_loss(F: Any, alpha: Any, mu: Any, x0: Any, b: Any, sampling: Any, t: Any) -> Any:
    """The expected error of DP-NAG after t steps from rest, on the quadratic F."""
    return loss(nag(alpha, mu, t), F, x0, b, sampling)


def distance(methods: Any, F: Any, alpha: Any, mu: Any, *run: Any, quiet: bool = False) -> Any:
    """E mu/2 |v_t - x*|^2, v_t = x_t/r + (1 - 1/r) x_{t-1}.

    Args:
        run: x0, b and sampling of :func:`after`.
    """
    r = sqrt(alpha * mu)
    ahead, behind = 1 / r, 1 - 1 / r
    return sum(
        mu * (ahead**2 * now + 2 * ahead * behind * lag + behind**2 * last) / 2
        for _, (now, lag, last) in after(methods, F, *run, quiet=quiet)
    )


def nag_distance(F: Any, alpha: Any, mu: Any, x0: Any, b: Any, sampling: Any, t: Any) -> Any:
    """That of DP-NAG."""
    return distance(nag(alpha, mu, t), F, alpha, mu, x0, b, sampling)


def value(methods: Any, F: Any, alpha: Any, mu: Any, *run: Any, quiet: bool = False) -> Any:
    """E V_t, the sum of E F(x_t) - F* and of that."""
    gap = loss(methods, F, *run, quiet=quiet)
    return gap + distance(methods, F, alpha, mu, *run, quiet=quiet)


def lyapunov(
    F: Any, alpha: Any, mu: Any, x0: Any, b: Any, sampling: Any, t: Any, *, quiet: bool = False
) -> Any:
    r"""The expected Lyapunov value of DP-NAG, $V_t=F(x_t)-F^*+\frac\mu2\Vert v_t-x^*\Vert^2$."""
    return value(nag(alpha, mu, t), F, alpha, mu, x0, b, sampling, quiet=quiet)


def masg(mu: Any, L: Any, n1: Any, p: Any, T: Any) -> tuple[Stage, ...]:
    """The stages (33), cut off after T iterations."""
    return stages(int(T), mu, L, first_stage=int(n1), p=int(p))


@functools.lru_cache(maxsize=4096)
def masg_loss(
    F: Any, mu: Any, L: Any, n1: Any, p: Any, x0: Any, b: Any, sampling: Any, T: Any
) -> Any:
    """The expected error of DP-MASG after T steps, every stage from rest, on the quadratic F."""
    number = arithmetic(Fraction(mu) / Fraction(L))
    F, mu, L, x0, b, sampling = mapped(number, (F, mu, L, x0, b, sampling))
    methods = multistage(masg(mu, L, n1, p, T), mu) if T else ()
    return loss(methods, F, x0, b, sampling)


@functools.lru_cache(maxsize=4096)
def masg_weights(mu: Any, L: Any, n1: Any, p: Any, T: Any) -> tuple[Any, ...]:
    """(34): a_{T,0}, a_{T,1}, ..., a_{T,T}."""
    mu, L = mapped(arithmetic(Fraction(mu) / Fraction(L)), (mu, L))
    plan = [(s.iterations, s.alpha) for s in masg(mu, L, n1, p, T)]
    initial, later = printed_4.eq_34(plan, mu, L)
    return (initial, *later)


def masg_weight(mu: Any, L: Any, n1: Any, p: Any, T: Any, t: Any) -> Any:
    """The weight of step t in the bound (34), and of the start for t = 0."""
    return masg_weights(mu, L, n1, p, T)[int(t)]


@functools.lru_cache(maxsize=4096)
def masg_weighted(
    F: Any, mu: Any, L: Any, n1: Any, p: Any, x0: Any, b: Any, sampling: Any, T: Any, t: Any
) -> Any:
    """E V_t of the stage of step t (the first for V_0), times what (34) leaves of it at T."""
    number = arithmetic(Fraction(mu) / Fraction(L))
    F, mu, L, x0, b, sampling = mapped(number, (F, mu, L, x0, b, sampling))
    plan = [(k, s.alpha) for k, s in enumerate(masg(mu, L, n1, p, T)) for _ in range(s.iterations)]
    stage, alpha = plan[max(int(t), 1) - 1]
    left = 2 ** (plan[-1][0] - stage)
    for _, later in plan[int(t) :]:
        left = left * (1 - sqrt(mu * later))
    methods = multistage(masg(mu, L, n1, p, T), mu)[: int(t)]
    return left * value(methods, F, alpha, mu, x0, b, sampling)
