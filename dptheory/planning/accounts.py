r"""What a run leaks, and the noise that a budget needs, by sampling scheme and accountant.

The noise multiplier is always :math:`\sigma`, the standard deviation of the noise of a batch's
*sum* over the clipping norm C, as training libraries have it; the noise of the mean is
:math:`\sigma C/b`. What a record may move the sum by depends on the relation, so that
the accountants of :mod:`dptheory.privacy` are given other multipliers z:

==================== ========================================== =================== ==============
scheme               batches                                    neighbours          z
==================== ========================================== =================== ==============
Poisson              each record with probability b/n           add-or-remove-one   sigma
without replacement  exactly b of n, anew each step             replace-one         sigma/2
shuffled             each epoch a new order, cut into batches   replace-one         sigma/2
==================== ========================================== =================== ==============

**Shuffled epochs.** In an epoch a record is in one batch. Whoever knows the order sees one Gaussian
release a record and epoch, so that E epochs are together one release of the multiplier
:math:`z/\sqrt E`, exactly; an epoch that is begun counts. Nothing is gained from the order: no
account of what it hides is known that holds for every run.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9, by :mod:`dptheory.privacy`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.planning.run import Run
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise
from dptheory.privacy.release import release_epsilon
from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon, schedule_rdp_epsilon
from dptheory.ranges import positive

DIGITS = 4  # of a noise multiplier that is to be pasted


class Sampling(Enum):
    """How batches are drawn.

    Example:
        >>> [one.value for one in Sampling]
        ['poisson', 'without-replacement', 'shuffled']
    """

    POISSON = "poisson"
    WITHOUT_REPLACEMENT = "without-replacement"
    SHUFFLED = "shuffled"

    @property
    def neighbouring(self) -> Neighbouring:
        """The relation that the scheme's account is for."""
        poisson = self is Sampling.POISSON
        return Neighbouring.ADD_OR_REMOVE_ONE if poisson else Neighbouring.REPLACE_ONE


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


@public
def spent(
    run: Run, multiplier: float, delta: float, sampling: Sampling, accountant: Accountant
) -> float:
    """The eps that an account gives for a run with a noise multiplier.

    Args:
        run: the run; all its iterates are released.
        multiplier: sigma, positive.
        delta: in (0, 1).
        sampling, accountant: a pair of ``ACCOUNTS``.

    Raises:
        ValueError: an argument is out of its range, or there is no such account.

    Example:
        >>> run = Run(n=60000, batch=256, epochs=20, clip=1.0)
        >>> round(spent(run, 1.0, 1e-5, Sampling.POISSON, Accountant.RENYI), 3)
        1.761
    """
    if (sampling, accountant) not in ACCOUNTS:
        known = ", ".join(f"{s.value} by {a.value}" for s, a in ACCOUNTS)
        found = f"{sampling.value} by {accountant.value}"
        raise ArgumentError(f"account must be one of {known}. Found {found}.")
    z = positive("noise multiplier", multiplier)
    z = z if sampling is Sampling.POISSON else z / 2
    if sampling is Sampling.SHUFFLED:
        return release_epsilon(z / math.sqrt(run.passes), delta)
    schedule = GaussianSchedule(run.n, run.batch, [z], [run.iterations])
    account = schedule_epsilon if accountant is Accountant.LOSS else schedule_rdp_epsilon
    return account(schedule, delta, neighbouring=sampling.neighbouring)


@public
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
        >>> run = Run(n=60000, batch=256, epochs=20, clip=1.0)
        >>> needed(run, 2.0, 1e-5, Sampling.POISSON, Accountant.RENYI)
        0.9434
    """
    account = partial(_spent, run, delta, sampling, accountant)
    return pasted(account, epsilon)


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


def _spent(
    run: Run, delta: float, sampling: Sampling, accountant: Accountant, multiplier: float
) -> float:
    return spent(run, multiplier, delta, sampling, accountant)
