"""DP-LSSGD on quadratics: the preconditioned problem and exact second moments.

Source: own; docs/smoothing.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dptheory.contract import public
from dptheory.problems.quadratic import Quadratic
from dptheory.ranges import count, nonnegative, positive, require
from dptheory.results import explained
from dptheory.smoothing.operator import Array, spectrum
from dptheory.smoothing.solving import solve


@explained
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


@public
def preconditioned(problem: Quadratic, smoothing: float) -> Preconditioned:
    """DP-LSSGD on a quadratic whose Hessian commutes with A.

    With it, :func:`dptheory.simulation.moments.expected_loss` covers the smoothed method: pass its
    ``problem``, ``noise * variance`` as variances, and ``scale * x0`` as first iterate.

    Args:
        problem: coordinate j in direction j of :func:`basis`, so that its eigenvalue of A is
            entry j of :func:`spectrum`.
        smoothing: nonnegative.

    Example:
        >>> from dptheory.problems import from_spectrum
        >>> preconditioned(from_spectrum([1.0, 1.0, 1.0]), 1.0).problem.spectrum.round(4).tolist()
        [1.0, 0.25, 0.25]
    """
    eigenvalues = spectrum(problem.dimension, smoothing)
    scale = np.sqrt(eigenvalues)
    moved = Quadratic(problem.spectrum / eigenvalues, problem.minimiser * scale)
    return Preconditioned(moved, scale, 1 / eigenvalues)


@public
def second_moment_path(
    hessian: ArrayLike,
    smoothing: float,
    step_size: float | Sequence[float],
    noise_covariance: ArrayLike,
    error: ArrayLike,
    iterations: int,
) -> Iterator[Array]:
    r"""The exact :math:`E\,e_te_t^\top` of DP-LSSGD on any quadratic, t = 0, ..., iterations.

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
        iterations: the number of iterations.

    Raises:
        ValueError: a shape does not fit, or a number is out of its range.

    Example:
        >>> path = second_moment_path([[1.0, 0.0], [0.0, 1.0]], 1.0, 0.5, 0.01, [1.0, 1.0], 2)
        >>> [round(float(moment.trace()) / 2, 4) for moment in path]
        [1.0, 0.2513, 0.0642]
    """
    h = np.asarray(hessian, dtype=np.float64)
    require(_is_symmetric(h), "Hessian", "a symmetric matrix", h)
    d, iterations = h.shape[0], count("iterations", iterations, least=0)
    noise = _covariance(noise_covariance, d)
    moment = np.asarray(error, dtype=np.float64)
    moment = np.outer(moment, moment) if moment.ndim == 1 else moment
    require(moment.shape == (d, d), "error", f"of shape ({d},) or ({d}, {d})", moment.shape)
    sizes = _step_sizes(step_size, iterations)
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


def _step_sizes(step_size: float | Sequence[float], iterations: int) -> list[float]:
    sizes = np.asarray(step_size, dtype=np.float64)
    require(
        sizes.shape in ((), (iterations,)), "step size", f"one number or {iterations}", sizes.shape
    )
    return [float(positive("step size", float(e))) for e in np.broadcast_to(sizes, (iterations,))]
