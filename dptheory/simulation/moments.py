r"""Exact first and second moments of the momentum family on quadratics with additive noise.

On one eigenvalue :math:`\lambda` of the Hessian the error :math:`e_t = x_t - x^*` obeys

.. math:: \begin{bmatrix} e_{t+1} \\ e_t \end{bmatrix} = T \begin{bmatrix} e_t \\ e_{t-1}
          \end{bmatrix} - \alpha \begin{bmatrix} w_t \\ 0 \end{bmatrix}, \qquad T = A + \lambda BC

(see :mod:`dptheory.methods`). If the noise has conditional mean zero and conditional second moment
:math:`v_t = E(w_t^2)` given the history, the moments of :math:`\xi_t = (e_t, e_{t-1})` follow

.. math:: E\xi_{t+1} = T\,E\xi_t, \qquad
          E\xi_{t+1}\xi_{t+1}^\top = T\,E\xi_t\xi_t^\top\,T^\top + \alpha^2 v_t\, e_1 e_1^\top .

The recursions are exact for every law of the noise. They take any of the project's number types; a
numpy vector of eigenvalues runs all of them at once. The parameters may vary by iteration: wherever
a method is asked for, a sequence with one method an iteration will do.

Units: curvature loss/length^2, errors length, v_t gradient^2.

Source: Kuru et al. (2020), (18) and (47).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.methods import Matrix, Method, heavy_ball
from dptheory.numbers import Number, absolute, kind, maximum, sqrt
from dptheory.optimizers.momentum import Methods, parameters, schedule
from dptheory.problems.quadratic import Quadratic
from dptheory.ranges import (
    count,
    holds,
    is_finite,
    length,
    nonnegative,
    positive,
    quotient,
    require,
    vector,
)
from dptheory.simulation.kernels import quadratic_moments

Pair = tuple[Number, Number]
Triple = tuple[Number, Number, Number]


@public
def point_start(error: Number, previous: Number | None = None) -> Triple:
    """Second moments (E e_0^2, E e_0 e_-1, E e_-1^2) of a start at a known point.

    Args:
        error: e_0 = x_0 - x*.
        previous: e_-1 = x_-1 - x*; None stands for x_-1 = x_0.
    """
    last = error if previous is None else previous
    return error * error, error * last, last * last


def _variances(noise_variance: Number | Sequence[Number], iterations: int) -> Sequence[Number]:
    if isinstance(noise_variance, list | tuple):
        found, allowed = len(noise_variance), f"one number or a sequence of {iterations}"
        require(found == iterations, "noise variance", allowed, f"a sequence of {found}")
        return [nonnegative("noise variance", v) for v in noise_variance]
    return [nonnegative("noise variance", noise_variance)] * iterations


@public
def second_moment_path(
    method: Methods,
    curvature: Number,
    noise_variance: Number | Sequence[Number],
    initial: Triple,
    iterations: int,
) -> Iterator[Triple]:
    """The second moments of :func:`second_moments`, one iteration at a time."""
    stages = schedule(method, length("iterations", iterations, curvature, least=0))
    variances = _variances(noise_variance, len(stages))
    xx, xp, pp = initial
    yield xx, xp, pp
    current = None
    for stage, v in zip(stages, variances, strict=True):
        if stage is not current:
            current = stage
            (p, q), _ = stage.closed_loop(curvature)
            weights = p * p, 2 * p * q, q * q, stage.alpha * stage.alpha
        xx, xp, pp = (
            weights[0] * xx + weights[1] * xp + weights[2] * pp + weights[3] * v,
            p * xx + q * xp,
            xx,
        )
        if kind(xx) != "sympy":
            require(is_finite(xx), "second moments", "within the range of their numbers", xx)
        yield xx, xp, pp


@public
def second_moments(
    method: Methods,
    curvature: Number,
    noise_variance: Number | Sequence[Number],
    initial: Triple,
    iterations: int,
) -> list[Triple]:
    """The second moments (E e_t^2, E e_t e_{t-1}, E e_{t-1}^2) for t = 0, ..., iterations.

    Args:
        method: one method, or one an iteration.
        curvature: an eigenvalue (or a numpy vector of them).
        noise_variance: v_t, one number (or numpy vector over the eigenvalues), or a list or tuple
            of them, one an iteration; nonnegative.
        initial: the second moments at t = 0; :func:`point_start` gives those of a known point.
        iterations: the number of iterations.

    Raises:
        ValueError: a length does not fit the iterations, a variance is negative, or floats
            overflow on the way (an unstable method run for too long).
    """
    return list(second_moment_path(method, curvature, noise_variance, initial, iterations))


@public
def expected_loss(
    problem: Quadratic,
    method: Methods,
    noise_variance: ArrayLike,
    x0: ArrayLike,
    iterations: int,
    x_previous: ArrayLike | None = None,
) -> NDArray[np.float64]:
    r"""The exact :math:`E F(x_t) - F^*` for t = 0, ..., iterations; shape (iterations + 1,).

    Args:
        problem: a quadratic in its eigenbasis.
        method: one method, or one an iteration.
        noise_variance: the variance of a noise coordinate: a number, shape (iterations,) or shape
            (iterations, d).
        x0: first iterate, shape (d,).
        iterations: the number of iterations.
        x_previous: the iterate before it; x0 by default.

    Raises:
        ValueError: a shape does not fit, a variance is negative or not finite, or the moments
            overflow on the way (an unstable method run for too long).

    Example:
        >>> from dptheory import heavy_ball
        >>> from dptheory.problems import from_spectrum
        >>> problem = from_spectrum([0.5, 1.0])
        >>> expected_loss(problem, heavy_ball(0.5, 0.25), 0.01, [1.0, 1.0], 2).round(4).tolist()
        [0.75, 0.2675, 0.0735]
    """
    iterations = count("iterations", iterations, least=0)
    variance = np.asarray(noise_variance, dtype=np.float64)
    d = problem.dimension
    shapes = ((), (iterations,), (iterations, d))
    require(variance.shape in shapes, "noise variance", f"of shape {shapes}", variance.shape)
    nonnegative("noise variance", variance[()])
    table = np.empty((iterations, d))
    table[:] = variance if variance.ndim == 2 else variance.reshape(-1, 1)
    start = vector("first iterate", x0, d)
    before = start if x_previous is None else vector("previous iterate", x_previous, d)
    losses = np.empty(iterations + 1)
    errors = start - problem.minimiser, before - problem.minimiser
    quadratic_moments(problem.spectrum, *errors, *parameters(method, iterations), table, losses)
    require(is_finite(losses), "second moments", "within the range of their numbers", losses[-1])
    return losses


@public
def trace_and_determinant(matrix: Matrix) -> Pair:
    """Trace and determinant of a 2x2 matrix."""
    (a, b), (c, d) = matrix
    return a + d, a * d - b * c


@public
def growth_polynomials(trace: Number, determinant: Number, last: int) -> list[Number]:
    r"""The polynomials :math:`U_{-1}, U_0, \dots, U_{last}` of a 2x2 matrix's powers.

    .. math:: U_{-1} = 0,\quad U_0 = 1,\quad U_{k+1} = \mathrm{tr}\,U_k - \det U_{k-1}.

    With eigenvalues r and s, :math:`U_k = \sum_{i=0}^k r^i s^{k-i}`, hence
    :math:`|U_k| \le (k+1)\rho^k`. Entry k + 1 of the result is :math:`U_k`.
    """
    values = [0 * trace, 1 + 0 * trace]
    for _ in range(length("last index", last, trace, determinant, least=-1)):
        values.append(trace * values[-1] - determinant * values[-2])
    return values[: last + 2]


@public
def power(matrix: Matrix, exponent: int) -> Matrix:
    r"""The power of a 2x2 matrix, :math:`T^t = U_{t-1}T - \det(T)\,U_{t-2}I` (Cayley-Hamilton)."""
    trace, determinant = trace_and_determinant(matrix)
    (a, b), (c, d) = matrix
    if count("exponent", exponent, least=0) == 0:
        zero = 0 * trace
        return (1 + zero, zero), (zero, 1 + zero)
    *_, before, last = growth_polynomials(trace, determinant, exponent - 1)
    shift = determinant * before
    return (last * a - shift, last * b), (last * c, last * d - shift)


@public
def is_stable(method: Method, curvature: Number) -> bool:
    r"""Whether the closed loop's spectral radius is below one (Jury's criterion, decided exactly).

    :math:`|\det T| < 1` and :math:`|\mathrm{tr}\,T| < 1 + \det T`; for the heavy ball this is
    :math:`0 < \alpha\lambda < 2(1+\beta)` and :math:`|\beta| < 1`.
    """
    trace, determinant = trace_and_determinant(method.closed_loop(curvature))
    return holds(absolute(determinant) < 1) and holds(absolute(trace) < 1 + determinant)


@public
def stationary_covariance(method: Method, curvature: Number, noise_variance: Number) -> Triple:
    r"""The stationary (E e_t^2, E e_t e_{t-1}, E e_{t-1}^2) of a stable method.

    It solves the three linear equations of :math:`\Sigma = T\Sigma T^\top + \alpha^2 v e_1e_1^\top`
    by Cramer's rule, so it is exact for exact numbers.

    Args:
        method: constant parameters.
        curvature: an eigenvalue, positive.
        noise_variance: v >= 0.

    Raises:
        ValueError: the method is not stable at this curvature (see :func:`is_stable`).

    Example:
        >>> from dptheory import gradient
        >>> stationary_covariance(gradient("1/2"), 1, "1/100")
        (Fraction(1, 300), Fraction(1, 600), Fraction(1, 300))
    """
    nonnegative("noise variance", noise_variance)
    require(
        is_stable(method, curvature), "closed loop", "stable", f"{method} at curvature {curvature}"
    )
    (p, q), _ = method.closed_loop(curvature)
    zero, one = 0 * p, 1 + 0 * p
    rows = ((one - p * p, -2 * p * q, -q * q), (-p, one - q, zero), (-one, zero, one))
    right = (method.alpha * method.alpha * noise_variance, zero, zero)
    whole = _determinant(rows)
    columns = (
        tuple(tuple(right[i] if j == k else rows[i][j] for j in range(3)) for i in range(3))
        for k in range(3)
    )
    xx, xp, pp = (quotient(_determinant(matrix), whole) for matrix in columns)
    return xx, xp, pp


def _determinant(m: Matrix) -> Number:
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )


@public
def heavy_ball_stationary_variance(
    alpha: Number, beta: Number, curvature: Number, noise_variance: Number
) -> Number:
    r"""The heavy ball's stationary variance of a coordinate of x_t, unit length^2.

    .. math:: \frac{\alpha(1+\beta)\,v}{(1-\beta)\lambda(2 + 2\beta - \alpha\lambda)}

    Args:
        alpha: the step size, length^2/loss. beta: the momentum.
        curvature: positive, loss/length^2.
        noise_variance: v, of a coordinate of the gradient.

    Raises:
        ValueError: unless 0 <= beta < 1 and 0 < alpha curvature < 2(1 + beta).

    Example:
        >>> heavy_ball_stationary_variance("1/2", "1/4", 1, "1/100")
        Fraction(1, 240)
    """
    positive("step size alpha", alpha)
    require(holds(beta >= 0) and holds(beta < 1), "momentum beta", "in [0, 1)", beta)
    positive("curvature", curvature)
    nonnegative("noise variance", noise_variance)
    stable = holds(alpha * curvature < 2 * (1 + beta))
    require(stable, "step size alpha", "below 2(1 + beta)/curvature", alpha)
    scale = alpha * (1 + beta) * noise_variance
    return quotient(scale, (1 - beta) * curvature * (2 + 2 * beta - alpha * curvature))


@public
def squared_spectral_radius(method: Method, curvature: Number) -> Number:
    r"""The squared spectral radius :math:`\rho^2` of the closed loop on one eigenvalue.

    With trace p, determinant q and discriminant :math:`D = p^2 - 4q`:
    :math:`\rho^2 = q` if :math:`D < 0` and :math:`((|p| + \sqrt D)/2)^2` otherwise. The sign of D
    is decided in the numbers given: exactly for rationals; an arb ball that contains D = 0 gives
    the hull of both forms; sympy gives a Piecewise when it cannot decide.

    Raises:
        ValueError: the numbers are rational and the radius is irrational (use floats or arb).
    """
    p, q = trace_and_determinant(method.closed_loop(curvature))
    discriminant = p * p - 4 * q
    family = kind(discriminant)
    if family == "array":
        real = np.asarray(discriminant >= 0)
        root = np.sqrt(np.where(real, discriminant, 0.0))
        return np.where(real, ((np.abs(p) + root) / 2) ** 2, q)
    if family == "arb":
        if discriminant < 0:
            return q
        real_form = ((absolute(p) + discriminant.nonnegative_part().sqrt()) / 2) ** 2
        return real_form if discriminant >= 0 else real_form.union(q)
    if family == "sympy":
        import sympy

        real_form = ((sympy.Abs(p) + sympy.sqrt(discriminant)) / 2) ** 2
        return sympy.Piecewise((q, discriminant < 0), (real_form, True))
    if discriminant < 0:
        return q
    return ((absolute(p) + sqrt(discriminant)) / 2) ** 2


@public
def spectral_radius(method: Method, curvature: Number) -> Number:
    """The spectral radius of the closed loop; see :func:`squared_spectral_radius`.

    Args:
        method: constant parameters.
        curvature: loss/length^2.

    Raises:
        ValueError: the numbers are rational and the radius is irrational (use floats or arb).

    Example:
        >>> from dptheory import gradient
        >>> spectral_radius(gradient("0.1"), 10), spectral_radius(gradient("0.1"), 1)
        (Fraction(0, 1), Fraction(9, 10))
    """
    return sqrt(squared_spectral_radius(method, curvature))


@public
def heavy_ball_rate(alpha: Number, beta: Number, mu: Number, L: Number) -> Number:
    r"""The heavy ball's rate on quadratics with spectrum in [mu, L]: the largest spectral radius.

    The determinant of :math:`T_\lambda` is :math:`\beta` for every :math:`\lambda`, and at a fixed
    determinant the radius does not decrease with :math:`|\mathrm{tr}\,T_\lambda| =
    |1 + \beta - \alpha\lambda|`, which is convex in :math:`\lambda`. So the radius is quasi-convex
    and largest at mu or L.

    Raises:
        ValueError: unless alpha > 0, 0 <= beta < 1 and 0 < mu <= L; or an irrational radius was
            asked for in rational numbers.
    """
    positive("step size alpha", alpha)
    require(holds(beta >= 0) and holds(beta < 1), "momentum beta", "in [0, 1)", beta)
    positive("strong convexity mu", mu)
    # Balls that overlap may be of equal numbers: neither order is certain.
    require(holds(mu <= L) or not holds(mu > L), "smoothness L", "at least mu", L)
    method = heavy_ball(alpha, beta)
    return maximum(spectral_radius(method, mu), spectral_radius(method, L))
