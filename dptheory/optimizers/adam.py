r"""Adam and its bias-corrected private form as pure functions of a released gradient.

.. math:: m_t = \beta_1m_{t-1} + (1-\beta_1)g_t, \quad v_t = \beta_2v_{t-1} + (1-\beta_2)g_t^2,
          \quad \hat m = \frac{m_t}{1-\beta_1^t}, \quad \hat v = \frac{v_t}{1-\beta_2^t},

.. math:: x_t = x_{t-1} - \alpha\frac{\hat m}{\sqrt{\hat v + b} + \gamma} \quad\text{(Adam)}, \qquad
          x_t = x_{t-1} - \alpha\frac{\hat m}{\sqrt{\max(\hat v - \Phi, \gamma')}}
          \quad\text{(bias-corrected)},

coordinate by coordinate, with the variance :math:`\Phi` of the noise in a coordinate of the
released gradient and a bias :math:`b` that is 0 unless one is added on purpose. Adam on a private
gradient is DP-Adam, the other form DP-AdamBC. Where the denominator is 0 (Adam with gamma =
b = 0 whose :math:`\hat v` is 0) a coordinate of :math:`\hat m` = 0 rests, 0/0 = 0, and any other is
refused: without memory of squares, or where they underflow. A step of one step size is compiled,
to the same bits in one pass over memory (:mod:`dptheory.optimizers.adam_kernels`).

Source: Kingma and Ba (2015); Tang, Shpilevskiy and Lécuyer (2023), (4).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.optimizers import adam_kernels
from dptheory.ranges import nonnegative, positive, require

Array = NDArray[np.float64]


@public
@dataclass(frozen=True)
class Adam:
    """Hyper-parameters of Adam.

    Attributes:
        alpha: step size, unit of x (a step does not depend on the gradient's unit).
        beta1, beta2: decay of the two averages, in [0, 1).
        regulariser: the stability constant, added to a root (unit of a gradient); nonnegative.
        noise_variance: Phi, nonnegative, for the bias-corrected form; None for Adam.
        floor: gamma' of the bias-corrected form (unit of a gradient squared), positive.
        bias: b, added to Adam's second moment (unit of a gradient squared), nonnegative; 0 in the
            bias-corrected form.

    Example:
        >>> Adam(0.001, noise_variance=0.01).beta2
        0.999
    """

    alpha: float
    beta1: float = 0.9
    beta2: float = 0.999
    regulariser: float = 1e-8
    noise_variance: float | None = None
    floor: float = 1e-8
    bias: float = 0.0

    def __post_init__(self) -> None:
        positive("step size alpha", self.alpha)
        for name, beta in (("beta1", self.beta1), ("beta2", self.beta2)):
            require(0 <= beta < 1, name, "in [0, 1)", beta)
        nonnegative("stability constant gamma", self.regulariser)
        nonnegative("noise variance Phi", self.noise_variance or 0.0)
        positive("floor gamma'", self.floor)
        nonnegative("added bias b", self.bias)
        alone = self.noise_variance is None or self.bias == 0
        require(alone, "added bias b", "0 in the bias-corrected form", self.bias)


class AdamState(NamedTuple):
    """The iterate, both averages (of its shape) and the number of steps taken.

    Example:
        >>> adam.init([1.0, 2.0]).iterations
        0
    """

    x: Array
    m: Array
    v: Array
    iterations: int


@public
def init(x0: ArrayLike) -> AdamState:
    """The state before the first step.

    Args:
        x0: the start, of any shape.

    Example:
        >>> adam.init([1.0, 2.0]).m.tolist()
        [0.0, 0.0]
    """
    x = np.array(x0, dtype=np.float64)
    return AdamState(x, np.zeros_like(x), np.zeros_like(x), 0)


@public
def update(
    method: Adam, state: AdamState, released: Array | ArrayLike, alpha: ArrayLike | None = None
) -> AdamState:
    """The next state, given the gradient released at ``state.x``.

    Args:
        method: hyper-parameters.
        state: the present state.
        released: the gradient, of a shape that broadcasts to the iterate's (one gradient for
            several runs).
        alpha: this step's alpha instead of the method's, a number or an array that broadcasts
            to the iterate's shape.

    Raises:
        ValueError: the gradient does not broadcast to the iterate, or :func:`direction` refuses.

    Example:
        >>> adam.update(Adam(0.1), adam.init([1.0]), [5.0]).x.round(6).tolist()
        [0.9]
    """
    g, t = np.asarray(released, dtype=np.float64), state.iterations + 1
    pairs = zip(reversed(g.shape), reversed(state.x.shape), strict=False)
    fits = g.ndim <= state.x.ndim and all(n in (1, whole) for n, whole in pairs)
    require(fits, "released gradient", f"an array that broadcasts to {state.x.shape}", g.shape)
    length = np.asarray(method.alpha if alpha is None else alpha, dtype=np.float64)
    same = all(part.shape == state.x.shape and part.dtype == np.float64 for part in state[:3])
    if same and length.ndim == 0:
        found = _compiled(method, state, g, float(length))
        if found is not None:
            return found
    m = method.beta1 * state.m + (1 - method.beta1) * g
    v = method.beta2 * state.v + (1 - method.beta2) * g**2
    following = AdamState(state.x, m, v, t)
    return following._replace(x=state.x - length * direction(method, following))


def _compiled(method: Adam, state: AdamState, g: Array, alpha: float) -> AdamState | None:
    """The same in one pass; None where a number is not finite, which NumPy's lines tell why."""
    shape, t = state.x.shape, state.iterations + 1
    x, m, v, g = (
        np.reshape(part, -1) for part in (*state[:3], g if g.shape == shape else np.full(shape, g))
    )
    # Both averages in one piece: of three, the allocator gives memory back and is given it anew.
    out = (np.empty_like(x), *np.empty((2, x.size)))
    decays = float(method.beta1), float(method.beta2)
    left = 1 - decays[0] ** t, 1 - decays[1] ** t
    corrected = method.noise_variance is not None
    shift = -(method.noise_variance or 0.0) if corrected else method.bias
    least = method.floor if corrected else method.regulariser
    numbers = alpha, decays, left, float(shift), float(least), corrected
    finite = adam_kernels.step(x, m, v, g, out, *numbers)
    if not finite:
        return None
    next_x, next_m, next_v = (part.reshape(shape) for part in out)
    return AdamState(next_x, next_m, next_v, t)


@public
def direction(method: Adam, state: AdamState) -> Array:
    r"""The last step over its step size, :math:`\Delta_t`, from the averages after it.

    Args:
        method: hyper-parameters. state: after a step.

    Raises:
        ValueError: no step has been taken, or :math:`\hat m/0` with :math:`\hat m \ne 0`.

    Example:
        >>> method = Adam(0.1, regulariser=0)
        >>> adam.direction(method, adam.update(method, adam.init([1.0]), [5.0])).round(6).tolist()
        [1.0]
    """
    require(state.iterations >= 1, "number of steps", "at least 1", state.iterations)
    first = state.m / (1 - method.beta1**state.iterations)
    second = state.v / (1 - method.beta2**state.iterations)
    size: Array
    if method.noise_variance is None:
        size = np.sqrt(second + method.bias) + method.regulariser
    else:
        size = np.sqrt(np.maximum(second - method.noise_variance, method.floor))
    rests = first == 0
    allowed = "positive where the second moment is 0 and the first is not"
    require(rests | (size != 0), "stability constant gamma", allowed, method.regulariser)
    step: Array = first / np.where(rests, 1.0, size)
    return step
