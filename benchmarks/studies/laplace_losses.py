"""The delta of Laplace noise on Poisson batches, from above, without Fourier's transform.

The loss of a step is between ln(1 - q + q e^-u) and ln(1 - q + q e^u), where u is what the record
moves over the scale, and has an atom at each end. Between them outcomes are split over evenly
spaced losses so that both probabilities of each cell are kept: the outcome can be drawn from where
it was put, so that delta only grows, by the square of the spacing. Steps whose loss is so far from
an end that no others bring the run's beyond eps are left out, and cells are as much smaller. They
are found in balls; all terms of the convolutions are positive, so that doubles lose no digits.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from flint import arb, ctx

from benchmarks.studies.grid_free import Array, Curve

PRECISION = 300
CELLS = 60_000  # over the steps
ROUNDING = 1e-9  # of ln delta, far more than that of some thousand sums


@dataclass(frozen=True)
class LaplaceLosses(Curve):
    """Both sides of a run.

    Attributes:
        q: the rate of the batches.
        scale: of the noise over what a record moves the sum by.
        T: steps.
    """

    q: float
    scale: float
    T: int

    def log_delta(self, eps: float) -> arb:
        """A ball about an upper bound of it, the larger of the two sides."""
        with ctx.workprec(PRECISION):
            far = (-1 / arb(self.scale)).exp()
            q, others = arb(self.q), self.T - 1
            least, most = ((1 - q + q * ratio).log().mid() for ratio in (far, 1 / far))
            low = least.max((eps - others * most).mid())
            high = most.min((-eps - others * least).mid())
            sides = [0.0]
            if low < most:
                masses, spacing = _run(self, low, most, (low == least, True), True)
                sides.append(_beyond(masses[::-1], self.T * most - eps, spacing))
            if least < high:
                masses, spacing = _run(self, least, high, (True, high == most), False)
                sides.append(_beyond(masses, -self.T * least - eps, spacing))
            return arb(max(sides)).log() + arb(0, ROUNDING)


def _beyond(masses: Array, most: arb, spacing: float) -> float:
    """The delta of losses whose largest is the most beyond eps, from it down."""
    return float(masses @ -np.expm1(-(float(most) - spacing * np.arange(len(masses))).clip(0)))


@lru_cache(maxsize=2)
def _run(
    run: LaplaceLosses, low: arb, high: arb, atoms: tuple[bool, bool], with_record: bool
) -> tuple[Array, float]:
    """Probabilities, with the record or without, of evenly spaced losses, and the spacing."""
    q, far, cells = arb(run.q), (-1 / arb(run.scale)).exp(), CELLS // run.T
    spacing = (high - low) / cells
    ratios = [(low + i * spacing).exp() for i in range(cells + 1)]
    # At the outcome x of a ratio, e^((x - 1) u): the densities are this and far / this.
    ahead = [((ratio - 1 + q) / q * far).sqrt() for ratio in ratios]
    masses = [arb(0)] * (cells + 1)
    if atoms[0]:
        masses[0] = (1 - q + q * far) / 2
    if atoms[1]:
        masses[-1] = ((1 - q) * far + q) / 2
    for i in range(cells):
        without = (far / ahead[i] - far / ahead[i + 1]) / 2
        both = (1 - q) * without + q * (ahead[i + 1] - ahead[i]) / 2
        upper = (both - without * ratios[i]) / (1 - (-spacing).exp())
        masses[i] += both - upper
        masses[i + 1] += upper
    pairs = zip(masses, ratios, strict=True)
    step = np.asarray([float(m if with_record else m / ratio) for m, ratio in pairs])
    whole = step
    for _ in range(run.T - 1):
        whole = np.convolve(whole, step)
    return whole, float(spacing)
