"""``python -m benchmarks.accounts [COUNT]``: every privacy account between its limits.

COUNT random settings (default 50) of every account: it may never be below an independent lower
limit (``benchmarks/least_loss.py``) and, where dp-accounting has the same row at its defaults, not
above it by more than 1 %. Then schedules of Gaussian noise: what is spent, that 1 % less noise
overspends, and the noise before (scaled by Theorem 27) and now. The run fails where one does not
hold.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from dp_accounting import dp_event
from dp_accounting.pld import PLDAccountant, privacy_loss_distribution
from dp_accounting.privacy_accountant import NeighboringRelation
from dp_accounting.rdp import RdpAccountant

from benchmarks.least_loss import gaussian as gaussian_law
from benchmarks.least_loss import laplace as laplace_law
from benchmarks.least_loss import least_epsilon
from dptheory.allocation import gaussian
from dptheory.privacy.accounting import laplace_epsilon
from dptheory.privacy.laplace import LaplaceSteps
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
        if schedule.batch == schedule.n:
            return noise
        if replace:
            return dp_event.SampledWithoutReplacementDpEvent(schedule.n, schedule.batch, noise)
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
    best = gaussian(weights, eps, delta, sensitivity=1.0, n=n, m=m, neighbouring=REPLACE)
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
    """Print both tables; 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="benchmarks.accounts")
    parser.add_argument("count", nargs="?", type=int, default=50)
    count = parser.parse_args(arguments).count
    failed = False
    print(f"{'account':>34} settings  below limit  over limit  shared  most over dp-accounting")
    for row in rows(count):
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


if __name__ == "__main__":
    raise SystemExit(main())
