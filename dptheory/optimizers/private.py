r"""DP-SGD with clipping, DP-NSGD and group-wise clipping: an optimizer on perturbed gradients.

.. math:: x_{k+1} = x_k - \eta\Bigl(\frac1B\sum_{i\in S_k}h_k^{(i)}g_k^{(i)} + z_k\Bigr), \qquad
          \bar h = \min\Bigl(1,\frac c{\|g\|}\Bigr) \quad\text{or}\quad h = \frac1{r+\|g\|},

and Adam on the same released gradient. ``dp_sgd``, ``dp_nsgd`` and ``dp_grouped``, which takes
any optimizer and rule, make a :class:`Private`; they want the noise's multiplier, place and scale
(:mod:`dptheory.gradients.perturbation`). A normalised step has no unit of a gradient, so that its
:math:`\eta` is a length. For example::

    method = dp_nsgd(eta=0.1, r=0.01, multiplier=1.0, on="sum")
    state = init(method, x0)                                             # x0 of shape (..., d)
    state = update(method, state, problem.per_sample_gradients(state.x, batch), standard_noise)

Limits, which the tests hold: :math:`c\to\infty` gives SGD, and so does :math:`r\to\infty` with
:math:`\eta/r` fixed; :math:`c\to0` with :math:`\eta c` fixed and :math:`r\to0` both give
:math:`g/\|g\|` per record. Many runs at once: :mod:`dptheory.simulation.nonconvex`.

Source: Yang, Zhang, Chen and Liu (2022), (2), (3) and Algorithm 1.
"""

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation, perturbed_mean
from dptheory.optimizers import adam, sgdm
from dptheory.optimizers.adam import Adam, AdamState
from dptheory.optimizers.sgdm import Sgdm, SgdmState
from dptheory.ranges import nonnegative, positive

State = AdamState | SgdmState


@public
@dataclass(frozen=True)
class Private:
    """An optimizer, and what it is given in place of the mean gradient.

    Attributes:
        optimizer: SGD (with momentum) or Adam.
        rule: how a record's gradient is bounded.
        noise: Gaussian, and where it is added.

    Example:
        >>> private.dp_nsgd(0.1, 0.01, noise_multiplier=1.0, on="sum").rule.rule
        'normalise'
    """

    optimizer: Sgdm | Adam
    rule: PerSample
    noise: Perturbation


def _clip(c: float) -> PerSample:
    return PerSample("clip", (positive("clipping threshold c", c),))


def _normalise(r: float) -> PerSample:
    return PerSample("normalise", (1.0,), regulariser=positive("regulariser r", r))


@public
def dp_sgd(alpha: float, clip: float, *, noise_multiplier: float, on: str, unit: str) -> Private:
    """DP-SGD; (2) of the paper is ``on="mean", scale="bound"``.

    Args:
        alpha: the step size, unit of x over that of a gradient. clip: the bound, positive.
        noise_multiplier: sigma >= 0. on: "sum" or "mean".
        unit: "bound", "root-of-bound" or "one".

    Example:
        >>> private.dp_sgd(0.1, 2.0, noise_multiplier=1.0, on="sum", unit="bound").rule.clips
        (2.0,)
    """
    return Private(Sgdm(alpha, 0.0), _clip(clip), Perturbation(noise_multiplier, on, unit))


@public
def dp_nsgd(alpha: float, regulariser: float, *, noise_multiplier: float, on: str) -> Private:
    """DP-NSGD; Algorithm 1 as printed is ``on="mean"``. The bound is 1, whatever r is.

    Args:
        alpha: the step size, unit of x. regulariser: the regulariser, positive, unit of a gradient.
        noise_multiplier: sigma >= 0. on: "sum" or "mean".

    Example:
        >>> private.dp_nsgd(0.1, 0.01, noise_multiplier=1.0, on="sum").rule.clips
        (1.0,)
    """
    return Private(
        Sgdm(alpha, 0.0), _normalise(regulariser), Perturbation(noise_multiplier, on, "bound")
    )


@public
def dp_grouped(
    optimizer: Sgdm | Adam, rule: PerSample, *, noise_multiplier: float, on: str
) -> Private:
    r"""Group-wise clipping: noise of deviation :math:`\sigma\sqrt{\sum_mR_m^2}` on sum or mean.

    (4) of Bu et al. (2023) is SGD with ``on="sum"`` and
    ``uniform(layout, M, 1.0).rule("auto", gamma=0.01)`` of :mod:`dptheory.gradients.grouping`; its
    learning rate :math:`\eta` multiplies a sum, so that ``eta`` here is :math:`B\eta`.

    Args:
        optimizer: SGD or Adam. rule: how groups are clipped.
        noise_multiplier: sigma >= 0. on: "sum" or "mean".

    Example:
        >>> from dptheory.gradients import PerSample
        >>> rule = PerSample("clip", clips=(1.0, 0.5), sizes=(3, 2))
        >>> private.dp_grouped(Sgdm(0.1), rule, noise_multiplier=1.0, on="sum").rule.clips
        (1.0, 0.5)
    """
    return Private(optimizer, rule, Perturbation(noise_multiplier, on, "bound"))


@public
def init(method: Private, x0: ArrayLike) -> State:
    """The state before the first step; x0 of shape (..., d).

    Args:
        method: optimizer, rule and noise.
        x0: the start, shape (..., d).

    Example:
        >>> method = private.dp_nsgd(0.1, 0.01, noise_multiplier=1.0, on="sum")
        >>> private.init(method, [1.0, 2.0]).x.tolist()
        [1.0, 2.0]
    """
    return adam.init(x0) if isinstance(method.optimizer, Adam) else sgdm.init(x0)


@public
def update(
    method: Private,
    state: State,
    gradients: Any,
    standard_noise: ArrayLike | None = None,
    alpha: float | None = None,
) -> State:
    """The next state.

    Args:
        method: what to do.
        state: the present state, its x of shape (..., d).
        gradients: the batch's per-sample gradients at that x, shape (..., B, d); those that are
            not finite add nothing (:func:`dptheory.gradients.bounded_sums` counts them).
        standard_noise: Gaussian draws of variance one, shape (..., d); None without noise.
        alpha: eta of this step instead of the method's, nonnegative.

    Raises:
        ValueError: a shape does not fit or draws are missing.

    Example:
        >>> method = private.dp_sgd(0.5, 1.0, noise_multiplier=0.0, on="sum", unit="bound")
        >>> state = private.init(method, [0.0, 0.0])
        >>> private.update(method, state, [[3.0, 4.0], [0.0, 0.0]]).x.round(4).tolist()
        [-0.15, -0.2]
    """
    if alpha is not None:
        nonnegative("step size", alpha)
    released = perturbed_mean(gradients, method.rule, method.noise, standard_noise)
    if isinstance(method.optimizer, Adam) and isinstance(state, AdamState):
        return adam.update(method.optimizer, state, released, alpha)
    if isinstance(method.optimizer, Sgdm) and isinstance(state, SgdmState):
        return sgdm.update(method.optimizer, state, released, alpha)
    raise ArgumentError(
        f"state must be that of the method's optimizer. Found {type(state).__name__}."
    )
