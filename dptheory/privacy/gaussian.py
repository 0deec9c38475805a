r"""Gaussian noise on mini-batch gradients: what a run leaks.

A step releases the mean gradient of a batch of b of n records plus :math:`N(0,\nu^2I)`. Gradients
are at most G long (G-Lipschitz losses, or clipping). Two conventions are in use, and their budgets
are not comparable:

- batches without replacement and the *replace-one* relation: a batch's sum moves by at most 2G;
- Poisson batches (each record with probability b/n, the sum divided by b) and the
  *add-or-remove-one* relation: it moves by at most G.

With :math:`z` the noise :math:`b\nu` of the sum over that distance and :math:`q=b/n`, one step has
in both the privacy profile

.. math:: \delta_q(\epsilon) &= q\,\delta_z(\ln(1+(e^\epsilon-1)/q)), \\
          \delta_z(\epsilon) &= \Phi(\tfrac1{2z}-\epsilon z)
              - e^\epsilon\Phi(-\tfrac1{2z}-\epsilon z)

for :math:`\epsilon\ge0`; for replace-one it is taken in both directions (Balle, Barthe and Gaboardi
2018, Theorem 9; Zhu, Dong and Wang 2022). :func:`pld_epsilon` composes it exactly up to rounding to
more loss, :func:`rdp_epsilon` through Rényi divergences. Both account for the release of *all*
iterates. :func:`final_iterate_delta` is a lower limit for an adversary who sees the last one only.
Where :math:`\delta\ge1-(1-q)^T`, the probability that a record is ever drawn, any noise gives
:math:`(0,\delta)`-DP; below it noise is needed.

A smoothing matrix, or any other invertible map, applied to the noisy gradient changes nothing in
these numbers.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from dptheory.privacy.laplace import log_mixture
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_upper
from dptheory.ranges import count, positive, require

Array = NDArray[np.float64]
REPLACE = Neighbouring.REPLACE_ONE
ORDERS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256)
MORE = (1.1, 1.25, 1.5, 1.75, 2.5, 384, 512, 768, 1024, 1536, 2048, 4096, 8192)  # cheap ones only
FINE = 20.0  # points to a standard deviation of a step's loss
STEP, POINTS = 5e4, 1e6  # most points of half a step's loss and of a run's loss
WIDEST = 100.0  # distance of these points from which on a run is not worth an account
# Rounding in a privacy loss distribution: below this delta it dominates, and every step composed
# loses some delta. Observed: up to 6e-17 a step.
SMALLEST_DELTA, LOST = 1e-12, 2.0**-52


@dataclass(frozen=True)
class GaussianSteps:
    """A run to be accounted for.

    Attributes:
        lipschitz: G, the longest gradient of a record, positive.
        noise: nu, standard deviation of the noise in every coordinate of the mean, positive.
        n: data size.
        batch: b, 1 <= b <= n; the mean size of a Poisson batch.
        iterations: T >= 1.
    """

    lipschitz: float
    noise: float
    n: int
    batch: int
    iterations: int

    def __post_init__(self) -> None:
        positive("Lipschitz constant G", self.lipschitz)
        positive("noise nu", self.noise)
        count("batch size b", self.batch, most=count("data size n", self.n))
        count("iterations T", self.iterations)

    @property
    def rate(self) -> float:
        """q = b/n."""
        return self.batch / self.n

    @property
    def ever_drawn(self) -> float:
        """1 - (1-q)^T: the probability that a record is in any batch."""
        return 1.0 if self.rate == 1 else -math.expm1(self.iterations * math.log1p(-self.rate))

    def multiplier(self, neighbouring: Neighbouring) -> float:
        """z of the module's docstring."""
        moved = 2 if neighbouring is REPLACE else 1
        return self.batch * self.noise / (moved * self.lipschitz)


# One step, and all steps ------------------------------------------------------------------------


def gaussian_profile(eps: Array, multiplier: float, q: float) -> Array:
    """delta_q of the module's docstring for replace-one, for an array of eps of any sign."""
    size = np.abs(eps)
    inner = np.asarray(log_mixture(size, 1.0, q))
    half = 0.5 / multiplier
    above = np.exp(log_ndtr(half - inner * multiplier))
    below = np.exp(inner + log_ndtr(-half - inner * multiplier))
    delta = q * np.maximum(0.0, above - below)
    profile: Array = np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)
    return profile


def _grid(multiplier: float, q: float, iterations: int) -> tuple[float, int]:
    """Width and half the number of points of the grid of one step's losses.

    A tiny q has a tiny spread and a long tail: the number of points is limited, at the cost of a
    wider grid, which rounds to more loss.
    """
    reach = 10.0 + 0.5 / multiplier
    top = float(log_mixture(reach / multiplier, q, 1.0))
    spread = min(q * math.sqrt(math.expm1(min(multiplier**-2, 500.0))), top)
    mean = min(spread**2, top)
    whole = min(iterations * mean + 20 * spread * math.sqrt(iterations), iterations * top)
    width = max(spread / FINE, whole / POINTS, top / STEP)
    return width, max(1, math.ceil(top / width))


def _composed(steps: GaussianSteps, neighbouring: Neighbouring) -> Any:
    """The privacy loss distribution of the run, rounded to more loss; None if it is astronomic."""
    from dp_accounting.pld import pld_pmf, privacy_loss_distribution

    z, q = steps.multiplier(neighbouring), steps.rate
    width, top = _grid(z, q, steps.iterations)
    if width > WIDEST:
        return None
    if neighbouring is REPLACE:
        losses = width * np.arange(-top, top + 1, dtype=np.float64)
        step = privacy_loss_distribution.PrivacyLossDistribution(
            pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(
                width, -top, top, gaussian_profile(losses, z, q)
            )
        )
    else:
        step = privacy_loss_distribution.from_gaussian_mechanism(
            z, value_discretization_interval=width, sampling_prob=q
        )
    return step.self_compose(steps.iterations)


def pld_epsilon(steps: GaussianSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP: the smallest up to rounding to more; see above.

    It is the smaller one of two upper bounds: :func:`rdp_epsilon` and that of the privacy loss
    distribution at delta - 2^-52 T, the rest being left to rounding. The latter is missing for
    delta below 1e-12 or up to 2^-52 T (2e-10 at T = 10^6), and for budgets of many millions.

    Args:
        steps: the run; all its iterates are released.
        delta: in (0, 1).
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches. On all data (b = n) the two differ in the factor 2 of the distance only.

    Returns:
        eps; 0 if delta is at least the probability that a record is ever drawn, infinite if no
        divergence is finite either.

    Raises:
        ValueError: an argument is out of its range.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if steps.batch == steps.n:
        from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

        whole = steps.multiplier(neighbouring) / math.sqrt(steps.iterations)
        return float(get_epsilon_gaussian(whole, float(delta)))
    upper = rdp_epsilon(steps, delta, neighbouring=neighbouring)
    left = delta - LOST * steps.iterations
    if upper == 0 or delta < SMALLEST_DELTA or left <= 0:
        return upper
    run = _composed(steps, neighbouring)
    return upper if run is None else min(upper, float(run.get_epsilon_for_delta(left)))


def epsilon_of(divergence: float, order: float, delta: float) -> float:
    r"""The eps of a divergence: :math:`D + \ln\frac{\alpha-1}\alpha -
    \frac{\ln(\alpha\delta)}{\alpha-1}` (Canonne, Kamath and Steinke 2020), at least 0."""
    return max(0.0, divergence + math.log1p(-1 / order) - math.log(delta * order) / (order - 1))


def rdp_epsilon(steps: GaussianSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP, by the divergences of a set of orders.

    Replace-one: :func:`dptheory.privacy.rdp.subsampled_upper`; add-or-remove-one: dp-accounting's
    sampled Gaussian (Mironov, Talwar and Zhang 2019). Arguments and errors of :func:`pld_epsilon`.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= steps.ever_drawn:
        return 0.0
    z, T = steps.multiplier(neighbouring), steps.iterations
    if neighbouring is REPLACE:
        orders = tuple(a for a in ORDERS + MORE if a < 40 * z + 300)
        found = [T * subsampled_upper(a, z, steps.rate, neighbouring=neighbouring) for a in orders]
        return min(epsilon_of(d, a, delta) for d, a in zip(found, orders, strict=True))
    return _accounted(steps, delta, neighbouring)


def theorem_27_epsilon(steps: GaussianSteps, delta: float) -> float:
    """The same for replace-one by Theorem 27 of Wang, Balle and Kasiviswanathan (2019), with
    dp-accounting. Arguments and errors of :func:`pld_epsilon`."""
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    return 0.0 if delta >= steps.ever_drawn else _accounted(steps, delta, REPLACE)


def _accounted(steps: GaussianSteps, delta: float, neighbouring: Neighbouring) -> float:
    """The eps of dp-accounting's Rényi accountant."""
    from dp_accounting import dp_event
    from dp_accounting.privacy_accountant import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    noise = dp_event.GaussianDpEvent(steps.multiplier(neighbouring))
    event: Any = dp_event.PoissonSampledDpEvent(steps.rate, noise)
    if neighbouring is REPLACE:
        event = dp_event.SampledWithoutReplacementDpEvent(steps.n, steps.batch, noise)
    accountant = RdpAccountant(ORDERS, NeighboringRelation[neighbouring.name])
    accountant.compose(event, steps.iterations)
    # A divergence lost in rounding comes back as epsilon 0; no less than a divergence of 0 gives.
    least = min(epsilon_of(0.0, order, delta) for order in ORDERS)
    return max(least, float(accountant.get_epsilon(float(delta))))


# Theorem 1 of Wang et al. (2019) ----------------------------------------------------------------
