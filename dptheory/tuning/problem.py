"""The question that tuning answers, and the form of an answer."""

from dataclasses import dataclass, field
from typing import Any

from dptheory.allocation import Allocation
from dptheory.contract import public
from dptheory.ranges import count, positive, require
from dptheory.results import Result, Several
from dptheory.tuning.noise import Noise, mechanism


@public
@dataclass(frozen=True)
class Problem:
    r"""A function class, data, a budget and an initial error.

    Attributes:
        mu, smoothness: 0 < mu <= L, loss/length^2.
        dimension: d.
        n, batch_size: data size and batch size, 1 <= m <= n.
        sensitivity: S, the largest L1 distance of two per-sample gradients, loss/length.
        sensitivity_l2: D, the largest L2 distance, at most S.
        gap: E_0, an upper bound of F(x_0) - F*, loss.
        epsilon, delta: the budget; pure for delta = None.
        max_iterations: the largest number of iterations.

    Example:
        >>> data = {"n": 1000, "batch_size": 1000, "sensitivity": 2, "sensitivity_l2": 1}
        >>> problem = Problem(1, 10, dimension=5, gap=1, epsilon=1, max_iterations=3, **data)
        >>> problem.delta is None
        True
    """

    mu: float
    smoothness: float
    dimension: int
    n: int
    batch_size: int
    sensitivity: float
    sensitivity_l2: float
    gap: float
    epsilon: float
    delta: float | None = None
    max_iterations: int = 10**5

    def __post_init__(self) -> None:
        positive("strong convexity mu", self.mu)
        positive("smoothness L", self.smoothness)
        require(self.mu <= self.smoothness, "smoothness L", f"at least {self.mu}", self.smoothness)
        count("dimension d", self.dimension)
        count("data size n", self.n)
        count("batch size m", self.batch_size, most=self.n)
        positive("sensitivity S", self.sensitivity)
        positive("L2 sensitivity", self.sensitivity_l2)
        allowed = f"at most the L1 sensitivity {self.sensitivity}"
        fits = self.sensitivity_l2 <= self.sensitivity
        require(fits, "L2 sensitivity", allowed, self.sensitivity_l2)
        positive("gap E_0", self.gap)
        positive("epsilon", self.epsilon)
        if self.delta is not None:
            require(0 < self.delta < 1, "delta", "in (0, 1)", self.delta)
        count("max_iterations", self.max_iterations)

    def noise(self) -> Noise:
        """The mechanism that the budget calls for."""
        return mechanism(
            self.epsilon,
            self.delta,
            sensitivity=self.sensitivity,
            sensitivity_l2=self.sensitivity_l2,
            n=self.n,
            batch_size=self.batch_size,
            dimension=self.dimension,
        )

    @property
    def sampling_variance(self) -> float:
        r"""A bound of E|batch mean - mean|^2.

        The trace of the population covariance is at most :math:`S^2/4` (proved along random
        signs) and, as the mean of half the squared distances, at most
        :math:`D^2(n-1)/(2n)`; sampling multiplies it by :math:`(n-m)/(m(n-1))`. The form
        :math:`D^2/4` would be false: the corners of a regular simplex come close to
        :math:`D^2/2`.
        """
        if self.batch_size == self.n:
            return 0.0
        reduction = (self.n - self.batch_size) / (self.batch_size * (self.n - 1))
        spread = min(self.sensitivity**2 / 4, self.sensitivity_l2**2 * (self.n - 1) / (2 * self.n))
        return spread * reduction


@public
@dataclass(frozen=True)
class Proposal(Result):
    """A way to solve the problem, with a proved bound of E F(x_T) - F*.

    Attributes:
        method: gradient, heavy-ball, nesterov, multistage, output-perturbation or nothing.
        bound: the sum of the following three parts.
        optimisation, privacy, sampling: what remains of the gap, what the added noise and what
            the choice of batches contribute.
        iterations: T.
        parameters: the method's parameters by name.
        schedule: the noise of every iteration; None where there is none.
        certificates: of the bound, one a stage, as ``verify/kernel.py`` reads them; none where the
            bound has a closed form.

    Example:
        >>> Proposal("nothing", bound=1.0, optimisation=1.0).iterations
        0
    """

    method: str
    bound: float
    optimisation: float
    privacy: float = 0.0
    sampling: float = 0.0
    iterations: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)
    schedule: Allocation | None = None
    certificates: tuple[dict[str, Any], ...] = ()

    def moments(self, problem: Problem) -> list[float]:
        """E|w_t|^2 of every iteration: the schedule's noise and the choice of batches."""
        if self.schedule is None:
            return []
        of_scale = 2.0 if problem.delta is None else 1.0  # the variance by the scale squared
        private = problem.dimension * of_scale * self.schedule.scales**2
        found: list[float] = (private + problem.sampling_variance).tolist()
        return found


@public
class Ranking(Several[Proposal]):
    """Every method at its best, the smallest proved bound first.

    Example:
        >>> Ranking((Proposal("nothing", bound=1.0, optimisation=1.0),))[0].method
        'nothing'
    """

    def _columns(self) -> dict[str, list[Any]]:
        """A row a method; of its parameters the step size and the momentum."""
        return {
            "method": [p.method for p in self],
            "bound": [p.bound for p in self],
            "optimisation": [p.optimisation for p in self],
            "privacy": [p.privacy for p in self],
            "sampling": [p.sampling for p in self],
            "iterations": [p.iterations for p in self],
            "alpha": [p.parameters.get("alpha") for p in self],
            "beta": [p.parameters.get("beta") for p in self],
        }

    def _draw(self, axes: Any) -> None:
        """The bounds by method, in the parts that they add up from."""
        start = [0.0] * len(self)
        for part in ("optimisation", "privacy", "sampling"):
            widths = [getattr(p, part) for p in self]
            axes.barh([p.method for p in self], widths, left=start, label=part)
            start = [a + b for a, b in zip(start, widths, strict=True)]
        axes.invert_yaxis()
        axes.set(xlabel=r"proved bound of $E F(x_T) - F^*$", title="every method at its best")
        axes.legend()
