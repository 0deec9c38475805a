r"""The privacy profile of one Gaussian release on a batch, for each relation and direction.

With the likelihood ratio :math:`e^{L(x)} = 1-q+qe^{x/z-1/(2z^2)}` of :math:`(1-q)N(0,1)+qN(1/z,1)`
against N(0, 1), and t the release x at which :math:`L` is the loss in question,

- *replace-one* (batches without replacement): the profile of :mod:`dptheory.privacy.gaussian`,
  in both directions (Balle, Barthe and Gaboardi 2018, Theorem 9; Zhu, Dong and Wang 2022);
- *a record removed* (Poisson batches): the mixture against N(0, 1),
  :math:`q[\Phi(\frac1z-t)-e^{L'}\Phi(-t)]` with :math:`e^{L'}=1+(e^\epsilon-1)/q`;
- *a record added*: N(0, 1) against the mixture,
  :math:`(1-(1-q)e^\epsilon)\Phi(t)-qe^\epsilon\Phi(t-\frac1z)` with t at the loss
  :math:`-\epsilon`.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfcx, ndtr

from dptheory.contract import public
from dptheory.privacy.laplace import log_mixture
from dptheory.ranges import positive, require

Array = NDArray[np.float64]
LARGE = 30.0  # exponents from which on 1 is lost beside their exponential
ROOT = math.sqrt(0.5)


@public
def gaussian_profile(eps: Array, multiplier: float, q: float) -> Array:
    """delta of one release for replace-one, for an array of eps of any sign.

    Args:
        eps: privacy losses, any shape.
        multiplier: z, noise of the batch sum by the distance that it moves, positive.
        q: sampling rate b/n in (0, 1].

    Raises:
        ValueError: an argument is out of its range.
    """
    eps = _checked(eps, multiplier, q)
    size = np.abs(eps)
    delta = q * _plain(np.asarray(log_mixture(size, 1.0, q)), multiplier)
    profile: Array = np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)
    return profile


@public
def removed_profile(eps: Array, multiplier: float, q: float) -> Array:
    """delta of one release on a Poisson batch where the other data set lacks a record.

    Arguments and errors of :func:`gaussian_profile`.
    """
    eps = _checked(eps, multiplier, q)
    inner = _inner(eps, q)
    inside = inner > -math.inf
    delta = q * _plain(np.where(inside, inner, 0.0), multiplier)
    profile: Array = np.where(inside, delta, -np.expm1(np.minimum(eps, 0.0)))
    return profile


@public
def added_profile(eps: Array, multiplier: float, q: float) -> Array:
    """delta of one release on a Poisson batch where the other data set has one record more.

    Arguments and errors of :func:`gaussian_profile`.
    """
    eps = _checked(eps, multiplier, q)
    inner = _inner(-eps, q)
    inside = inner > -math.inf
    # With 1 - (1-q) e^eps = q e^(eps + inner) it is q e^(eps + inner) times the profile at -inner.
    level = np.where(inside, inner, 0.0)
    factor = np.exp(np.where(inside, eps + inner, 0.0))
    profile: Array = np.where(inside, q * factor * _plain(-level, multiplier), 0.0)
    return profile


def _checked(eps: Array, multiplier: float, q: float) -> Array:
    positive("noise multiplier", multiplier)
    require(0 < q <= 1, "sampling rate q", "in (0, 1]", q)
    return np.asarray(eps, dtype=np.float64)


def _plain(eps: Array, z: float) -> Array:
    r"""delta_z of :mod:`dptheory.privacy.gaussian` for eps of any sign.

    With :math:`u=\epsilon z-\frac1{2z}`, :math:`v=u+\frac1z` it is
    :math:`\Phi(-u)-e^\epsilon\Phi(-v)`, and the second term is
    :math:`\frac12e^{-u^2/2}w(v/\sqrt2)`, w the scaled error function: no digits are lost far out.
    """
    u = eps * z - 0.5 / z
    v = u + 1 / z
    density = 0.5 * np.exp(-0.5 * np.minimum(np.abs(u), 1e3) ** 2)
    above = density * erfcx(ROOT * np.maximum(u, 0.0))
    if (u < 0).any():
        above = np.where(u < 0, ndtr(-u), above)
    below = density * erfcx(ROOT * np.maximum(v, 0.0))
    if (v < 0).any():
        below = np.where(v < 0, np.exp(np.minimum(eps, 0.0)) * ndtr(-v), below)
    plain: Array = np.maximum(0.0, above - below)
    return plain


def _inner(eps: Array, q: float) -> Array:
    """ln(1 + (e^eps - 1)/q), -inf from eps = ln(1-q) downwards."""
    if q == 1:
        return eps
    large = eps > LARGE
    with np.errstate(divide="ignore"):
        within = np.log1p(np.maximum(np.expm1(np.where(large, 0.0, eps)) / q, -1.0))
    beyond = eps - math.log(q) + np.log1p((q - 1) * np.exp(-np.where(large, eps, LARGE)))
    inner: Array = np.where(large, beyond, within)
    return inner
