"""The delta of steps of little noise, in balls, by how often the record is in a batch.

With m = 1 / (2 z^2), the loss of a step is ln(1 - q + q e^Y) where Y is normal of the variance 2 m
and of the mean m where the record is in the batch, and -m where it is not. It is at least
Y + ln q, and at least ln(1 - q); it is above the one that goes with the batch by at most
e^-t max(q, 1 - q) / min(q, 1 - q) where |Y| is at least t on the side of its mean. So the run's
loss is, to a bound that is known and but for a chance that is known, normal given how many batches
have the record, and delta is a sum of the Gaussian mechanism's. Where z is large the two bounds are
far apart.
"""

import math
from dataclasses import dataclass
from itertools import product

from flint import arb, ctx

from benchmarks.studies.grid_free import Curve, Kind

PRECISION = 160
MARGINS = range(4, 60, 2)  # t


@dataclass(frozen=True)
class ByDraws(Curve):
    """The side "removed" of a run.

    Attributes:
        kinds: the steps, of one record and q below 1.
    """

    kinds: tuple[Kind, ...]

    def log_delta(self, eps: float) -> arb:
        """A ball that has it."""
        with ctx.workprec(PRECISION):
            lower = self._delta(arb(eps))
            uppers = [self._delta(arb(eps) - self._more(t)) + self._missed(t) for t in MARGINS]
            return lower.union(min(uppers, key=lambda upper: float(upper.upper()))).log()

    def _delta(self, eps: arb) -> arb:
        total = arb(0)
        for counts in product(*(range(kind.T + 1) for kind in self.kinds)):
            chance, known, variance = arb(1), arb(0), arb(0)
            for kind, k in zip(self.kinds, counts, strict=True):
                q, rest = arb(kind.q), kind.T - k
                chance *= math.comb(kind.T, k) * q**k * (1 - q) ** rest
                known += k * q.log() + rest * (1 - q).log()
                variance += k / arb(kind.z) ** 2
            total += chance * _gaussian(variance.sqrt(), eps - known)
        return total

    def _more(self, t: int) -> arb:
        odds = [arb(kind.q) / (1 - arb(kind.q)) for kind in self.kinds]
        terms = [kind.T * o.max(1 / o) for kind, o in zip(self.kinds, odds, strict=True)]
        return sum(terms, arb(0)) * (-arb(t)).exp()

    def _missed(self, t: int) -> arb:
        zs = [(kind.T, arb(kind.z)) for kind in self.kinds]
        return sum((T * _normal(t * z - 1 / (2 * z)) for T, z in zs), arb(0))


def _gaussian(mu: arb, eps: arb) -> arb:
    if mu == 0:
        return (1 - eps.exp()).max(arb(0))
    return _normal(mu / 2 - eps / mu) - eps.exp() * _normal(-mu / 2 - eps / mu)


def _normal(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2
