"""The delta of a run of Gaussian releases on batches, in balls and without a grid.

Nothing of the library's accounts is used. The characteristic function of one tilted loss is
integrated by FLINT, with its error, at every frequency; the curve e^(s eps) delta(eps) is the sum
over frequencies (Poisson's summation: its copies, a period away, only add). Where the function
does not fall, a Gaussian loss of the deviation :attr:`Reference.smoothing` is added, which only
raises delta; outcomes beyond the last one have 1e-9 of delta at most, and are left out. So delta
is between the ball, less what the Gaussian loss adds, and the ball.
"""

import math
from dataclasses import dataclass

import numpy as np
from flint import acb, arb, ctx
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import ndtri_exp

Array = NDArray[np.float64]
MOST = 1500  # frequencies
LOWEST = -16.0
SIDES = "removed", "added", "replaced"


@dataclass(frozen=True)
class Reference:
    """One side of a run at one tilt.

    Attributes:
        tilt: s.
        period: P.
        values: of the characteristic function of the run, from frequency 0 on.
        log_moment: ln E e^(sL).
        smoothing: deviation of the Gaussian loss that is added.
        deviation: of the run's loss, without tilt.
    """

    tilt: float
    period: float
    values: tuple[acb, ...]
    log_moment: arb
    smoothing: float
    deviation: float

    def log_delta(self, eps: float) -> arb:
        """ln delta at eps."""
        s, e, variance = arb(self.tilt), arb(eps), arb(self.smoothing) ** 2
        total = arb(0)
        for j, value in enumerate(self.values):
            w = acb(s, 2 * arb.pi() * j / arb(self.period))
            term = value * ((w + w * w) * variance / 2 - w * e).exp() / (w * (w + 1))
            total += term.real * (1 if j == 0 else 2)
        return (total / arb(self.period)).log() + self.log_moment

    def epsilon(self, delta: float, start: float) -> float:
        """Where ln delta is the logarithm given, near the start."""
        goal = math.log(delta)
        low, high = start * (1 - 1e-4), start
        at = {x: float(self.log_delta(x).mid()) - goal for x in (low, high)}
        for _ in range(12):
            if at[low] == at[high] or abs(high - low) < 1e-12 * abs(high):
                break
            new = high - at[high] * (high - low) / (at[high] - at[low])
            low, high = high, min(max(new, 0.2 * high), 5 * high)
            at[high] = float(self.log_delta(high).mid()) - goal
        return high

    @property
    def bias(self) -> float:
        """What the Gaussian loss adds to eps, about."""
        return (self.tilt + 1) / 2 * self.smoothing**2


def reference(side: str, q: float, z: float, T: int, delta: float, eps: float) -> Reference:
    """For an account near eps; see the module."""
    log_out = math.log(delta) - math.log(T) - math.log(1e9)
    top = max(
        -float(ndtri_exp(log_out)), 1 / z - float(ndtri_exp(min(-1.0, log_out - math.log(q))))
    )
    parts = {
        "removed": [(LOWEST, top, 1)],
        "added": [(float(ndtri_exp(log_out)), -LOWEST, -1)],
        "replaced": [(0.5 / z, max(top, 0.5 / z + 1), 1), (0.5 / z, 0.5 / z - LOWEST, -1)],
    }[side]
    losses, masses = _model(parts, side, q, z)

    def log_bound(log_tilt: float) -> float:
        s = math.exp(log_tilt)
        logs = s * losses
        peak = float(logs.max())
        moment = T * (math.log(float(masses @ np.exp(logs - peak))) + peak)
        return moment - s * eps - s * math.log1p(1 / s) - math.log1p(s)

    mean = float(masses @ losses)
    deviation = math.sqrt(T * float(masses @ (losses - mean) ** 2))
    # From the run's deviation; a loss far beyond it, by one rare draw, wants a tilt of about 1.
    unit = math.log(1 / deviation)
    grid = np.arange(min(unit - 3, -5), unit + 25, 0.2)
    best = float(grid[np.argmin([log_bound(x) for x in grid])])
    bracket = best - 0.3, best + 0.3
    s = math.exp(float(minimize_scalar(log_bound, bounds=bracket, method="bounded").x))
    # How far the curve at eps is below Chernoff's bound: copies must be smaller than it. Where that
    # is far, few large losses have most of the tilted mass; less tilt and more digits avoid them.
    depth = log_bound(math.log(s)) - math.log(delta)
    if depth > 3:
        s *= 0.6
        depth = log_bound(math.log(s)) - math.log(delta)
    depth = max(0.0, depth)
    tilted = masses * np.exp(s * losses - float((s * losses).max()))
    tilted /= tilted.sum()
    middle = float(tilted @ losses)
    spread = math.sqrt(T * float(tilted @ (losses - middle) ** 2))
    period = max((25 - math.log(delta)) / s, 14 * spread)
    while T * float(tilted[np.abs(losses - middle) > period / 2].sum()) > 1e-6 * math.exp(-depth):
        period *= 1.5
    with ctx.workprec(90 + int(1.45 * (depth + math.log(T)))):
        rest = s, period, middle, math.exp(-depth) / T, deviation
        return _inverted(side, parts, (q, z, T), *rest)


def _model(
    parts: list[tuple[float, float, int]], side: str, q: float, z: float
) -> tuple[Array, Array]:
    """Losses and masses, roughly: they choose the tilt."""
    found = []
    for low, high, sign in parts:
        x = np.linspace(low, high, 20001)
        loss = np.logaddexp(math.log1p(-q), math.log(q) + (x - 0.5 / z) / z)
        small = np.abs(loss) < 1e-6
        loss = np.where(small, q * np.expm1(np.minimum((x - 0.5 / z) / z, 40.0)), loss)
        density = np.exp(-0.5 * x * x + (loss if sign > 0 else 0)) / math.sqrt(2 * math.pi)
        found.append((sign * loss, density * (x[1] - x[0])))
    if side == "replaced":
        atom = (1 - q) * math.erf(0.5 / z * math.sqrt(0.5))
        found.append((np.zeros(1), np.asarray([atom])))
    losses, masses = (np.concatenate(column) for column in zip(*found, strict=True))
    return losses, masses / masses.sum()


def _inverted(
    side: str,
    parts: list[tuple[float, float, int]],
    setting: tuple[float, float, int],
    s: float,
    period: float,
    centre: float,
    small: float,
    deviation: float,
) -> Reference:
    q, z, T = arb(setting[0]), arb(setting[1]), setting[2]
    norm = (2 * arb.pi()).sqrt()

    def transform(theta: arb) -> acb:
        w = acb(s, theta)
        total = acb(0)
        for low, high, sign in parts:
            power = w + 1 if sign > 0 else -w

            def integrand(x: acb, analytic: bool, power: acb = power) -> acb:
                gain = q * ((x - 1 / (2 * z)) / z).expm1()
                loss = (1 + gain).log(analytic=analytic)
                return (loss * power - x * x / 2).exp() / norm

            total += acb.integral(
                integrand, acb(low), acb(high), rel_tol=arb(2) ** (20 - ctx.prec),
                abs_tol=arb(small) * arb(10) ** -9 * scale[0], eval_limit=10**7,
            )  # fmt: skip
        if side == "replaced":
            total += (1 - q) * (1 / (2 * z * arb(2).sqrt())).erf()
        return total

    scale = [arb(2) ** -200]
    whole = transform(arb(0)).real
    scale[0] = whole.mid()
    step = 2 * arb.pi() / arb(period)
    values: list[acb] = []
    for j in range(MOST):
        theta = step * j
        values.append((transform(theta) / whole) ** T)
        size = float(abs(values[-1]).upper())
        if j > 8 and all(float(abs(v).upper()) < 1e-9 * small * T for v in values[-4:]):
            break
    fallen = size < 1e-9 * small * T
    smoothing = 0.0 if fallen else 7.0 / (float(step.mid()) * len(values))
    return Reference(s, period, tuple(values), whole.log() * T, smoothing, deviation)
