"""What ``dptheory privacy`` is asked for: the least noise, or the most iterations or records."""

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import MOST, require
from dptheory.commands.privacy_accounts import Account
from dptheory.commands.privacy_setting import Setting, sizes_of
from dptheory.commands.tables import digits
from dptheory.errors import ArgumentError

DECADES, MANTISSAS = 12, 9000  # of rates with four digits


@dataclass(frozen=True)
class Found:
    """The quantity that was asked for.

    Attributes:
        name: noise_multiplier, iterations, batch_size or q.
        value: it is within the budget.
        following: the next one; None for noise, and where the value is the largest that is tried.
        epsilon_of_next: above the budget.
    """

    name: str
    value: float
    following: float | None = None
    epsilon_of_next: float | None = None

    def beside(self, epochs: float) -> str:
        """What stands beside the value on the page; the run has so many epochs."""
        if self.name == "noise_multiplier":
            return ""
        length = f" ({epochs:.4g} epochs)" if self.name == "iterations" else ""
        if self.following is None:
            return f"{length}   asked for; the largest that is tried"
        next_one = digits(self.epsilon_of_next, 6, "infinite")
        return f"{length}   asked for; {self.following:.9g} has epsilon {next_one}"


def find(
    arguments: argparse.Namespace, asked: str, setting: Setting, account: Account
) -> tuple[Setting, Found, float | None]:
    """The setting with what is asked for, by its first account, and the smallest noise if it is.

    Raises:
        ArgumentError: no value is within the budget.
    """
    epsilon = float(arguments.epsilon)
    if asked == "noise_multiplier":
        from dptheory.privacy.noise import smallest_noise

        # 0 where any noise will do: that of the setting.
        noise = smallest_noise(lambda z: account(setting.at_noise(z)), epsilon, 1.0)
        if noise is None:
            said = "a budget that some noise meets; or give --noise-std"
            raise ArgumentError(f"--epsilon must be {said}. Found {epsilon}.")
        used = noise or setting.noise_multiplier
        return setting.at_noise(used), Found(asked, used), noise
    from dptheory.planning.largest import largest_within

    at, most = _candidates(arguments, asked, setting)

    def spent(index: int) -> float:
        return account(replace(setting, run=at(index)[0]))

    best = largest_within(spent, epsilon, most)
    said = f"a budget that the smallest {asked.replace('_', ' ')} is within"
    require(best > 0, "--epsilon", said, arguments.epsilon)
    run, value = at(best)
    found = Found(asked, value)
    if best < most:
        next_one = spent(best + 1)
        kept = next_one if math.isfinite(next_one) else None
        found = Found(asked, value, at(best + 1)[1], kept)
    return replace(setting, run=run), found, None


def _candidates(
    arguments: argparse.Namespace, asked: str, setting: Setting
) -> tuple[Callable[[int], tuple[Any, float]], int]:
    """The run and the value of each number from 1 to the largest, which is given too."""
    from dptheory.planning import Run

    run, epochs = setting.run, arguments.epochs
    more = (run.clip, run.drop_last)
    T = None if epochs is not None else arguments.iterations

    def iterations(number: int) -> tuple[Run, float]:
        return Run(run.n, run.batch_size, None, *more, iterations=number), number

    def batch(number: int) -> tuple[Run, float]:
        return Run(run.n, number, epochs, *more, iterations=T), number

    def rate(number: int) -> tuple[Run, float]:
        q = rate_of(number)
        return Run(*sizes_of(q), epochs, *more, iterations=T), float(q)

    if asked == "iterations":
        return iterations, MOST
    return (batch, run.n) if asked == "batch_size" else (rate, DECADES * MANTISSAS + 1)


def rate_of(number: int) -> Fraction:
    """The rates of four digits from 1e-12 to 1, by number from 1 on."""
    decade, mantissa = divmod(number - 1, MANTISSAS)
    return (1000 + mantissa) * Fraction(10) ** (decade - DECADES - 3)
