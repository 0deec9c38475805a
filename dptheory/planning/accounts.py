"""The accounts of a page: every sampling scheme with the accountants that it has.

What a release leaks, by scheme, is said in :mod:`dptheory.planning.releases`.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9, by :mod:`dptheory.privacy`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from dptheory.errors import ArgumentError
from dptheory.planning.releases import Release, schedule_of
from dptheory.planning.run import Run
from dptheory.privacy.noise import smallest_noise
from dptheory.privacy.sampling import Sampling
from dptheory.privacy.schedule import schedule_epsilon, schedule_rdp_epsilon
from dptheory.results import explained

DIGITS = 4  # of a noise multiplier that is to be pasted


class Accountant(Enum):
    """How divergences are added up.

    Example:
        >>> [one.value for one in Accountant]
        ['exact', 'privacy loss distribution', 'Renyi divergence']
    """

    EXACT = "exact"
    LOSS = "privacy loss distribution"
    RENYI = "Renyi divergence"


ACCOUNTS = (
    (Sampling.POISSON, Accountant.LOSS),
    (Sampling.POISSON, Accountant.RENYI),
    (Sampling.WITHOUT_REPLACEMENT, Accountant.LOSS),
    (Sampling.WITHOUT_REPLACEMENT, Accountant.RENYI),
    (Sampling.SHUFFLED, Accountant.EXACT),
)


@explained
@dataclass(frozen=True)
class Account:
    """A row of the plan.

    Attributes:
        sampling: the scheme.
        accountant: one that the scheme has.
        epsilon: of the plan's noise, whatever scheme that was chosen for; infinite for none.
        needed: the noise multiplier that meets the budget in this row, rounded up to four digits;
            0 where any does, None where none does or no budget was given.
    """

    sampling: Sampling
    accountant: Accountant
    epsilon: float
    needed: float | None


def spent(
    run: Run, noise_multiplier: float, delta: float, sampling: Sampling, accountant: Accountant
) -> float:
    """The eps that an account gives for a run with a noise multiplier.

    Args:
        run: the run; all its iterates are released.
        noise_multiplier: sigma, positive.
        delta: in (0, 1).
        sampling, accountant: a pair of ``ACCOUNTS``.

    Raises:
        ValueError: an argument is out of its range, or there is no such account.

    Example:
        >>> run = Run(n=60000, batch_size=256, epochs=20)
        >>> round(spent(run, 1.0, 1e-5, Sampling.POISSON, Accountant.RENYI), 3)
        1.761
    """
    if (sampling, accountant) not in ACCOUNTS:
        known = ", ".join(f"{s.value} by {a.value}" for s, a in ACCOUNTS)
        found = f"{sampling.value} by {accountant.value}"
        raise ArgumentError(f"account must be one of {known}. Found {found}.")
    account = schedule_rdp_epsilon if accountant is Accountant.RENYI else schedule_epsilon
    schedule = schedule_of(run, Release(noise_multiplier, sampling))
    return account(schedule, delta, neighbouring=sampling.neighbouring)


@lru_cache(maxsize=64)
def needed(
    run: Run, epsilon: float, delta: float, sampling: Sampling, accountant: Accountant
) -> float | None:
    """The smallest noise multiplier of an account for a budget, rounded up to four digits.

    Args:
        run: the run; all its iterates are released. epsilon: the budget, positive.
        delta: in (0, 1).
        sampling, accountant: a pair of ``ACCOUNTS``.

    Returns:
        sigma; 0 where any noise does, None where none does.

    Raises:
        ValueError: an argument is out of its range, or there is no such account.

    Example:
        >>> run = Run(n=60000, batch_size=256, epochs=20)
        >>> needed(run, 2.0, 1e-5, Sampling.POISSON, Accountant.RENYI)
        0.9434
    """
    return pasted(lambda sigma: spent(run, sigma, delta, sampling, accountant), epsilon)


def pasted(account: Callable[[float], float], epsilon: float) -> float | None:
    """The smallest noise multiplier of an account, with :data:`DIGITS` digits and within epsilon.

    Args:
        account: noise multiplier -> epsilon, decreasing.
        epsilon: positive.
    """
    found = smallest_noise(account, epsilon, 1.0)
    if not found:
        return found
    unit = 10.0 ** (math.floor(math.log10(found)) - DIGITS + 1)
    steps = math.floor(found / unit)
    while account(_decimal(steps, unit)) > epsilon:
        steps += 1
    return _decimal(steps, unit)


def _decimal(steps: int, unit: float) -> float:
    """A number of a few decimal digits, as a person types it."""
    return float(f"{steps * unit:.{DIGITS}g}")
