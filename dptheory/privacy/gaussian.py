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
iterates; releases with different noise are those of :mod:`dptheory.privacy.schedule`.
:func:`dptheory.privacy.final_iterate.final_iterate_delta` is a lower limit for an adversary who
sees the last iterate only.
Where :math:`\delta\ge1-(1-q)^T`, the probability that a record is ever drawn, any noise gives
:math:`(0,\delta)`-DP; below it noise is needed.

A smoothing matrix, or any other invertible map, applied to the noisy gradient changes nothing in
these numbers.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9; Zhu, Dong and Wang (2022).
"""

from dataclasses import dataclass

from dptheory.contract import public
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.renyi import epsilon_of
from dptheory.privacy.schedule import (
    GaussianSchedule,
    Sampled,
    schedule_epsilon,
    schedule_rdp_epsilon,
    schedule_theorem_27_epsilon,
)
from dptheory.ranges import count, positive

REPLACE = Neighbouring.REPLACE_ONE
__all__ = [
    "REPLACE",
    "GaussianSteps",
    "epsilon_of",
    "pld_epsilon",
    "rdp_epsilon",
    "theorem_27_epsilon",
]


@public
@dataclass(frozen=True)
class GaussianSteps(Sampled):
    """A run to be accounted for.

    Attributes:
        lipschitz: G, the longest gradient of a record, positive.
        noise_std: nu, standard deviation of the noise in every coordinate of the mean, positive.
        n: data size.
        batch_size: b, 1 <= b <= n; the mean size of a Poisson batch.
        iterations: T >= 1.

    Example:
        >>> GaussianSteps(1, noise_std="0.01", n=1000, batch_size=100, iterations=10).noise_std
        0.01
    """

    lipschitz: float
    noise_std: float
    n: int
    batch_size: int
    iterations: int

    def __post_init__(self) -> None:
        positive("Lipschitz constant G", self.lipschitz)
        positive("noise nu", self.noise_std)
        count("batch size b", self.batch_size, most=count("data size n", self.n))
        count("iterations T", self.iterations)

    def multiplier(self, neighbouring: Neighbouring) -> float:
        """z of the module's docstring."""
        moved = 2 if neighbouring is REPLACE else 1
        return self.batch_size * self.noise_std / (moved * self.lipschitz)

    def schedule(self, neighbouring: Neighbouring) -> GaussianSchedule:
        """The same run as releases of one multiplier."""
        z = self.multiplier(neighbouring)
        return GaussianSchedule(self.n, self.batch_size, [z], [self.iterations])


@public
def pld_epsilon(run: GaussianSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP: the smallest up to rounding to more.

    :func:`dptheory.privacy.schedule.schedule_epsilon` of releases with the same noise.

    Args:
        run: the run; all its iterates are released.
        delta: in (0, 1).
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches. On all data (b = n) the two differ in the factor 2 of the distance only.

    Returns:
        eps; 0 if delta is at least the probability that a record is ever drawn, infinite if no
        divergence is finite either.

    Example:
        >>> run = GaussianSteps(lipschitz=1, noise_std=0.01, n=1000, batch_size=1000, iterations=10)
        >>> round(pld_epsilon(run, 1e-5, neighbouring=Neighbouring.REPLACE_ONE), 4)
        2.5944
    """
    return schedule_epsilon(run.schedule(neighbouring), delta, neighbouring=neighbouring)


@public
def rdp_epsilon(run: GaussianSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP, by the divergences of a set of orders.

    :mod:`dptheory.privacy.renyi`; arguments and errors of :func:`pld_epsilon`.

    Example:
        >>> run = GaussianSteps(lipschitz=1, noise_std=0.01, n=1000, batch_size=1000, iterations=10)
        >>> round(rdp_epsilon(run, 1e-5, neighbouring=Neighbouring.REPLACE_ONE), 3)
        2.814
    """
    return schedule_rdp_epsilon(run.schedule(neighbouring), delta, neighbouring=neighbouring)


def theorem_27_epsilon(steps: GaussianSteps, delta: float) -> float:
    """The same for replace-one by Theorem 27 of Wang, Balle and Kasiviswanathan (2019), with
    dp-accounting. Arguments and errors of :func:`pld_epsilon`."""
    return schedule_theorem_27_epsilon(steps.schedule(REPLACE), delta)
