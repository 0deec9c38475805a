"""A shape scaled until the tightest account of its releases meets the budget."""

import math
from collections.abc import Callable

import numpy as np

from dptheory.allocation.divergence import Setting
from dptheory.allocation.schedule import Array
from dptheory.privacy.renyi import epsilon_of
from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon
from dptheory.ranges import require

SETTLED = 5e-4  # part of the budget that may be left
MARGIN = 1e-9  # part that is left, so that rounding of the noise does not overspend
EVALUATIONS, FARTHEST = 60, 60.0  # accounts that are made, and logarithm of the largest factor
STEEPNESS = 2.5  # first guess of -d ln(epsilon)/d ln(z)


def scaled(
    setting: Setting, order: float, log_z: Array, counts: Array, target: tuple[float, float]
) -> tuple[Array, float]:
    """The multipliers times one factor, and the epsilon of their releases, at most the budget.

    The account is the smaller one of the privacy loss distribution and of the Rényi divergence of
    the order given. Where delta is at least the chance that a record is ever drawn, every noise
    would do, and the latter alone decides.

    Args:
        setting: batches and relation.
        order: of the Rényi divergence, above 1.
        log_z: logarithms of the multipliers, shape (k,).
        counts: how often each occurs, whole, shape (k,).
        target: the budget (epsilon, delta).

    Raises:
        ValueError: no factor within e^60 is found at which the budget is met.
    """
    epsilon, delta = target
    times = np.asarray(counts, dtype=np.int64)

    def account(shift: float) -> float:
        z = np.exp(log_z + shift)
        total = float(np.sum(counts * setting.divergences(order, z)))
        schedule = GaussianSchedule(setting.n, setting.batch_size, z, times)
        by_order = epsilon_of(total, order, delta) if math.isfinite(total) else math.inf
        if delta >= schedule.ever_drawn:
            return by_order
        return min(by_order, schedule_epsilon(schedule, delta, neighbouring=setting.neighbouring))

    shift, spent = _settled(account, epsilon)
    allowed = f"a budget that an account meets with {setting}"
    require(shift is not None, "epsilon and delta", allowed, target)
    return log_z + float(shift or 0.0), spent


def _settled(account: Callable[[float], float], epsilon: float) -> tuple[float | None, float]:
    """A shift whose epsilon is within the budget and close to it: a safeguarded secant search."""
    goal = math.log(epsilon) + math.log1p(-SETTLED / 2)
    low, high = -math.inf, math.inf  # too little noise, enough noise
    best: tuple[float | None, float] = None, 0.0
    known: list[
        tuple[float, float]
    ] = []  # shifts and ln(epsilon at the shift) - goal, the last two
    shift = 0.0
    for _ in range(EVALUATIONS):
        found = account(shift)
        if found <= epsilon * (1 - MARGIN):
            high = shift
            best = shift, found
            if found >= epsilon * (1 - SETTLED) or high - low < SETTLED / 10:
                break
        else:
            low = shift
        usable = 0 < found < math.inf
        known = [*known, (shift, math.log(found) - goal)][-2:] if usable else known
        shift = _next(known, low, high)
        if abs(shift) > FARTHEST:
            break
    return best


def _next(known: list[tuple[float, float]], low: float, high: float) -> float:
    """Where to look next: the secant's zero within the bracket, or its middle."""
    slope = -STEEPNESS
    if len(known) == 2 and known[0][0] != known[1][0]:
        found = (known[1][1] - known[0][1]) / (known[1][0] - known[0][0])
        slope = found if -20 < found < -0.05 else slope
    guess = known[-1][0] - known[-1][1] / slope if known else math.nan
    if math.isfinite(low) and math.isfinite(high):
        inside = low + 0.01 * (high - low) < guess < high - 0.01 * (high - low)
        return guess if inside else (low + high) / 2
    if math.isfinite(low):
        return min(guess, low + 3.0) if guess > low else low + 1.0
    return max(guess, high - 3.0) if guess < high else high - 1.0
