r"""The momentum family's update as a pure function of a released gradient.

.. math:: y_t = x_t + \eta(x_t - x_{t-1}), \qquad
          x_{t+1} = x_t - \alpha g(y_t) + \beta(x_t - x_{t-1})

It is the state-space form of :mod:`dptheory.methods`, split where the gradient is released:
:func:`query_point` says where, :func:`update` uses what comes back. Points may be numbers of any
kind or numpy arrays.

Source: Kuru et al. (2020), (5), (6) and (9).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import count, is_finite, require

Point = Any  # a number, or a numpy array of any shape
Methods = Method | Sequence[Method]
Array = NDArray[np.float64]


class MomentumState(NamedTuple):
    """The current iterate and the one before it.

    Example:
        >>> momentum.MomentumState(x=1.0, x_previous=0.0).x
        1.0
    """

    x: Point
    x_previous: Point


@public
def schedule(method: Methods, iterations: int) -> tuple[Method, ...]:
    """One method per iteration: the given one repeated, or the given sequence.

    Args:
        method: one for all iterations, or a sequence with one for each.
        iterations: the number of iterations.

    Raises:
        ValueError: the sequence's length is not the number of steps.

    Example:
        >>> from dptheory import heavy_ball
        >>> len(momentum.schedule(heavy_ball(0.1, 0.4), 3))
        3
    """
    if isinstance(method, Method):
        return (method,) * int(count("steps", iterations, least=0))
    allowed = f"one method or a sequence of {iterations}"
    require(len(method) == iterations, "method", allowed, f"a sequence of {len(method)}")
    return tuple(method)


@public
def parameters(method: Methods, iterations: int) -> tuple[Array, Array, Array]:
    """alpha, beta and eta of every iteration as floats, each of shape (steps,).

    Args:
        method: one for all iterations, or a sequence with one for each.
        iterations: the number of iterations.

    Raises:
        ValueError: the sequence's length is not the number of steps, or a parameter is not finite.

    Example:
        >>> from dptheory import heavy_ball
        >>> [column.tolist() for column in momentum.parameters(heavy_ball(0.1, 0.4), 2)]
        [[0.1, 0.1], [0.4, 0.4], [0.0, 0.0]]
    """
    table = np.empty((3, iterations))
    if isinstance(method, Method):
        for row, value in zip(
            table, (method.alpha, method.beta, method.extrapolation), strict=True
        ):
            row.fill(float(value))
    else:
        stages = schedule(method, iterations)
        table[0] = [float(stage.alpha) for stage in stages]
        table[1] = [float(stage.beta) for stage in stages]
        table[2] = [float(stage.extrapolation) for stage in stages]
    require(is_finite(table), "method", "of finite parameters", method)
    return table[0], table[1], table[2]


@public
def init(x0: Point) -> MomentumState:
    """The state at rest: x_-1 = x_0.

    Args:
        x0: the start, of any shape.

    Example:
        >>> momentum.init(1)
        MomentumState(x=1, x_previous=1)
    """
    return MomentumState(x0, x0)


@public
def query_point(method: Method, state: MomentumState) -> Point:
    """The point y_t at which the gradient is taken.

    Args:
        method: of this iteration. state: the present state.

    Example:
        >>> from dptheory import nesterov
        >>> momentum.query_point(nesterov("0.1", "0.5"), momentum.MomentumState(x=3, x_previous=1))
        Fraction(4, 1)
    """
    return state.x + method.extrapolation * (state.x - state.x_previous)


@public
def update(method: Method, state: MomentumState, released: Point) -> MomentumState:
    """The next state, given the gradient released at :func:`query_point`.

    Args:
        method: of this iteration. state: the present state.
        released: the gradient, of the iterate's shape.

    Example:
        >>> from dptheory import heavy_ball
        >>> momentum.update(heavy_ball("0.1", "0.5"), momentum.MomentumState(x=3, x_previous=1), 2)
        MomentumState(x=Fraction(19, 5), x_previous=3)
    """
    velocity: Number = method.beta * (state.x - state.x_previous)
    return MomentumState(state.x - method.alpha * released + velocity, state.x)
