"""Accounts in every form of a run beside dp-accounting, over ten decades of epsilon.

``python -m benchmarks.studies.accounts_beside [COUNT] [--seed S]``.

COUNT settings (default 60; the seed is drawn anew and printed unless it is given), a quarter of
each form: one run, two phases with other batches, users with several records, Laplace noise, all on
Poisson batches. The noise is chosen so that epsilon is a number drawn from 1e-5 to 1e5. Two
distributions of dp-accounting stand beside each: an optimistic one, whose rounding is to less loss,
and a pessimistic one. Both are on a grid, so that the factor over the optimistic one says how far
the account and that grid are apart. An account that is not below the pessimistic one is not below
the truth. Where it is, an inversion without a grid, in balls (:mod:`.grid_free`, which shares
nothing with either), decides: "certified" says that delta at the account's epsilon is at most the
one asked for, by the ball's upper end, and the factor is over the ball's epsilon. Where the noise
is so small that the inversion's own Gaussian loss would be seen, a sum over the record's draws
(:mod:`.by_draws`) stands in its place. Laplace
noise has evenly spaced losses that dominate its own (:mod:`.laplace_losses`). The run fails where
an account is neither certified nor at least the pessimistic one. Where dp-accounting overflows its
distribution is none: such a setting is said, counted, and drawn anew.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.stats import binom

from benchmarks.studies.by_draws import ByDraws
from benchmarks.studies.grid_free import Curve, Kind, reference
from benchmarks.studies.laplace_losses import LaplaceLosses
from dptheory.planning import Release, Run, epsilon
from dptheory.privacy import LaplaceSteps, Neighbouring, laplace_epsilon, smallest_noise

FORMS = ("one run", "two phases", "users", "Laplace")
N = 10**6
DECADES = 5.0  # of epsilon, on each side of 1
GRID = 2e3  # losses of the grid in epsilon, over the root of the number of releases
STRONGEST = 0.02  # multiplier of Laplace noise below which dp-accounting is no reference
NARROW = 1e-4  # of ln delta: a ball by draws of at most this is used
LEFT_OUT = 1e-6  # of delta: more than the inversion leaves out
Distribution = pld.PrivacyLossDistribution


@dataclass(frozen=True)
class Setting:
    """Phases of batch size and iterations; the noise of the second is half as much again.

    Attributes:
        form: one of FORMS.
        phases: pairs.
        records: of a user.
        delta: of the account.
    """

    form: str
    phases: tuple[tuple[int, int], ...]
    records: int
    delta: float

    @property
    def releases(self) -> int:
        """All iterations."""
        return sum(T for _, T in self.phases)

    def account(self, z: float) -> float:
        """The account at a noise multiplier."""
        if self.form == "Laplace":
            ((b, T),) = self.phases
            steps = LaplaceSteps(1.0, (z / b / math.sqrt(2),) * T, N, b)
            return laplace_epsilon(steps, self.delta, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
        runs = [Run(N, b, iterations=T) for b, T in self.phases]
        releases = [Release(z * 1.5**k, records_per_user=self.records) for k in range(len(runs))]
        return epsilon(runs, releases, self.delta)

    def beside(self, z: float, interval: float, pessimistic: bool) -> float:
        """The same by dp-accounting.

        Raises:
            FloatingPointError: it overflows.
        """
        parts = [
            self._release(b / N, z * 1.5**k, interval, pessimistic).self_compose(T)
            for k, (b, T) in enumerate(self.phases)
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = whole.compose(part)
        return float(whole.get_epsilon_for_delta(self.delta))

    def in_balls(self, z: float, eps: float) -> float | None:
        """Epsilon without a grid, near an account that it certifies; None where it does not."""
        if self.form == "Laplace":
            ((b, T),) = self.phases
            losses = LaplaceLosses(b / N, z / math.sqrt(2), T)
            certified = float(losses.log_delta(eps).upper()) <= math.log(self.delta)
            return losses.epsilon(self.delta, eps) if certified else None
        kinds = [Kind(b / N, z * 1.5**k, T, self.records) for k, (b, T) in enumerate(self.phases)]
        # A record that is added makes no loss larger than that of no record in any batch.
        bounded = sum(kind.T * kind.most for kind in kinds) < eps * (1 - 1e-9)
        sides: list[Curve] = [self._removed(kinds, eps)]
        if not bounded:
            sides.append(reference("added", kinds, self.delta, eps))
        allowed = math.log(self.delta) - LEFT_OUT
        if any(float(side.log_delta(eps).upper()) > allowed for side in sides):
            return None
        return max(side.epsilon(self.delta, eps) for side in sides)

    def _removed(self, kinds: list[Kind], eps: float) -> Curve:
        if self.records == 1:
            by_draws = ByDraws(tuple(kinds))
            if float(by_draws.log_delta(eps).rad()) < NARROW:
                return by_draws
        return reference("removed", kinds, self.delta, eps)

    def _release(self, q: float, z: float, interval: float, pessimistic: bool) -> Distribution:
        more = {
            "pessimistic_estimate": pessimistic,
            "value_discretization_interval": interval,
            "use_connect_dots": pessimistic,
        }
        if self.form == "Laplace":
            return pld.from_laplace_mechanism(z / math.sqrt(2), sampling_prob=q, **more)
        if self.records == 1:
            return pld.from_gaussian_mechanism(z, sampling_prob=q, **more)
        counts = np.arange(self.records + 1)
        return pld.from_mixture_gaussian_mechanism(
            z, counts, binom.pmf(counts, self.records, q), **more
        )


def drawn(rng: np.random.Generator, form: str) -> Setting:
    """A random setting of a form."""
    kinds = 2 if form == "two phases" else 1
    logs = [(rng.uniform(-2.5, 0), rng.uniform(0.3, 1.5)) for _ in range(kinds)]
    phases = tuple((int(N * 10**rate), int(10**length)) for rate, length in logs)
    records = int(rng.integers(2, 6)) if form == "users" else 1
    return Setting(form, phases, records, float(10 ** rng.uniform(-9, -4)))


@dataclass(frozen=True)
class Found:
    """An account and the two beside it, which are NaN where dp-accounting overflows.

    Attributes:
        in_balls: epsilon without a grid, of an account below the pessimistic one that it certifies.
    """

    setting: Setting
    noise_multiplier: float
    epsilon: float
    optimistic: float
    pessimistic: float
    in_balls: float | None = None

    @property
    def decided(self) -> bool:
        """Whether there is something beside it."""
        return not math.isnan(self.optimistic)

    @property
    def holds(self) -> bool:
        """Whether the account is not below the pessimistic one, or is certified."""
        return self.epsilon >= self.pessimistic or self.in_balls is not None

    @property
    def factor(self) -> float:
        """Over the optimistic one, or over the truth where that is known; infinite over 0."""
        below = self.optimistic if self.in_balls is None else self.in_balls
        return self.epsilon / below if below > 0 else math.inf


def found(setting: Setting, wanted: float) -> Found | None:
    """The setting at the noise of an epsilon; None where any noise does, or nothing is beside it.

    dp-accounting's Laplace distributions overflow, or are above a closed form, where the budget
    within a batch is in the hundreds (tests/library/privacy/test_accounting.py has that form).
    """
    z = smallest_noise(setting.account, wanted, 1.0)
    if not z or (setting.form == "Laplace" and z < STRONGEST):
        return None
    eps = setting.account(z)
    # Where delta is what decides, epsilon is far below the deviation of the loss, about this.
    deviation = setting.records * max(b / N * math.sqrt(T) for b, T in setting.phases) / z
    interval = max(eps, deviation) / GRID / math.sqrt(setting.releases)
    try:
        with np.errstate(over="raise"):
            low, high = (setting.beside(z, interval, side) for side in (False, True))
    except FloatingPointError:
        low = high = math.nan
    return Found(setting, z, eps, low, high, setting.in_balls(z, eps) if eps < high else None)


def sweep(count: int, seed: int, report: Callable[[Found], None]) -> Iterator[Found]:
    """Settings whose epsilons fill the decades evenly."""
    rng = np.random.default_rng(seed)
    made = tried = 0
    while made < count:
        wanted = 10 ** (DECADES * (2 * (made + rng.random()) / count - 1))
        one = found(drawn(rng, FORMS[tried % len(FORMS)]), wanted)
        tried += 1
        if one is not None:
            made += one.decided
            report(one)
            yield one


def shown(one: Found) -> None:
    """Print a line."""
    s = one.setting
    phases = " ".join(f"{b / N:.3g}x{T}" for b, T in s.phases)
    beside = f"{one.factor:>9.6f} {one.epsilon / one.pessimistic:>9.6f}"
    if one.in_balls is not None:
        over = one.epsilon / one.optimistic
        beside = f"{beside}  certified; over dp-accounting's optimistic one {over:.6f}"
    elif not one.holds:
        beside = f"{beside}  NOT SHOWN" if one.decided else "  dropped: dp-accounting overflows"
    print(
        f"{s.form:>10} {phases:>22} {s.records:>2} {one.noise_multiplier:>10.4g} {s.delta:>8.2g} "
        f"{one.epsilon:>13.7g} {beside}",
        flush=True,
    )


def main(arguments: list[str] | None = None) -> int:
    """Print the settings and what they come to; 1 where an account is not shown."""
    parser = argparse.ArgumentParser(prog="benchmarks.studies.accounts_beside")
    parser.add_argument("count", nargs="?", type=int, default=60)
    parser.add_argument("--seed", type=int, default=np.random.SeedSequence().entropy)
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}; epsilon, over the optimistic one, over the pessimistic one")
    tried = list(sweep(given.count, given.seed, shown))
    every = [one for one in tried if one.decided]
    print(f"{len(tried) - len(every)} of {len(tried)} dropped, as dp-accounting overflows")
    for form in FORMS:
        of_form = [one for one in every if one.setting.form == form]
        if not of_form:
            continue
        over = sorted(one.factor for one in of_form)
        above = max(one.epsilon / one.pessimistic for one in of_form)
        not_shown = sum(not one.holds for one in of_form)
        certified = sum(one.in_balls is not None for one in of_form)
        print(
            f"{form:>10}: {len(of_form)} settings, {not_shown} not shown, {certified} certified; "
            f"over the optimistic one or the truth median "
            f"{over[len(over) // 2]:.6f}, most {over[-1]:.6f}; over the pessimistic one at most "
            f"{above:.6f}"
        )
    return int(not all(one.holds for one in every))


if __name__ == "__main__":
    raise SystemExit(main())
