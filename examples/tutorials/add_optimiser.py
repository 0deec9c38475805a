"""Adding an optimiser.

A method is two things: frozen hyper-parameters, and a pure function from a state and a released
gradient to the next state. It knows nothing of privacy: what is released comes from
`dptheory.gradients`. Here is one from first line to a run; in the project it is a file in
`dptheory/optimizers/` and a line in `CASES` of its contract tests
([CONTRIBUTING.md](../../CONTRIBUTING.md)).
"""

# %%
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dptheory.optimizers import Sgdm, sgdm
from dptheory.problems import with_outliers

# %% [markdown]
# Sign descent with momentum: the update is the sign of an average of the released gradients.


# %%
@dataclass(frozen=True)
class SignMomentum:
    """Step size alpha (unit of x) and decay beta in [0, 1)."""

    alpha: float
    beta: float = 0.9


class State(NamedTuple):
    """The iterate and the average of the gradients, of one shape."""

    x: np.ndarray
    m: np.ndarray


def init(x0):
    """The state before the first step."""
    x = np.array(x0, dtype=float)
    return State(x, np.zeros_like(x))


def update(method, state, released):
    """The next state, given the gradient released at ``state.x``."""
    m = method.beta * state.m + (1 - method.beta) * np.asarray(released)
    return State(state.x - method.alpha * np.sign(m), m)


# %% [markdown]
# The first test of a method is its limit case. With beta = 0 it is sign descent, and one step
# moves every coordinate by alpha:

# %%
step = update(SignMomentum(0.5, beta=0.0), init([3.0, -1.0]), [2.0, -4.0])
print(step.x)
#: [ 2.5 -0.5]

# %% [markdown]
# A private run: per-sample gradients are clipped, averaged over a batch, and Gaussian noise is
# added; the method sees the released gradient alone. The samplers here are for analysis, not for
# the release of data.

# %%
problem = with_outliers(200, 4, seed=0)
draw = np.random.default_rng(0)


def released(x, clip=1.0, multiplier=1.0, batch=50):
    """The noisy mean of clipped gradients of a batch."""
    rows = problem.per_sample_gradients(x, draw.choice(200, batch, replace=False))
    rows = rows * np.minimum(1, clip / np.linalg.norm(rows, axis=1))[:, None]
    return rows.mean(axis=0) + clip * multiplier / batch * draw.normal(size=x.size)


mine, other = init(np.ones(4)), sgdm.init(np.ones(4))
for _ in range(300):
    mine = update(SignMomentum(0.01), mine, released(mine.x))
    other = sgdm.update(Sgdm(0.05, 0.9), other, released(other.x))
print(f"{problem.value(np.ones(4)):.3f} {problem.value(mine.x):.3f} {problem.value(other.x):.3f}")
#: 0.301 0.098 0.097

# %% [markdown]
# Beside other methods it is fair at equal budgets and equal tuning only. The contest of
# [docs/adam.md](../../docs/adam.md#equal-budgets-equal-tuning) gives each of its methods 24
# configurations, of which the best is chosen on other runs than those that are drawn. These are
# ours; `python -m figures adambc-contest --with examples/tutorials/add_optimiser.py` draws the
# method into the figure.

# %%
CONFIGURATIONS = [
    SignMomentum(10 ** (-0.4 * k), beta) for k in range(8) for beta in (0.0, 0.5, 0.9)
]
print(len(CONFIGURATIONS))
#: 24
