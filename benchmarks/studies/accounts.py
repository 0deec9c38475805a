"""Every privacy account between its limits.

``python -m benchmarks.studies.accounts [COUNT] [--seed S]``.

First COUNT random settings (default 50; the seed is drawn anew and printed unless it is given) over
q 1e-8 to 1, z 0.2 to 1e9, T 2 to 1e8 and delta 1e-30 to 1e-2, of all sides of the composed loss,
against an inversion without a grid, in balls (:mod:`.grid_free`): "certified" says that
delta at the account's eps is at most the one asked for, by the ball's upper end. Then settings by
name. Then COUNT/5 settings of every account: it may never be below an independent lower limit
(:mod:`.least_loss`) and, where dp-accounting has the same row at its defaults, not above
it by more than 1 %. Then schedules of Gaussian noise: what is spent, that 1 % less noise
overspends, and the noise before (scaled by Theorem 27) and now. The run fails where one does not
hold.
"""

import argparse
import math
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from dp_accounting import dp_event
from dp_accounting.pld import PLDAccountant, privacy_loss_distribution
from dp_accounting.privacy_accountant import NeighboringRelation
from dp_accounting.rdp import RdpAccountant

from benchmarks.studies.grid_free import SIDES, Kind, reference
from benchmarks.studies.least_loss import gaussian as gaussian_law
from benchmarks.studies.least_loss import laplace as laplace_law
from benchmarks.studies.least_loss import least_epsilon
from dptheory.allocation import gaussian
from dptheory.privacy import laws
from dptheory.privacy.accounting import laplace_epsilon
from dptheory.privacy.laplace import LaplaceSteps
from dptheory.privacy.loss import Releases
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise
from dptheory.privacy.schedule import (
    GaussianSchedule,
    schedule_epsilon,
    schedule_rdp_epsilon,
    schedule_theorem_27_epsilon,
)

REPLACE, ADD = Neighbouring.REPLACE_ONE, Neighbouring.ADD_OR_REMOVE_ONE
Drawn = tuple[float, float | None, float]  # account, dp-accounting's, lower limit
MOST = 1.01


@dataclass(frozen=True)
class Setting:
    """T releases of the multiplier z on batches with the rate q, and delta."""

    q: float
    z: float
    T: int
    delta: float

    @property
    def allowed(self) -> float:
        """The largest factor over the truth."""
        loose = (self.q < 3e-4 and self.z < 1.3) or self.delta < 1e-12
        return MOST if loose else 1.001

    @property
    def drawn(self) -> float:
        """The chance that a record is ever drawn."""
        return -math.expm1(self.T * math.log1p(-self.q))


@dataclass(frozen=True)
class Measured:
    """One side of a setting.

    Attributes:
        setting, side: which.
        eps: the account.
        truth: by the reference, without its own Gaussian loss where it has one; 0 with the account.
        bias: what that loss added, about.
        certified: whether the account's delta is enough, in balls; None where the reference's
            Gaussian loss is needed and too wide to tell.
        deviation: of the run's loss.
        seconds: of processor time.
    """

    setting: Setting
    side: str
    eps: float
    truth: float
    bias: float
    certified: bool | None
    deviation: float
    seconds: float

    @property
    def factor(self) -> float:
        """The account over the truth."""
        return self.eps / self.truth if self.truth > 0 else 1.0

    @property
    def holds(self) -> bool:
        """Not below the truth, and as close as it must be."""
        close = self.factor <= self.setting.allowed
        near = self.eps - self.truth <= 1e-4 * self.deviation
        sound = self.eps >= self.truth - self.bias / 4 if self.certified is None else self.certified
        return sound and (close or near)


def wide(rng: np.random.Generator) -> Setting:
    """A random setting, most of them with little noise, where accounts are hard."""
    while True:
        z = rng.uniform(-0.7, 0.7) if rng.random() < 0.6 else rng.uniform(-0.7, 9)
        T = int(10 ** rng.uniform(math.log10(2), 8))
        q, delta = 10 ** rng.uniform(-8, 0), 10 ** rng.uniform(-30, -2)
        setting = Setting(float(q), float(10**z), T, float(delta))
        if delta < setting.drawn:
            return setting


def measured(setting: Setting, side: str) -> Measured:
    """The account and the reference."""
    releases = Releases(np.asarray([setting.z]), np.asarray([setting.T]), setting.q)
    start = time.process_time()
    eps = releases.epsilon(getattr(laws, side), setting.delta)
    seconds = time.process_time() - start
    if eps == 0:
        return Measured(setting, side, 0.0, 0.0, 0.0, True, 1.0, seconds)
    found = reference(side, [Kind(setting.q, setting.z, setting.T)], setting.delta, eps)
    enough = float(found.log_delta(eps).upper()) <= math.log(setting.delta)
    certified = enough if enough or found.smoothing == 0 else None
    truth = found.epsilon(setting.delta, eps)
    if found.smoothing > 0:  # its error is that of its square: two of them tell the truth
        twice = replace(found, smoothing=2 * found.smoothing)
        truth -= (twice.epsilon(setting.delta, eps) - truth) / 3
    return Measured(setting, side, eps, truth, found.bias, certified, found.deviation, seconds)


NAMED = (
    Setting(1e-6, 0.4, 10**6, 1e-8),
    Setting(0.01, 1.0, 10**4, 1e-20),
    Setting(0.01, 1.0, 10**4, 1e-30),
    Setting(1e-4, 1.5, 10**8, 1e-9),
)


def sweep(count: int, seed: int) -> Iterator[Measured]:
    """Random settings, one side each."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        yield measured(wide(rng), SIDES[k % len(SIDES)])


def shown(found: Measured) -> str:
    """A line of the sweep."""
    s = found.setting
    sure = {True: "certified", None: "within the smoothing", False: "BELOW"}[found.certified]
    return (
        f"{s.q:>9.3g} {s.z:>9.4g} {s.T:>9} {s.delta:>8.2g} {found.side:>8} {found.eps:>13.7g} "
        f"{found.factor:>9.6f} {found.seconds:>6.2f} s  {sure}{'' if found.holds else '  FAILS'}"
    )


@dataclass(frozen=True)
class Row:
    """An account over its settings.

    Attributes:
        name: the account.
        settings: how many.
        below: settings with the account below the lower limit: none may be.
        ratio: median of the account over the lower limit, where that is positive.
        shared: settings in which dp-accounting has the row.
        excess: the largest account over dp-accounting's.
    """

    name: str
    settings: int
    below: int
    ratio: float
    shared: int
    excess: float

    @property
    def holds(self) -> bool:
        """Whether the account is where it must be."""
        return self.below == 0 and self.excess <= MOST


def drawn(rng: np.random.Generator, kinds: int) -> tuple[GaussianSchedule, float]:
    """A random schedule with so many multipliers, and delta."""
    n = int(10 ** rng.uniform(1, 6))
    m = max(1, int(n * 10 ** rng.uniform(-3.5, 0)))
    z = 10 ** rng.uniform(-0.3, 1.3, kinds)
    counts = (10 ** rng.uniform(0, 3, kinds)).astype(np.int64)
    return GaussianSchedule(n, m, z, counts), float(10 ** rng.uniform(-8, -3))


def limit(schedule: GaussianSchedule, delta: float) -> float:
    """The lower limit, which both relations share."""
    releases = schedule.releases
    laws = [gaussian_law(float(z)) for z in releases.multipliers]
    return least_epsilon(schedule.rate, laws, [int(c) for c in releases.counts], delta)


def composed(schedule: GaussianSchedule, replace: bool) -> dp_event.DpEvent:
    """The releases as dp-accounting names them."""

    def event(z: float) -> dp_event.DpEvent:
        noise = dp_event.GaussianDpEvent(z)
        if schedule.batch_size == schedule.n:
            return noise
        if replace:
            return dp_event.SampledWithoutReplacementDpEvent(schedule.n, schedule.batch_size, noise)
        return dp_event.PoissonSampledDpEvent(schedule.rate, noise)

    parts = zip(schedule.releases.multipliers, schedule.releases.counts, strict=True)
    return dp_event.ComposedDpEvent(
        [dp_event.SelfComposedDpEvent(event(float(z)), int(c)) for z, c in parts]
    )


def by_pld(schedule: GaussianSchedule, delta: float) -> float:
    """dp-accounting's privacy loss distribution of Poisson batches, at its default grid."""
    accountant = PLDAccountant(
        NeighboringRelation.ADD_OR_REMOVE_ONE, value_discretization_interval=1e-4
    )
    return float(accountant.compose(composed(schedule, False)).get_epsilon(delta))


def by_renyi(schedule: GaussianSchedule, delta: float, neighbouring: Neighbouring) -> float | None:
    """dp-accounting's Renyi account at its default orders; None where it fails."""
    accountant = RdpAccountant(None, NeighboringRelation[neighbouring.name])
    try:
        accountant.compose(composed(schedule, neighbouring is REPLACE))
        return float(accountant.get_epsilon(delta))
    except (ValueError, ArithmeticError):
        return None


Account = Callable[[GaussianSchedule, float], Any]
# Ours, and dp-accounting's where it has the row.
ACCOUNTS: dict[str, tuple[Account, Account | None]] = {
    "loss, replace-one": (partial(schedule_epsilon, neighbouring=REPLACE), None),
    "loss, add-or-remove-one": (partial(schedule_epsilon, neighbouring=ADD), by_pld),
    "Renyi, replace-one": (
        partial(schedule_rdp_epsilon, neighbouring=REPLACE),
        partial(by_renyi, neighbouring=REPLACE),
    ),
    "Renyi, add-or-remove-one": (
        partial(schedule_rdp_epsilon, neighbouring=ADD),
        partial(by_renyi, neighbouring=ADD),
    ),
    "Theorem 27": (schedule_theorem_27_epsilon, partial(by_renyi, neighbouring=REPLACE)),
}


def gaussian_account(name: str, kinds: int) -> Callable[[np.random.Generator], Drawn]:
    """One random setting of an account of Gaussian releases."""

    def draw(rng: np.random.Generator) -> Drawn:
        run = drawn(rng, kinds)
        ours, theirs = ACCOUNTS[name]
        return ours(*run), theirs(*run) if theirs else None, limit(*run)

    return draw


def laplace_account(rng: np.random.Generator) -> Drawn:
    """One random setting of the account of Laplace releases, on all data in every third."""
    n = int(10 ** rng.uniform(1, 5))
    m = n if rng.random() < 1 / 3 else max(1, int(n * 10 ** rng.uniform(-3, 0)))
    thetas = 10 ** rng.uniform(-2, 0.5, 1 if m == n else 2)
    counts = [int(c) for c in 10 ** rng.uniform(0, 2.5, thetas.size)]
    delta = float(10 ** rng.uniform(-8, -3))
    scales = tuple(float(b) for b in np.repeat(1 / (m * thetas), counts))
    eps = laplace_epsilon(LaplaceSteps(1.0, scales, n, m), delta, neighbouring=REPLACE)
    theirs = None
    if m == n:
        one = privacy_loss_distribution.from_laplace_mechanism(
            1 / float(thetas[0]), value_discretization_interval=1e-4
        )
        theirs = float(one.self_compose(counts[0]).get_epsilon_for_delta(delta))
    laws = [laplace_law(float(theta)) for theta in thetas]
    return eps, theirs, least_epsilon(m / n, laws, counts, delta)


def rows(count: int) -> Iterator[Row]:
    """Every account over its settings."""
    draws = [(name, gaussian_account(name, 1)) for name in ACCOUNTS]
    draws += [(f"{name}, 3 kinds", gaussian_account(name, 3)) for name in ACCOUNTS]
    draws.append(("Laplace, replace-one", laplace_account))
    for seed, (name, draw) in enumerate(draws):
        found = [draw(np.random.default_rng((seed, k))) for k in range(count)]
        ratios = [eps / least for eps, _, least in found if least > 0 and math.isfinite(eps)]
        shared = [(eps, theirs) for eps, theirs, _ in found if theirs is not None]
        finite = [(eps, theirs) for eps, theirs in shared if theirs < math.inf]
        over = [eps / theirs if theirs > 0 else 1.0 + eps for eps, theirs in finite]
        below = sum(eps < least for eps, _, least in found)
        median = float(np.median(ratios)) if ratios else math.nan
        yield Row(name, count, below, median, len(shared), max(over, default=0.0))


@dataclass(frozen=True)
class Scaled:
    """A schedule's noise, relative to itself scaled by Theorem 27, and what it spends."""

    n: int
    m: int
    iterations: int
    ratio: float
    eps: float
    delta: float
    spent: float
    with_less: float
    before: float | None
    now: float

    @property
    def holds(self) -> bool:
        """Within the budget, and over it with 1 % less noise."""
        return self.spent <= self.eps < self.with_less


def scaled(n: int, m: int, iterations: int, ratio: float, eps: float, delta: float) -> Scaled:
    """The schedule of geometric weights with the ratio; noise is the last release's."""
    weights = ratio ** np.arange(iterations - 1, -1, -1.0)
    best = gaussian(weights, eps, delta, sensitivity=1.0, n=n, batch_size=m, neighbouring=REPLACE)
    z, counts = np.unique(best.scales * m, return_counts=True)

    def at(factor: float) -> GaussianSchedule:
        return GaussianSchedule(n, m, factor * z, counts)

    before = smallest_noise(lambda f: schedule_theorem_27_epsilon(at(f), delta), eps, 1.0)
    now = float(best.scales[-1])
    return Scaled(
        n, m, iterations, ratio, eps, delta,
        schedule_epsilon(at(1.0), delta, neighbouring=REPLACE),
        schedule_epsilon(at(0.99), delta, neighbouring=REPLACE),
        None if before is None else before * now, now,
    )  # fmt: skip


SCHEDULES = (
    (10**4, 1000, 300, 1.0, 2.0, 1e-6),
    (10**5, 1000, 200, 0.9, 1.0, 1e-6),
    (10**4, 100, 1000, 0.99, 1.0, 1e-6),
    (1000, 300, 50, 0.8, 8.0, 1e-5),
    (60000, 256, 1000, 0.995, 0.5, 1e-5),
    (10**5, 100, 10**4, 0.999, 1.0, 1e-6),
)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="benchmarks.studies.accounts")
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("--seed", type=int, default=np.random.SeedSequence().entropy)
    given = parser.parse_args(arguments)
    failed = not _wide(given.count, given.seed)
    print(f"{'account':>34} settings  below limit  over limit  shared  most over dp-accounting")
    for row in rows(max(1, given.count // 5)):
        failed |= not row.holds
        print(
            f"{row.name:>34} {row.settings:>8} {row.below:>12} {row.ratio:>11.4f} {row.shared:>7}"
            f" {row.excess:>12.4f}",
            flush=True,
        )
    print("schedules: epsilon spent, with 1 % less noise; the last release's noise before and now")
    for setting in SCHEDULES:
        made = scaled(*setting)
        failed |= not made.holds
        before = "none" if made.before is None else f"{made.before:.6g}"
        print(
            f"n {made.n} m {made.m} T {made.iterations} ratio {made.ratio} eps {made.eps} delta "
            f"{made.delta:g}: {made.spent:.6f} {made.with_less:.6f}  {before} -> {made.now:.6g}",
            flush=True,
        )
    return int(failed)


def _wide(count: int, seed: int) -> bool:
    """Print the settings by name and the sweep; whether all hold."""
    heads = f"{'q':>9} {'z':>9} {'T':>9} {'delta':>8} {'side':>8} {'eps':>13} {'over truth':>9}"
    print(f"by name\n{heads}")
    named = [measured(setting, side) for setting in NAMED for side in SIDES]
    print("\n".join(map(shown, named)), flush=True)
    print(f"sweep, seed {seed}\n{heads}")
    found = []
    for one in sweep(count, seed):
        found.append(one)
        print(shown(one), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    factors = [one.factor for one in found]
    print(
        f"{sum(one.certified is True for one in found)} of {count} certified, "
        f"{sum(not one.holds for one in found)} fail; factor median {np.median(factors):.6f}, "
        f"largest {max(factors):.6f}; seconds median "
        f"{np.median([one.seconds for one in found]):.3f}, largest "
        f"{max(one.seconds for one in found):.3f}; peak {peak:.0f} MB with the reference"
    )
    return all(one.holds for one in [*named, *found])


if __name__ == "__main__":
    raise SystemExit(main())
