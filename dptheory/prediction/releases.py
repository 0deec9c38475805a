r"""What a budget leaves for a linear model: noise on gradients, on the objective, on the minimiser.

All for the replace-one relation. G bounds the length of a record's gradient, so that two differ by
at most 2G; B bounds the curvature of its loss times :math:`|u|^2`.

**Objective perturbation** releases the minimiser of
:math:`F(x) + \frac\Delta2|x|^2 + \frac1nb^\top x` for a random b. The minimiser determines b, so
its density is that of b times a Jacobian determinant. Replacing a record moves b by at most 2G and,
as the matrix without that record is at least :math:`n(\mu+\Delta)I`, the determinant by a factor of
at most :math:`1+\frac B{n(\mu+\Delta)}`; its logarithm is taken from the budget, and
:math:`\epsilon'` is left.

* Pure: density :math:`\propto e^{-\epsilon'|b|/(2G)}`, as Chaudhuri, Monteleoni and Sarwate (2011),
  Algorithm 2, whose :math:`(1+\frac c{n\Lambda})^2` is the determinant's factor with a power that
  is not needed.
* Gaussian: for a linear model b moves by :math:`v = \varphi'u-\tilde\varphi'\tilde u`, so that the
  loss of privacy :math:`(2b^\top v+|v|^2)/(2\sigma^2)` is at most
  :math:`(|b^\top Gu/|u||+|b^\top G\tilde u/|\tilde u||)/\sigma^2+2G^2/\sigma^2`. The sum is the
  larger of :math:`|b^\top(w\pm\tilde w)|` for two vectors w of length at most G, whose squared
  lengths add up to at most :math:`4G^2`. So :math:`\delta(\epsilon')=E(1-e^{\epsilon'-\ell})_+` of
  the loss :math:`\ell` is at most the sum of two terms
  :math:`2E(1-e^{\epsilon'-s^2/2-\sqrt r g})_+`, with a standard Gaussian g, :math:`s=2G/\sigma`
  and two r that share :math:`s^2`. A term is an average over
  :math:`y\ge zs`, :math:`z=\epsilon'/s-s/2`, of the chances :math:`2\bar\Phi(y/\sqrt r)`, each
  convex in r where :math:`y\ge\sqrt{3r}`, hence for :math:`z\ge\sqrt3`. Their sum is therefore
  largest where one r has it all: :math:`\delta(\epsilon')` is at most **twice that of Gaussian
  noise** of deviation :math:`\sigma` on a fixed vector that moves by 2G. Kifer, Smith and Thakurta
  (2012) gave the mechanism, with larger noise.

With bounded gradients F is the risk of bounded slopes; its gradient is Lipschitz, so that the map
from minimiser to b still has a Jacobian almost everywhere. Both suppose the exact minimiser;
Iyengar et al. (2019) release an approximate one, at a price that is not counted here.

Source: Chaudhuri, Monteleoni and Sarwate (2011), Algorithm 2; Kifer, Smith and Thakurta (2012); the
account of Gaussian noise is own.
"""

import math
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.privacy.accounting import gaussian_rho
from dptheory.ranges import count, positive, require
from dptheory.results import explained
from dptheory.tuning.noise import Noise, mechanism


@public
@dataclass(frozen=True)
class Task:
    """Data and budget as far as they are public.

    Attributes:
        n: the number of records.
        dimension: d.
        mu: the strong convexity constant 2 lambda of F, loss/length^2.
        slope: bound of the slope of a record's loss; infinite where there is none.
        bend: bound of its curvature.
        radius_l1, radius_l2: bounds of the length of a record.
        epsilon, delta: the budget; pure for delta = None.
        clip: bound of the length of a record's gradient (L1 for a pure budget, else L2), infinite
            for none.

    Example:
        >>> task = Task(100, 2, 0.02, slope=1, bend=0.25, radius_l1=1.5, radius_l2=1, epsilon=1)
        >>> task.delta is None
        True
    """

    n: int
    dimension: int
    mu: float
    slope: float
    bend: float
    radius_l1: float
    radius_l2: float
    epsilon: float
    delta: float | None = None
    clip: float = math.inf

    def __post_init__(self) -> None:
        count("data size n", self.n)
        count("dimension d", self.dimension)
        for name in ("mu", "bend", "radius_l1", "radius_l2", "epsilon"):
            positive(name, getattr(self, name))
        require(self.slope > 0, "slope", "positive", self.slope)
        require(self.clip > 0, "clip", "positive", self.clip)
        bounded = math.isfinite(self.clip) or math.isfinite(self.slope)
        require(bounded, "clip", "finite where the slope is not bounded", self.clip)
        if self.delta is not None:
            require(0 < self.delta < 1, "delta", "in (0, 1)", self.delta)

    @property
    def norm(self) -> int:
        """The norm in which gradients are bounded for the noise on them."""
        return 1 if self.delta is None else 2

    @property
    def smoothness(self) -> float:
        """The smoothness constant L of F that the radius gives."""
        return self.bend * self.radius_l2**2 + self.mu

    @property
    def longest(self) -> float:
        """G, the L2 length of a record's gradient."""
        return min(self.slope * self.radius_l2, self.clip)

    @property
    def longest_l1(self) -> float:
        """The same in the L1 norm."""
        least = self.slope * self.radius_l1
        if self.norm == 1:
            return min(least, self.clip)
        return min(least, math.sqrt(self.dimension) * self.longest)

    def gradient_noise(self, batch_size: int) -> Noise:
        """The noise on the mean gradient of m records."""
        return mechanism(
            self.epsilon,
            self.delta,
            sensitivity=2 * self.longest_l1,
            sensitivity_l2=2 * min(self.longest, self.longest_l1),
            n=self.n,
            batch_size=batch_size,
            dimension=self.dimension,
        )


@explained
@dataclass(frozen=True)
class Vector:
    """A law of noise in R^d without a preferred direction.

    Attributes:
        law: gamma (a radius of law Gamma(d, scale) in a uniform direction: density proportional to
            exp(-|x|/scale)) or gaussian (deviation scale in every coordinate).
        scale: a length of the vector's unit.
        dimension: d.
    """

    law: str
    scale: float
    dimension: int

    @property
    def variance(self) -> float:
        """Of a coordinate."""
        return self.scale**2 * (1.0 if self.law == "gaussian" else self.dimension + 1)


def output_noise(task: Task) -> Vector:
    """The noise on the minimiser, which moves by at most 2G/(n mu)."""
    reach = 2 * task.longest / (task.n * task.mu)
    if task.delta is None:
        return Vector("gamma", reach / task.epsilon, task.dimension)
    rho = gaussian_rho(task.epsilon, task.delta)
    return Vector("gaussian", reach / math.sqrt(2 * rho), task.dimension)


def objective_noise(task: Task, more: float) -> Vector | None:
    """The noise b of objective perturbation; None where no budget is left for it.

    Args:
        more: Delta >= 0 of the module's docstring, loss/length^2.
    """
    determinant = task.bend * task.radius_l2**2 / (task.n * (task.mu + more))
    left = task.epsilon - math.log1p(determinant)
    if left <= 0:
        return None
    if task.delta is None:
        return Vector("gamma", 2 * task.longest / left, task.dimension)
    share = math.sqrt(2 * gaussian_rho(left, task.delta / 2))
    convex = 2 * left / (math.sqrt(3) + math.sqrt(3 + 2 * left))  # s where z is sqrt(3)
    share = min(share, convex)
    return Vector("gaussian", 2 * task.longest / share, task.dimension)
