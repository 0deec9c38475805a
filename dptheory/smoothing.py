r"""Laplacian smoothing: the operator :math:`A_\sigma = I - \sigma L` and what it does to DP-SGD.

:math:`L` is the second difference on a circle of d points, :math:`(Lu)_i = u_{i-1} - 2u_i +
u_{i+1}` with indices modulo d, and :math:`\sigma \ge 0` the smoothing (dimensionless). So
:math:`A_\sigma` is circulant for every :math:`d \ge 1`: for d = 1 both neighbours are the point
itself and :math:`A_\sigma = 1`; for d = 2 they coincide and the off-diagonal entry is
:math:`-2\sigma`; from d = 3 on it is the matrix with diagonal :math:`1 + 2\sigma` and
:math:`-\sigma` beside it and in two corners. Its eigenvalues are

.. math:: \lambda_j = 1 + 2\sigma - 2\sigma\cos\frac{2\pi j}d
          = 1 + 4\sigma\sin^2\frac{\pi j}d, \qquad j = 0, \dots, d - 1.

With the root :math:`\omega = (\sqrt{4\sigma+1} - 1)/(\sqrt{4\sigma+1} + 1) \in [0, 1)` and the
cyclic shift S, :math:`A_\sigma^{-1} = (1-\omega)(1-\omega S)^{-1}\,(1-\omega)(1-\omega
S^\top)^{-1}`: smoothing is an exponential moving average forwards and one backwards, around the
circle.

Noise of variance :math:`\nu^2` a coordinate keeps :math:`\gamma d\nu^2` of its squared
:math:`A_\sigma`-norm and :math:`\beta d\nu^2` of its squared length after smoothing:

.. math:: \gamma = \frac1d\sum_j\frac1{\lambda_j} = \tanh a\coth da, \qquad
          \beta = \frac1d\sum_j\frac1{\lambda_j^2}
          = \tanh^2 a\Big(\coth 2a\coth da + \frac d{2\sinh^2 da}\Big), \qquad
          \sinh a = \frac1{2\sqrt\sigma}, \ \omega = e^{-2a}.

Source: Wang et al., Laplacian smoothing for private ERM, Sections 2.1 and 3, Propositions 1 and 2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.numbers import Number, kind, sqrt, total
from dptheory.problems.quadratic import Quadratic
from dptheory.problems.ranges import count, nonnegative, positive, quotient, require

Array = NDArray[np.float64]
# 4 sin^2(pi j/d) is rational for these denominators of j/d, and for no other.
RATIONAL_SINES = {1: 0, 2: 4, 3: 3, 4: 2, 6: 1}


def _checked(dimension: Any, smoothing: Number) -> tuple[Any, Number]:
    return count("dimension d", dimension), nonnegative("smoothing", smoothing)


# The operator ------------------------------------------------------------------------------------


def matrix(dimension: int, smoothing: Number) -> tuple[tuple[Number, ...], ...]:
    """The circulant A as rows of numbers of the smoothing's type; ``numpy.array`` takes it.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.
    """
    d, s = _checked(dimension, smoothing)
    rows = [[0 * s for _ in range(d)] for _ in range(d)]
    for i in range(d):
        rows[i][i] += 1 + 2 * s
        rows[i][i - 1] -= s
        rows[i][(i + 1) % d] -= s
    return tuple(map(tuple, rows))


def eigenvalue(index: int, dimension: int, smoothing: Number) -> Number:
    r""":math:`1 + 4\sigma\sin^2(\pi j/d)`, of the smoothing's type.

    Raises:
        ValueError: the dimension is below 1, the smoothing negative, or the eigenvalue of a
            rational smoothing irrational (use floats, arb or sympy).
    """
    d, s = _checked(dimension, smoothing)
    angle = Fraction(index, d)
    four_sines = RATIONAL_SINES.get(angle.denominator)
    if four_sines is not None:
        return 1 + four_sines * s
    return 1 + 4 * s * _squared_sine(angle, s)


def _squared_sine(angle: Fraction, like: Number) -> Number:
    """sin^2(pi angle) in the family of another number."""
    family = kind(like)
    require(family != "exact", "eigenvalue", "rational for a rational smoothing", f"index {angle}")
    if family == "sympy":
        import sympy

        return sympy.sin(sympy.pi * sympy.Rational(angle.numerator, angle.denominator)) ** 2
    if family == "arb":
        from flint import arb, fmpq

        return arb.sin_pi_fmpq(fmpq(angle.numerator, angle.denominator)) ** 2
    return float(np.sin(np.pi * float(angle))) ** 2


def spectrum(dimension: int, smoothing: float) -> Array:
    """The eigenvalues in index order j = 0, ..., d - 1 (not sorted), shape (d,).

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.
    """
    d, s = _checked(dimension, smoothing)
    # The sine of the smaller angle, so that the spectrum is symmetric to the last bit.
    j = np.arange(d)
    eigenvalues: Array = 1 + 4 * s * np.sin(np.pi * np.minimum(j, d - j) / d) ** 2
    return eigenvalues


def condition_number(dimension: int, smoothing: Number) -> Number:
    r"""Largest over smallest eigenvalue: :math:`1 + 4\sigma` for even d.

    For odd d it is :math:`1 + 2\sigma + 2\sigma\cos(\pi/d) < 1 + 4\sigma`, and 1 for d = 1.
    """
    d, s = _checked(dimension, smoothing)
    return eigenvalue(d // 2, d, s)


def basis(dimension: int) -> Array:
    """An orthonormal eigenbasis: column j belongs to entry j of :func:`spectrum`, shape (d, d)."""
    d = count("dimension d", dimension)
    angles = 2 * np.pi * np.outer(np.arange(d), np.arange(d)) / d
    # cos + sin (Hartley): real, orthogonal, and frequencies j and d - j span one eigenspace.
    vectors: Array = (np.cos(angles) + np.sin(angles)) / np.sqrt(d)
    return vectors


def solve(vector: ArrayLike, smoothing: float) -> Array:
    """A^{-1} v along the last axis by the fast Fourier transform, O(d log d).

    Raises:
        ValueError: v has no last axis or it is empty, or the smoothing is negative.
    """
    v = _vector(vector)
    d = v.shape[-1]
    half = spectrum(d, smoothing)[: d // 2 + 1]
    return np.fft.irfft(np.fft.rfft(v, axis=-1) / half, n=d, axis=-1)


def solve_recursive(vector: ArrayLike, smoothing: float) -> Array:
    """A^{-1} v along the last axis by two recursions of first order, O(d) in time and memory.

    The moving averages of the module's docstring, each started from its periodic value. The root
    is below 1, so that nothing grows with d.

    Raises:
        ValueError: v has no last axis or it is empty, or the smoothing is negative.
    """
    from dptheory.simulation.smoothing_kernels import smooth_rows

    v = _vector(vector)
    smoothed = np.array(v, order="C")
    d = v.shape[-1]
    smooth_rows(smoothed.reshape(-1, d), *_averages(d, smoothing))
    return smoothed


@lru_cache(maxsize=64)
def _averages(d: int, smoothing: Number) -> tuple[float, float, float]:
    """omega, 1 - omega and 1 - omega^d, without cancellation."""
    s = float(nonnegative("smoothing", smoothing))
    closing = float(-np.expm1(-2 * d * _rate(s)))
    return float(root(s)), 2 / (1 + sqrt(1 + 4 * s)), closing


def _vector(vector: ArrayLike) -> Array:
    v = np.asarray(vector, dtype=np.float64)
    if v.ndim == 0 or v.shape[-1] == 0:
        raise ValueError(f"vector must be of shape (..., d), d >= 1. Found shape {v.shape}.")
    return v


# What is left of the noise -----------------------------------------------------------------------


def root(smoothing: Number) -> Number:
    r""":math:`\omega = 4\sigma/(1 + \sqrt{4\sigma+1})^2`, in [0, 1); 0 without smoothing."""
    s = nonnegative("smoothing", smoothing)
    return 4 * s / (1 + sqrt(1 + 4 * s)) ** 2


def _rate(s: Any) -> Any:
    """a = arsinh(1/(2 sqrt(sigma))), infinite without smoothing."""
    with np.errstate(divide="ignore"):
        return np.arcsinh(0.5 / np.sqrt(np.float64(s)))


def gamma(dimension: int, smoothing: Number) -> Number:
    r"""The share of the noise's squared :math:`A_\sigma`-norm that smoothing leaves, in (0, 1].

    1 for d = 1 or no smoothing, decreasing in the smoothing to 1/d. Floats and arrays use the
    hyperbolic form, rationals a recursion that stays rational, arb and sympy
    :math:`(1+\omega^d)/((1-\omega^d)\sqrt{4\sigma+1})`.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.
    """
    d, s = _checked(dimension, smoothing)
    family = kind(s)
    if family in ("float", "array"):
        a = _rate(s)
        return _like(s, np.tanh(a) / np.tanh(d * a))
    if family == "exact":
        determinant, first, _ = _determinant(d, s)
        return quotient(first, d * determinant)
    power = root(s) ** d
    return (1 + power) / ((1 - power) * sqrt(1 + 4 * s))


def beta(dimension: int, smoothing: Number) -> Number:
    r"""The share of the noise's squared length that smoothing leaves, in (0, 1].

    1 for d = 1 or no smoothing, decreasing in the smoothing to 1/d; never above gamma. Number types
    as in :func:`gamma`; arb and sympy use the sum of :func:`coefficient` over multiples of d.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.
    """
    d, s = _checked(dimension, smoothing)
    family = kind(s)
    if family in ("float", "array"):
        return _like(s, _hyperbolic_beta(d, _rate(s)))
    if family == "exact":
        determinant, first, second = _determinant(d, s)
        return quotient(first * first - second * determinant, d * determinant * determinant)
    power = root(s) ** d
    wound = 2 * d * power / ((1 - power) ** 2 * (1 + 4 * s))
    return beta_limit(s) * (1 + power) / (1 - power) + wound


def _hyperbolic_beta(d: int, a: Any) -> Any:
    with np.errstate(over="ignore"):
        wound = d / (2 * np.sinh(d * a) ** 2)
        return np.tanh(a) ** 2 * (1 / (np.tanh(2 * a) * np.tanh(d * a)) + wound)


def _like(s: Number, value: Any) -> Any:
    return float(value) if isinstance(s, float) else value


def _determinant(d: int, s: Number) -> tuple[Number, Number, Number]:
    r"""det(u I - sigma L) and its first two derivatives in u, at u = 1.

    The determinant is :math:`p_d - 2\sigma^d` with :math:`p_0 = 2`, :math:`p_1 = u + 2\sigma`,
    :math:`p_{k+1} = (u + 2\sigma)p_k - \sigma^2p_{k-1}` (Chebyshev polynomials, scaled).
    """
    b, squared = 1 + 2 * s, s * s
    last, now = (2, 0, 0), (b, 1, 0)
    for _ in range(d - 1):
        p, q, r = now
        following = (b * p, b * q + p, b * r + 2 * q)
        last, now = now, tuple(x - squared * y for x, y in zip(following, last, strict=True))
    return now[0] - 2 * s**d, now[1], now[2]


def coefficient(lag: int, smoothing: Number, power: int = 1) -> Number:
    r"""Fourier coefficient k of :math:`(1 + 2\sigma - 2\sigma\cos\theta)^{-p}` for p = 1, 2.

    .. math:: \frac{\omega^{|k|}}{\sqrt{4\sigma+1}}, \qquad \omega^{|k|}\Big(
              \frac{|k|}{4\sigma+1} + \frac{2\sigma+1}{(4\sigma+1)^{3/2}}\Big)

    gamma and beta are their sums over the multiples k of d.
    """
    require(power in (1, 2), "power", "1 or 2", power)
    s, k = nonnegative("smoothing", smoothing), abs(lag)
    if power == 1:
        return root(s) ** k * gamma_limit(s)
    return root(s) ** k * (k / (1 + 4 * s) + beta_limit(s))


def gamma_sum(dimension: int, smoothing: Number) -> Number:
    """gamma by its definition, a sum of d terms; see :func:`eigenvalue` for the number types."""
    d, s = _checked(dimension, smoothing)
    return total(quotient(1, eigenvalue(j, d, s)) for j in range(d)) / d


def beta_sum(dimension: int, smoothing: Number) -> Number:
    """beta by its definition, a sum of d terms; see :func:`eigenvalue` for the number types."""
    d, s = _checked(dimension, smoothing)
    return total(quotient(1, eigenvalue(j, d, s) ** 2) for j in range(d)) / d


def gamma_limit(smoothing: Number) -> Number:
    r"""The limit :math:`1/\sqrt{4\sigma+1}` of gamma as d grows, approached like omega^d."""
    return quotient(1, sqrt(1 + 4 * nonnegative("smoothing", smoothing)))


def beta_limit(smoothing: Number) -> Number:
    r"""The limit :math:`(2\sigma+1)/(4\sigma+1)^{3/2}` of beta as d grows."""
    s = nonnegative("smoothing", smoothing)
    return (1 + 2 * s) * quotient(1, sqrt(1 + 4 * s) ** 3)


# DP-LSSGD on quadratics --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Preconditioned:
    r"""DP-LSSGD on a quadratic, as DP-SGD on another one with the same loss.

    In the coordinates :math:`y = A^{1/2}x` of the common eigenbasis the step keeps its size, and
    the loss its value.

    Attributes:
        problem: curvatures :math:`h_j/\lambda_j` and the minimiser in the coordinates y.
        scale: :math:`\sqrt{\lambda_j}`; y = scale * x, shape (d,).
        noise: :math:`1/\lambda_j`; multiplies the variance of the noise's coordinates.
    """

    problem: Quadratic
    scale: Array
    noise: Array


def preconditioned(problem: Quadratic, smoothing: float) -> Preconditioned:
    """DP-LSSGD on a quadratic whose Hessian commutes with A.

    With it, :func:`dptheory.simulation.moments.expected_loss` covers the smoothed method: pass its
    ``problem``, ``noise * variance`` as variances, and ``scale * x0`` as first iterate.

    Args:
        problem: coordinate j in direction j of :func:`basis`, so that its eigenvalue of A is
            entry j of :func:`spectrum`.
        smoothing: nonnegative.
    """
    eigenvalues = spectrum(problem.dimension, smoothing)
    scale = np.sqrt(eigenvalues)
    moved = Quadratic(problem.spectrum / eigenvalues, problem.minimiser * scale)
    return Preconditioned(moved, scale, 1 / eigenvalues)


def second_moment_path(
    hessian: ArrayLike,
    smoothing: float,
    step_size: float | Sequence[float],
    noise_covariance: ArrayLike,
    error: ArrayLike,
    steps: int,
) -> Iterator[Array]:
    r"""The exact :math:`E\,e_te_t^\top` of DP-LSSGD on any quadratic, t = 0, ..., steps.

    :math:`e_{t+1} = e_t - \eta_tA_\sigma^{-1}(He_t + n_t)` with noise of conditional mean zero and
    covariance N gives :math:`M_{t+1} = BM_tB^\top + \eta_t^2A_\sigma^{-1}NA_\sigma^{-1}`, where
    :math:`B = I - \eta_tA_\sigma^{-1}H`. A dense recursion, meant for a few hundred dimensions;
    the expected loss is half the trace of H times a yielded matrix.

    Args:
        hessian: symmetric, shape (d, d).
        smoothing: nonnegative.
        step_size: one number, or one an iteration; positive.
        noise_covariance: N, a variance a coordinate or a matrix of shape (d, d).
        error: e_0 = x_0 - x*, shape (d,), or E e_0 e_0^T, shape (d, d).
        steps: the number of iterations.

    Raises:
        ValueError: a shape does not fit, or a number is out of its range.
    """
    h = np.asarray(hessian, dtype=np.float64)
    require(_is_symmetric(h), "Hessian", "a symmetric matrix", h)
    d, steps = h.shape[0], count("steps", steps, least=0)
    noise = _covariance(noise_covariance, d)
    moment = np.asarray(error, dtype=np.float64)
    moment = np.outer(moment, moment) if moment.ndim == 1 else moment
    require(moment.shape == (d, d), "error", f"of shape ({d},) or ({d}, {d})", moment.shape)
    sizes = _step_sizes(step_size, steps)
    slope = solve(h, smoothing).T  # A^{-1} H: A and H are symmetric
    smoothed = solve(solve(noise, smoothing).T, smoothing)
    yield moment
    for eta in sizes:
        contraction = np.eye(d) - eta * slope
        moment = contraction @ moment @ contraction.T + eta**2 * smoothed
        yield moment


def _is_symmetric(m: Array) -> bool:
    return m.ndim == 2 and m.shape[0] == m.shape[1] > 0 and np.array_equal(m, m.T)


def _covariance(covariance: ArrayLike, d: int) -> Array:
    noise = np.asarray(covariance, dtype=np.float64)
    if noise.ndim == 0:
        return float(nonnegative("noise variance", float(noise))) * np.eye(d)
    allowed = noise.shape == (d, d) and _is_symmetric(noise)
    require(allowed, "noise covariance", f"a number or symmetric of shape ({d}, {d})", noise)
    return noise


def _step_sizes(step_size: float | Sequence[float], steps: int) -> list[float]:
    sizes = np.asarray(step_size, dtype=np.float64)
    require(sizes.shape in ((), (steps,)), "step size", f"one number or {steps}", sizes.shape)
    return [float(positive("step size", float(e))) for e in np.broadcast_to(sizes, (steps,))]
