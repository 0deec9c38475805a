r"""What the noise of the experiments costs by several accountants, delta = 1e-5.

The paper's accountant takes Poisson batches of rate B/N and adding or removing a record; a step's
divergences at its orders are computed by quadrature (:func:`dptheory.privacy.rdp.subsampled_lower`,
which data attain).

Batches that are drawn without replacement or shuffled leak, under replace-one, the whole length of
a sum that moves by 2C: half the noise multiplier.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dptheory.privacy.distinguishing import sampled_epsilon_lower, shuffled_epsilon_lower
from dptheory.privacy.gaussian import GaussianSteps, epsilon_of, pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_lower
from verify.language import Draft, Formula, described, external, number, says, table
from verify.papers.adambc.notation import V as PAPER

V = PAPER.extended(T=PAPER.T.within(search=(1, 20000)))
DELTA = 1e-5
# Opacus' orders: 1.1 to 10.9 by tenths, and 12 to 63.
ORDERS = (*(1 + k / 10 for k in range(1, 100)), *map(float, range(12, 64)))


# The accountants ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def divergences(n: int, batch: int, sigma: Fraction) -> tuple[float, ...]:
    """Of one step, at Opacus' orders."""
    relation = Neighbouring.REPLACE_ONE
    return tuple(
        subsampled_lower(order, float(sigma), batch / n, neighbouring=relation) for order in ORDERS
    )


def renyi(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The eps of Opacus' accountant."""
    found = divergences(n, batch, sigma)
    return min(epsilon_of(steps * d, a, DELTA) for d, a in zip(found, ORDERS, strict=True))


def earlier(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The same with the conversion of its first versions, D + ln(1/delta)/(order - 1)."""
    found = divergences(n, batch, sigma)
    return min(steps * d - math.log(DELTA) / (a - 1) for d, a in zip(found, ORDERS, strict=True))


@lru_cache
def composed(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The eps of the privacy loss distribution."""
    run = GaussianSteps(1.0, float(sigma) / batch, n, batch, steps)
    return pld_epsilon(run, DELTA, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)


@lru_cache
def composed_of_fixed_size(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The same for batches without replacement, replace-one."""
    run = GaussianSteps(1.0, float(sigma) / batch, n, batch, steps)
    return pld_epsilon(run, DELTA, neighbouring=Neighbouring.REPLACE_ONE)


def gaussian_limit(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The eps of the central limit (GDP), mu = q sqrt(T(e^(1/sigma^2) - 1)): no bound."""
    from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

    mu = batch / n * math.sqrt(steps * math.expm1(float(sigma) ** -2))
    return float(get_epsilon_gaussian(1 / mu, DELTA))


@lru_cache
def at_least(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """What the run spends under Poisson batches and add-or-remove-one, at least."""
    return sampled_epsilon_lower(batch / n, float(sigma), steps, DELTA)


@lru_cache
def of_fixed_size(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The same for batches without replacement, replace-one."""
    return sampled_epsilon_lower(batch / n, float(sigma) / 2, steps, DELTA)


@lru_cache
def shuffled(n: int, batch: int, sigma: Fraction, steps: int) -> float:
    """The same for batches of shuffled epochs, replace-one."""
    epochs = max(1, steps * batch // n)
    return shuffled_epsilon_lower(math.ceil(n / batch), float(sigma) / 2, epochs, DELTA)


ACCOUNTANTS: Mapping[str, tuple[str, Callable[[int, int, Fraction, int], float]]] = {
    "RDP": (r"\epsilon_{RDP}", renyi),
    "RDP, first conversion": (r"\epsilon_{RDP}^{first}", earlier),
    "PLD": (r"\epsilon_{PLD}", composed),
    "GDP": (r"\epsilon_{GDP}", gaussian_limit),
    "at least": (r"\epsilon_{Poisson}", at_least),
    "at least, fixed size, replace-one": (r"\epsilon_{fixed}", of_fixed_size),
    "at most, fixed size, replace-one": (r"\epsilon_{fixed}^{most}", composed_of_fixed_size),
    "at least, shuffled, replace-one": (r"\epsilon_{shuffled}", shuffled),
}

BY = {
    "RDP": "by Renyi divergences, as Opacus computes it",
    "RDP, first conversion": "by Renyi divergences, as the first versions of Opacus computed it",
    "PLD": "by the privacy loss distribution, adding or removing a record",
    "GDP": "in the central limit, which is no bound",
    "at least": "at least, with Poisson batches, adding or removing a record",
    "at least, fixed size, replace-one": "at least, without replacement, replacing a record",
    "at most, fixed size, replace-one": "at most, without replacement, replacing a record",
    "at least, shuffled, replace-one": "at least, with shuffled epochs, replacing a record",
}


def spent(accountant: str) -> str:
    """What an accountant's number is, in words."""
    return f"the epsilon of a run at delta = 10^-5 {BY[accountant]}"


@dataclass(frozen=True)
class Run:
    """What is printed of an experiment, with the size of its data.

    Attributes:
        n: N. batch: B. sigma: the noise multiplier. eps: as printed.
    """

    n: int
    batch: int
    sigma: Fraction
    eps: str

    @property
    def most(self) -> Fraction:
        """The largest number that rounds to the printed one."""
        digits = len(self.eps.partition(".")[2])
        return Fraction(self.eps) + Fraction(1, 2 * 10**digits)

    def spends(self, accountant: str, steps: int | None = None) -> Formula:
        """The eps of an accountant, after T steps where no number is given."""
        return described(self._spends(accountant, steps), spent(accountant))

    def _spends(self, accountant: str, steps: int | None) -> Formula:
        name, function = ACCOUNTANTS[accountant]

        def after(T: int) -> float:
            return function(self.n, self.batch, self.sigma, int(T))

        run = f"N={self.n},B={self.batch},\\sigma={self.sigma}"
        if steps is None:
            return external(rf"{name}[{run}]", after, V.T)
        # A composition takes seconds: the number of steps is part of the name.
        return external(rf"{name}[{run},T={steps}]", lambda: after(steps))

    def within(self, accountant: str, steps: int) -> Draft:
        """At this number of steps the budget rounds to the printed one, or is less."""
        return says(self.spends(accountant, steps) <= self.most)

    def up_to(self, steps: int) -> Draft:
        """The same up to a number of steps, by the paper's accountant."""
        return says(self.spends("RDP") <= self.most, given=[steps >= V.T], at={"T": steps})

    def beyond(self, steps: int) -> Draft:
        """From a number of steps on the budget is larger."""
        return says(self.spends("RDP") >= self.most, given=[steps <= V.T], at={"T": steps})

    def exceeds(self, steps: int) -> Draft:
        """Whatever the accountant: what the run spends is more."""
        return says(number(self.most) < self.spends("at least", steps))

    def accounts(self, steps: int, digits: str, by: Iterable[str] = ACCOUNTANTS) -> Draft:
        """The run by the accountants, whose numbers are printed in their order."""
        printed = zip(by, digits.split(), strict=False)
        return table({name: (d, self.spends(name, steps)) for name, d in printed})
