r"""SGD with momentum, and the step sizes with which it is the twin of Adam under large noise.

.. math:: b_t = \beta b_{t-1} + g_t, \qquad x_t = x_{t-1} - \alpha_tb_t .

With :math:`\hat m_t = \frac{1-\beta}{1-\beta^t}b_t` and :math:`\hat v_t\approx\Phi`, the variance
of the noise in a coordinate of the released gradient, Adam's step
:math:`\eta\hat m_t/\sqrt{\hat v_t}` is that of

.. math:: \alpha_t = \eta\,\frac{1-\beta}{(1-\beta^t)\sqrt\Phi} .

With constant step sizes it is the heavy-ball method of :mod:`dptheory.optimizers.momentum`, started
at rest.

Source: Tang, Shpilevskiy and Lécuyer (2023), Section 3, (3).
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
class Sgdm:
    r"""Hyper-parameters of SGD with momentum.

    Attributes:
        alpha: the step size, unit of x over unit of a gradient; with a noise variance it is the
            :math:`\eta` of the Adam whose twin this is, unit of x.
        beta: momentum, in [0, 1); 0 for plain SGD.
        noise_variance: Phi of the schedule in the module's docstring, positive; None for a
            constant step size.

    Example:
        >>> sgdm.update(Sgdm(0.1, beta=0), sgdm.init([1.0]), [1.0]).x.tolist()
        [0.9]
    """

    alpha: float
    beta: float = 0.9
    noise_variance: float | None = None

    def __post_init__(self) -> None:
        positive("step size alpha", self.alpha)
        require(0 <= self.beta < 1, "momentum beta", "in [0, 1)", self.beta)
        if self.noise_variance is not None:
            positive("noise variance Phi", self.noise_variance)


class SgdmState(NamedTuple):
    """The iterate, the momentum buffer (of its shape) and the number of steps taken.

    Example:
        >>> sgdm.init([1.0, 2.0]).buffer.tolist()
        [0.0, 0.0]
    """

    x: Array
    buffer: Array
    iterations: int


@public
def init(x0: ArrayLike) -> SgdmState:
    """The state before the first step.

    Args:
        x0: the start, of any shape.

    Example:
        >>> sgdm.init([1.0, 2.0]).x.tolist()
        [1.0, 2.0]
    """
    x = np.array(x0, dtype=np.float64)
    return SgdmState(x, np.zeros_like(x), 0)


@public
def factor(method: Sgdm, iteration: int) -> float:
    r""":math:`\alpha_t` over the method's alpha in step t >= 1: 1, or the schedule of a twin.

    Args:
        method: hyper-parameters. iteration: t >= 1.

    Example:
        >>> sgdm.factor(Sgdm(0.1), iteration=3)
        1.0
    """
    t = count("step t", iteration)
    if method.noise_variance is None:
        return 1.0
    return float((1 - method.beta) / ((1 - method.beta**t) * np.sqrt(method.noise_variance)))


@public
def update(
    method: Sgdm, state: SgdmState, released: Array | ArrayLike, alpha: ArrayLike | None = None
) -> SgdmState:
    """The next state, given the gradient released at ``state.x``.

    Args:
        method: hyper-parameters.
        state: the present state.
        released: the gradient, of the iterate's shape.
        alpha: alpha instead of the method's, a number or an array that broadcasts to the
            iterate's shape; it is multiplied by :func:`factor`.

    Example:
        >>> sgdm.update(Sgdm(0.1), sgdm.init([1.0]), [2.0]).x.tolist()
        [0.8]
    """
    b = method.beta * state.buffer + np.asarray(released, dtype=np.float64)
    t = state.iterations + 1
    length = np.asarray(method.alpha if alpha is None else alpha, dtype=np.float64)
    return SgdmState(state.x - factor(method, t) * length * b, b, t)
