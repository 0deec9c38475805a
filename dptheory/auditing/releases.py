r"""What the audited step releases: sums over the steps of a run, many runs at once.

A step is a function of the gradients of a batch, shape (B, d), and a random generator that returns
the released gradient, shape (d,); or a :class:`~dptheory.optimizers.private.Private`, whose update
is made from rest and whose released gradient is read from the state after it.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.optimizers import adam, private
from dptheory.optimizers.private import Private
from dptheory.ranges import is_finite, require

Array = NDArray[np.float64]
Step = Callable[[Array, np.random.Generator], ArrayLike]


def run_sums(
    step: Private | Step, gradients: Array, signs: Array, rng: np.random.Generator, runs: int
) -> Array:
    r"""The sums :math:`\sum_t s_tr_t` over runs, where :math:`r_t` is released of
    :math:`s_t` times the gradients; shape (runs, d).

    Every run of a function has a generator of its own.

    Raises:
        ValueError: the step returns something else than d finite numbers.
    """
    if not isinstance(step, Private):
        with np.errstate(all="ignore"):  # a gradient of 0 may be divided by its length
            return np.array([_run_sum(step, gradients, signs, own) for own in rng.spawn(runs)])
    sums = np.zeros((runs, gradients.shape[1]))
    for sign in signs:
        sums += sign * _released(step, sign * gradients, rng, runs)
    return sums


def _run_sum(step: Step, gradients: Array, signs: Array, rng: np.random.Generator) -> Array:
    total = np.zeros(gradients.shape[1])
    for sign in signs:
        released = np.asarray(step(sign * gradients, rng), dtype=np.float64)
        fits = released.shape == total.shape
        shape = f"shape {released.shape}"
        require(fits, "what the step returns", f"of shape {total.shape}", shape)
        require(is_finite(released), "what the step returns", "finite", released)
        total += sign * released
    return total


def _released(method: Private, gradients: Array, rng: np.random.Generator, runs: int) -> Array:
    """The released gradients of first steps, shape (runs, d)."""
    shape = runs, gradients.shape[1]
    batches = np.broadcast_to(gradients, (runs, *gradients.shape))
    start = private.init(method, np.zeros(shape))
    after = private.update(method, start, batches, rng.standard_normal(shape))
    decay = method.optimizer.beta1 if isinstance(method.optimizer, adam.Adam) else 0.0
    average = after.m if isinstance(after, adam.AdamState) else after.buffer
    return average / (1 - decay)
