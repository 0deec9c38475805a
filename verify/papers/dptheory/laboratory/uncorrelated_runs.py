r"""Uncorrelated noise that gradient descent cannot forget, and runs under it.

The law of ``dptheory/uncorrelated-from-below``, for sigma = 1: F has the curvature mu above its
minimiser 0 and L below. A run rests at 0. At every step noise moves the share p of all runs to
:math:`-b`, a step later to :math:`(s+m)b`, and from then on holds back its fall: each step
multiplies it by u. A share q is moved by what makes the mean of all noise 0, and left alone. The
second moment of the latter tends to 0 with p/q.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

AIMS = tuple(np.geomspace(0.05, 20, 400).tolist())  # values of m
LEFT_ALONE = 100  # q over p
EVER_MOVED = 0.9  # of all runs, by the last step


class Floors(NamedTuple):
    """Floors of E|x - x*|^2 over that of independent noise, and what the law of the lower one is.

    Attributes:
        above: of uncorrelated noise, from above. below: what the law has. m, u: of the law.
    """

    above: float
    below: float
    m: float
    u: float


@dataclass(frozen=True)
class Problem:
    """Gradient descent with mu = 1.

    Attributes:
        kappa: L/mu. step: alpha L, at most 2 kappa/(kappa + 1).
    """

    kappa: float
    step: float

    @property
    def rho(self) -> float:
        """1 - alpha mu."""
        return 1 - self.step / self.kappa

    @property
    def s(self) -> float:
        """What a step makes of -1."""
        return self.step - 1


def kept(problem: Problem, m: float) -> tuple[float, float]:
    """The factor u, and E x^2 over alpha^2."""
    rho, s = problem.rho, problem.s
    h = m / (s + m) ** 2
    u = (math.sqrt(1 + 4 * h * (rho + h)) - 1) / (2 * h)
    return u, (1 + (s + m) ** 2 / (1 - u**2)) / (1 + m**2 + (u - rho) * m)


def floors(problem: Problem) -> Floors:
    """Both sides, the lower one at the best of some laws."""
    rho, s = problem.rho, problem.s
    best = max((m for m in AIMS if s + m > 0.01), key=lambda m: kept(problem, m)[1])
    u, value = kept(problem, best)
    independent = 1 / (1 - rho**2)
    return Floors(1 / ((1 - rho) * (1 - s)) / independent, value / independent, best, u)


def simulated(problem: Problem, iterations: int, runs: int, seed: int) -> tuple[float, float]:
    """E x_T^2 over the floor of independent noise, from runs, and its standard error."""
    rho, s, (_, _, m, u) = problem.rho, problem.s, floors(problem)
    q = EVER_MOVED / ((1 + 1 / LEFT_ALONE) * iterations)
    p = q / LEFT_ALONE
    # The noise of the runs t steps after their first, in units of b, and the sum up to now.
    later = (u - rho) * (s + m) * u ** np.arange(iterations)
    means = -1 + np.concatenate([[0.0], m + np.concatenate([[0.0], np.cumsum(later)])])[:iterations]
    spent = 1 + m**2 + (u - rho) * m
    b = 1 / math.sqrt(p * (spent + float(np.max(means**2)) * p / q))
    x, on_the_way = np.zeros(runs), np.zeros(runs, dtype=np.int8)
    draw = np.random.default_rng(seed)
    for t in range(iterations):
        step = np.where(x > 0, rho * x, -s * x)
        step = np.where((on_the_way == 1) & (x < 0), (s + m) * b, step)
        step = np.where((on_the_way == 1) & (x > 0), u * x, step)
        drawn, rest = draw.random(runs), 1 - (p + q) * t
        begins = (on_the_way == 0) & (drawn < p / rest)
        aside = (on_the_way == 0) & ~begins & (drawn < (p + q) / rest)
        on_the_way[begins], on_the_way[aside] = 1, 2
        step[begins], step[aside] = -b, -p / q * means[t] * b
        x = step
    scale, squares = 1 - rho**2, x**2
    error = float(squares.std(ddof=1)) / math.sqrt(runs)
    return float(squares.mean()) * scale, error * scale
