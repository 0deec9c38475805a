"""The schedule of noise that spends a budget best, whatever its kind.

Source: own, as :func:`dptheory.allocation.laplace` and :func:`dptheory.allocation.gaussian`.
"""

from numpy.typing import ArrayLike

from dptheory.allocation.gaussian_schedule import gaussian
from dptheory.allocation.laplace_schedule import laplace
from dptheory.allocation.schedule import Allocation
from dptheory.contract import public
from dptheory.privacy.budget import Budget
from dptheory.privacy.sampling import Sampling
from dptheory.ranges import require


@public
def allocate(
    weights: ArrayLike,
    budget: Budget,
    *,
    sensitivity: float,
    n: int,
    batch_size: int,
    sampling: Sampling,
) -> Allocation:
    """The noise schedule that minimises the weighted sum of variances within a budget.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        budget: epsilon and delta; Laplace noise for delta = 0, otherwise Gaussian noise.
        sensitivity: the most that a record moves the sum over a batch, positive: for Laplace noise
            the L1 distance of two per-sample gradients; for Gaussian noise the L2 distance, or the
            L2 norm of one with Poisson batches.
        n: data size.
        batch_size: from 1 to n.
        sampling: without replacement, or for delta > 0 Poisson.

    Raises:
        ValueError: an argument is out of its range, or no noise is found that meets the budget.

    Example:
        >>> from dptheory import Budget, Sampling
        >>> run = {"n": 100, "batch_size": 100, "sampling": Sampling.WITHOUT_REPLACEMENT}
        >>> allocate([1, 8], Budget(3), sensitivity=1, **run).budgets.round(4).tolist()
        [1.0, 2.0]
    """
    gaussian_noise = budget.delta > 0
    known = (Sampling.WITHOUT_REPLACEMENT, Sampling.POISSON)[: 1 + gaussian_noise]
    allowed = " or ".join(scheme.value for scheme in known)
    require(sampling in known, f"sampling at delta = {budget.delta:g}", allowed, sampling.value)
    if not gaussian_noise:
        return laplace(
            weights, budget.required_epsilon, sensitivity=sensitivity, n=n, batch_size=batch_size
        )
    return gaussian(
        weights, budget.required_epsilon, budget.delta, sensitivity=sensitivity, n=n,
        batch_size=batch_size, neighbouring=sampling.neighbouring,
    )  # fmt: skip
