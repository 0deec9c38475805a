r"""Laplacian smoothing between a released gradient and an optimizer: DP-LSSGD and DP-LS-Adam.

.. math:: x_{t+1} = x_t - \eta A_\sigma^{-1}\tilde g_t \quad\text{(DP-LSSGD)}

and Adam (:mod:`dptheory.optimizers.adam`) on :math:`A_\sigma^{-1}\tilde g_t`, with the operator of
:mod:`dptheory.smoothing` along the last axis: what is smoothed are neighbours in the order in which
the parameters are flattened. Smoothing comes after the noise and is invertible, so that the privacy
is that of :math:`\tilde g_t`.

Source: Wang et al., DP-LSSGD, (5) and Section 4.2.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.optimizers import adam
from dptheory.ranges import positive
from dptheory.smoothing.solving import solve

Array = NDArray[np.float64]


@public
def update(
    state: Array | ArrayLike, released: Array | ArrayLike, alpha: float | Array, smoothing: float
) -> Array:
    """The next iterate of DP-LSSGD; DP-SGD for smoothing 0.

    Args:
        state: iterates of shape (..., d).
        released: the private gradients there, of the same shape.
        alpha: eta, unit of x over unit of a gradient; positive, a number or an array of shape
            (..., 1).
        smoothing: nonnegative.

    Example:
        >>> updates.update([1.0, 1.0, 1.0], [1.0, 0.0, 0.0], 0.5, 1.0).round(4).tolist()
        [0.75, 0.875, 0.875]
    """
    eta = positive("step size eta", alpha)
    step: Array = eta * solve(released, smoothing)
    return np.asarray(state, dtype=np.float64) - step


@public
def adam_update(
    method: adam.Adam, state: adam.AdamState, released: Array | ArrayLike, smoothing: float
) -> adam.AdamState:
    """The next state of DP-LS-Adam; Adam on the released gradient for smoothing 0.

    A bias-corrected method must be given the variance that is left after smoothing,
    ``beta(d, smoothing)`` times the noise's.

    Args:
        method: Adam's hyper-parameters. state: the present state.
        released: the gradient, shape (..., d). smoothing: sigma >= 0.

    Raises:
        ValueError: the smoothing is negative, or the gradient has no last axis.

    Example:
        >>> from dptheory.optimizers import adam
        >>> state = updates.adam_update(adam.Adam(0.1), adam.init([0.0, 0.0]), [2.0, 2.0], 1.0)
        >>> state.x.round(4).tolist()
        [-0.1, -0.1]
    """
    return adam.update(method, state, solve(released, smoothing))
