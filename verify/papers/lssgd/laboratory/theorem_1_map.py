r"""Where Theorem 1 of Wang et al. (2019) applies, and how its noise compares with exact accounts.

Its two conditions can hold for some :math:`\mu` and number of iterations only if
:math:`n/b > 2.5\,e\,\delta^{-1/\epsilon}`: the order :math:`\alpha` exceeds
:math:`1+\ln(1/\delta)/\epsilon`, and the noise condition keeps the logarithm below
:math:`\ln[n/(2.5b)]`. The conditions of its repair (ledger, ``lssgd/thm-1``) at :math:`\mu=1/2` and
E epochs are :math:`1+2\ln(1/\delta)/\epsilon \le n/b \le 2.5E/\epsilon`.

The noise is compared in the paper's MNIST setting: n = 50000, b = 128, 50 epochs,
:math:`\delta = 10^{-5}`, gradients at most G = 1 long.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon, rdp_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise
from verify.papers.lssgd.laboratory.calibration import LEAST_RATIO, theorem_1

Array = NDArray[np.float64]
Account = Callable[..., float]  # (steps, delta, neighbouring=) -> epsilon
PAPER = (0.1, 0.15, 0.2, 0.25, 0.3)  # budgets of §4.1
BUDGETS = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
DELTAS = (1e-3, 1e-5, 1e-8)


@dataclass(frozen=True)
class Setting:
    """A training; the defaults are the paper's on MNIST.

    Attributes:
        n, batch: records, and b. epochs: passes over them. delta: of the budget.
    """

    n: int = 50000
    batch: int = 128
    epochs: int = 50
    delta: float = 1e-5

    @property
    def iterations(self) -> int:
        """T."""
        return self.epochs * self.n // self.batch


MNIST = Setting()


def least_ratio(eps: Array, delta: float) -> Array:
    """log10 of the n/b below which the printed conditions hold for no mu and no T."""
    return (math.log(LEAST_RATIO + 1) + 1 + math.log(1 / delta) / eps) / math.log(10)


def repaired_range(eps: Array, delta: float, epochs: int) -> tuple[Array, Array]:
    """log10 of the n/b between which the repaired conditions hold at mu = 1/2; the upper end is
    below the lower one where they hold for none."""
    return np.log10(1 + 2 * math.log(1 / delta) / eps), np.log10(2.5 * epochs / eps)


@dataclass(frozen=True)
class Noises:
    """Noise per coordinate of the mean gradient that a budget needs.

    Attributes:
        theorem: of Theorem 1 at its best mu.
        exact: smallest by privacy loss distribution, replace-one, batches without replacement.
        renyi: smallest by Rényi divergences, the same relation.
        poisson: smallest by privacy loss distribution, add-or-remove-one, Poisson batches.
    """

    theorem: float
    exact: float
    renyi: float
    poisson: float


def noises(eps: float, setting: Setting = MNIST) -> Noises:
    """All four for one budget."""
    n, batch, iterations, delta = setting.n, setting.batch, setting.iterations, setting.delta
    noise = theorem_1(
        n=n, batch=batch, iterations=iterations, lipschitz=1.0, eps=eps, delta=delta
    ).noise
    steps = GaussianSteps(1.0, noise, n, batch, iterations)

    def least(account: Account, relation: Neighbouring, start: float) -> float:
        found = smallest_noise(
            lambda nu: account(replace(steps, noise_std=nu), delta, neighbouring=relation),
            eps,
            start,
        )
        return math.nan if found is None else found

    exact = least(pld_epsilon, Neighbouring.REPLACE_ONE, noise / 4)
    return Noises(
        theorem=noise,
        exact=exact,
        renyi=least(rdp_epsilon, Neighbouring.REPLACE_ONE, exact),
        poisson=least(pld_epsilon, Neighbouring.ADD_OR_REMOVE_ONE, exact / 2),
    )
