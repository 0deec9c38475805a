r"""Gradient descent's exact bound (:mod:`dptheory.bounds.last_iterate`) as a search needs it.

After any real number of iterations, and with the weights in pieces that fall geometrically: each
ends where k, the distance from the last iteration, is half as large again as where it begins. That
changes the noise's share by a per cent at most; what is reported is computed from all weights.
"""

import math
from dataclasses import dataclass

import numpy as np

from dptheory.bounds.last_iterate import error
from dptheory.tuning.noise import Segments
from dptheory.tuning.problem import Problem

GROWTH = 1.5  # of k over a piece
INSIDE = 1 - 1e-12  # of the longest step


@dataclass(frozen=True)
class Descent:
    """The bound at a step size that it covers.

    Attributes:
        alpha: step size, length^2/loss. mu, smoothness: 0 < mu <= L, loss/length^2.

    Example:
        >>> form = descent.Descent(alpha=0.1, mu=1.0, smoothness=10.0)
        >>> round(form.left(2.0), 4), len(form.segments(100.0))
        (0.6561, 12)
    """

    alpha: float
    mu: float
    smoothness: float

    def left(self, T: float) -> float:
        """The factor of F(x_0) - F* after T iterations."""
        return math.pow(1 - self.alpha * self.mu, 2 * T)

    def segments(self, T: float) -> Segments:
        """The weights, the last iteration's first."""
        top = self.alpha**2 * self.smoothness / 2
        r = 1 - self.alpha * self.mu
        if self.mu == self.smoothness or T <= 1:
            return ((top, r**2, T),)
        pieces = math.ceil(math.log(T) / math.log(GROWTH))
        ends = np.minimum(GROWTH ** np.arange(pieces + 1), T)
        ends = np.concatenate([[0.0], ends])
        powers = r ** (2 * ends)
        totals = -np.expm1(2 * ends * math.log1p(-self.alpha * self.mu)) / self.mu
        weights = self.alpha**2 * error(powers, totals, self.mu, self.smoothness)
        kept = weights > 0
        ends, weights = ends[kept], weights[kept]
        lengths = np.diff(ends)
        factors = (weights[1:] / weights[:-1]) ** (1 / lengths)
        return tuple(zip(weights[:-1].tolist(), factors.tolist(), lengths.tolist(), strict=True))


def longest(problem: Problem) -> float:
    """The longest step size that the bound covers, length^2/loss."""
    mu, L = problem.mu, problem.smoothness
    return INSIDE * 3 / (L + mu + math.sqrt((L + mu) ** 2 - 3 * L * mu))
