r"""RMSProp with a delayed preconditioner (DP2-RMSProp): SGD and RMSProp in turns.

A period has :math:`s` steps of SGD, whose released gradients are summed, and :math:`s` steps of
RMSProp. At the turn the mean of the sum enters the second moment, so that the noise in it has
:math:`1/s` of the variance of a step's,

.. math:: v \leftarrow \beta v + (1-\beta)\Bigl(\frac1s\sum_{\tau}\tilde g_\tau\Bigr)^2,
          \qquad D = \sqrt v + \gamma,

and in the steps of RMSProp every record's gradient is divided by the preconditioner D before it is
clipped and the noise is added: the released gradient is the direction of the step already,

.. math:: x_t = x_{t-1} - \alpha_t\tilde g_t .

D is 1 in the steps of SGD, and step sizes and clipping bounds of the two phases are separate. The
caller divides by :func:`preconditioner`; what he has not divided is a mistake that nothing here can
see.

Source: Li, Zaheer, Liu, Reddi, McMahan and Smith (2023), Algorithm 1, with the equal delays of
Tang, Shpilevskiy and Lécuyer (2023), Appendix D.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.ranges import count, positive, require

Array = NDArray[np.float64]


@public
@dataclass(frozen=True)
class DelayedRMSProp:
    """Hyper-parameters of DP2-RMSProp.

    Attributes:
        alpha: step size of RMSProp, unit of x.
        sgd_alpha: step size of SGD, unit of x over unit of a gradient.
        delay: s >= 1, steps of each phase.
        beta: decay of the second moment, in [0, 1).
        regulariser: stability constant of the preconditioner (unit of a gradient), positive.

    Example:
        >>> DelayedRMSProp(alpha=0.001, sgd_alpha=0.1, delay=10).beta
        0.9
    """

    alpha: float
    sgd_alpha: float
    delay: int
    beta: float = 0.9
    regulariser: float = 1e-8

    def __post_init__(self) -> None:
        positive("step size alpha", self.alpha)
        positive("step size of SGD", self.sgd_alpha)
        count("delay s", self.delay)
        require(0 <= self.beta < 1, "beta", "in [0, 1)", self.beta)
        positive("stability constant gamma", self.regulariser)


class DelayedState(NamedTuple):
    """The iterate, the second moment and the phase's sum (of its shape), and the steps taken.

    Example:
        >>> dp2_rmsprop.init([1.0, 2.0]).total.tolist()
        [0.0, 0.0]
    """

    x: Array
    v: Array
    total: Array
    iterations: int


@public
def init(x0: ArrayLike) -> DelayedState:
    """The state before the first step.

    Args:
        x0: the start, of any shape.

    Example:
        >>> dp2_rmsprop.init([1.0, 2.0]).iterations
        0
    """
    x = np.array(x0, dtype=np.float64)
    return DelayedState(x, np.zeros_like(x), np.zeros_like(x), 0)


@public
def adaptive(method: DelayedRMSProp, state: DelayedState) -> bool:
    """Whether the next step is one of RMSProp.

    Args:
        method: hyper-parameters. state: before the step.

    Example:
        >>> dp2_rmsprop.adaptive(DelayedRMSProp(0.001, 0.1, delay=10), dp2_rmsprop.init([1.0]))
        False
    """
    return state.iterations % (2 * method.delay) >= method.delay


@public
def preconditioner(method: DelayedRMSProp, state: DelayedState) -> Array:
    """What every record's gradient is divided by before it is clipped, of the iterate's shape.

    Args:
        method: hyper-parameters. state: before the step.

    Example:
        >>> method = DelayedRMSProp(0.001, 0.1, delay=10)
        >>> dp2_rmsprop.preconditioner(method, dp2_rmsprop.init([1.0])).tolist()
        [1.0]
    """
    if adaptive(method, state):
        found: Array = np.sqrt(state.v) + method.regulariser
        return found
    return np.ones_like(state.x)


@public
def update(
    method: DelayedRMSProp,
    state: DelayedState,
    released: Array | ArrayLike,
    alpha: ArrayLike | None = None,
) -> DelayedState:
    """The next state, given the preconditioned gradient released at ``state.x``.

    Args:
        method: hyper-parameters.
        state: the present state.
        released: the mean of clipped gradients over :func:`preconditioner`, with noise.
        alpha: alpha of RMSProp instead of the method's, a number or an array that broadcasts
            to the iterate's shape.

    Example:
        >>> method = DelayedRMSProp(0.001, 0.1, delay=10)
        >>> dp2_rmsprop.update(method, dp2_rmsprop.init([1.0]), [2.0]).x.tolist()
        [0.8]
    """
    g, t = np.asarray(released, dtype=np.float64), state.iterations + 1
    later = adaptive(method, state)
    length: ArrayLike = method.sgd_alpha
    if later:
        length = method.alpha if alpha is None else alpha
    x = state.x - np.asarray(length, dtype=np.float64) * g
    if later:
        return DelayedState(x, state.v, state.total, t)
    total = state.total + g
    if t % method.delay:
        return DelayedState(x, state.v, total, t)
    v = method.beta * state.v + (1 - method.beta) * (total / method.delay) ** 2
    return DelayedState(x, v, np.zeros_like(total), t)
