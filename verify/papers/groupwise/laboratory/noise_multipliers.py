"""The noise multipliers that Table 6 and the budgets of Tables 4, 5 and 7 imply.

The paper prints no multiplier, no delta and no size of the data. The authors' library names
delta = 1e-5 for CIFAR, 8e-6 for E2E and 1/N for other images; 1/N is taken for the rest.
docs/grouping.md has the multipliers of all rows.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from dptheory.privacy.gaussian import GaussianSteps, epsilon_of, pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise
from verify.papers.adambc.laboratory.accountants import ORDERS, divergences
from verify.papers.groupwise.formulas.printed_tables import TABLE_6

IMAGES, TEXT = (2, 8), (3, 8)
# Sizes of the training sets; CIFAR10 has the runs of CIFAR100.
SIZES = {
    "CIFAR100": 50000,
    "SVHN": 73257,
    "GTSRB": 39209,
    "Food101": 75750,
    "SST2": 67349,
    "QNLI": 104743,
    "MNLI": 392702,
    "QQP": 363846,
    "E2E": 42061,
}
NAMED_DELTAS = {"CIFAR100": 1e-5, "E2E": 8e-6}
START = 1.0


@dataclass(frozen=True)
class Training:
    """A row of Table 6 with what is not printed.

    Attributes:
        data: its name. budgets: the values of epsilon.
    """

    data: str
    budgets: tuple[int, int]

    @property
    def n(self) -> int:
        """N."""
        return SIZES[self.data]

    @property
    def batch(self) -> int:
        """B."""
        return TABLE_6[self.data][1]

    @property
    def steps(self) -> int:
        """T: the printed epochs, the last batch included."""
        return math.ceil(TABLE_6[self.data][0] * self.n / self.batch)

    @property
    def delta(self) -> float:
        """The delta taken."""
        return NAMED_DELTAS.get(self.data, 1 / self.n)

    def releases(self, noise: float) -> GaussianSteps:
        """The run with noise of this deviation, in thresholds, on the sum over a batch."""
        return GaussianSteps(1.0, noise / self.batch, self.n, self.batch, self.steps)


def renyi(run: Training, noise: float) -> float:
    """Rényi divergences at Opacus' orders, converted as Opacus converts them now."""
    found = _divergences(run, noise)
    return min(epsilon_of(run.steps * d, a, run.delta) for d, a in found)


def renyi_first(run: Training, noise: float) -> float:
    """The same with the conversion of its first versions."""
    found = _divergences(run, noise)
    return min(run.steps * d - math.log(run.delta) / (a - 1) for d, a in found)


def _divergences(run: Training, noise: float) -> list[tuple[float, float]]:
    rounded = Fraction(noise).limit_denominator(10**9)
    return list(zip(divergences(run.n, run.batch, rounded), ORDERS, strict=True))


def composed(run: Training, noise: float, relation: Neighbouring) -> float:
    """The privacy loss distribution: Poisson batches, or batches of one size if one is replaced."""
    return pld_epsilon(run.releases(noise), run.delta, neighbouring=relation)


def gaussian_limit(run: Training, noise: float) -> float:
    """The central limit (GDP), mu = q sqrt(T(e^(1/sigma^2) - 1)): no bound."""
    from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

    exponent = min(noise**-2, 500.0)
    mu = run.batch / run.n * math.sqrt(run.steps * math.expm1(exponent))
    return float(get_epsilon_gaussian(1 / mu, run.delta))


ACCOUNTANTS: Mapping[str, Callable[[Training, float], float]] = {
    "RDP": renyi,
    "RDP, first conversion": renyi_first,
    "PLD": partial(composed, relation=Neighbouring.ADD_OR_REMOVE_ONE),
    "GDP": gaussian_limit,
    "PLD, fixed size, replace-one": partial(composed, relation=Neighbouring.REPLACE_ONE),
}


def multiplier(run: Training, eps: float, accountant: str) -> float:
    """The smallest noise, in thresholds, that an accountant allows at a budget.

    Args:
        run: a row of Table 6. eps: positive. accountant: a key of :data:`ACCOUNTANTS`.

    Raises:
        KeyError: an unknown accountant.
        ValueError: no noise is enough, or none is needed.
    """
    account = ACCOUNTANTS[accountant]
    found = smallest_noise(lambda noise: account(run, noise), eps, START)
    if not found:
        raise ValueError(f"a budget must need noise that exists. Found epsilon {eps}.")
    return found


RUNS = tuple(
    Training(data, IMAGES if data in ("CIFAR100", "SVHN", "GTSRB", "Food101") else TEXT)
    for data in SIZES
)
