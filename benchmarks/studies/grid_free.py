"""The delta of a run of Gaussian releases on batches, in balls and without a grid.

Nothing of the library's accounts is used. The characteristic function of one tilted loss, of each
kind of steps, is integrated by FLINT, with its error, at every frequency; the curve
e^(s eps) delta(eps) is the sum over frequencies (Poisson's summation: its copies, a period away,
only add). Where the function does not fall, a Gaussian loss of the deviation
:attr:`Reference.smoothing` is added, which only raises delta; outcomes beyond the last one have
1e-9 of delta at most, and are left out. So delta is between the ball, less what the Gaussian loss
adds, and the ball.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import acb, arb, ctx
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp, ndtri_exp

Array = NDArray[np.float64]
MOST = 1500  # frequencies
LOWEST = -16.0
SIDES = "removed", "added", "replaced"
Part = tuple[float, float, int]  # outcomes from and to, and the sign of their loss


@dataclass(frozen=True)
class Kind:
    """Steps that are alike, on Poisson batches.

    Attributes:
        q: the rate of the batches.
        z: the deviation of the noise over what a record moves the sum by.
        T: how many.
        records: of a user, all of which are added or removed.
    """

    q: float
    z: float
    T: int
    records: int = 1

    def terms(self) -> list[tuple[arb, arb, arb]]:
        """The likelihood ratio is 1 + the sum of a (e^(b x + c) - 1) over (a, b, c)."""
        z = arb(self.z)
        return [(chance, k / z, -k * k / (2 * z * z)) for k, chance in self.chances()]

    def chances(self) -> list[tuple[int, arb]]:
        """Of k = 1, 2, ... records in a batch."""
        m, q = self.records, arb(self.q)
        return [(k, math.comb(m, k) * q**k * (1 - q) ** (m - k)) for k in range(1, m + 1)]

    def parts(self, side: str, log_out: float) -> list[Part]:
        """Outcomes whose losses are not constant, but for those of a chance below e^log_out."""
        log_out, z = log_out - math.log(self.records), self.z
        far = -float(ndtri_exp(log_out))
        seen = [(k, float(chance)) for k, chance in self.chances() if float(chance) > 0]
        tops = [k / z - float(ndtri_exp(min(-1.0, log_out - math.log(p)))) for k, p in seen]
        top = max([far, *tops])
        return {
            "removed": [(LOWEST, top, 1)],
            "added": [(-far, -LOWEST, -1)],
            "replaced": [(0.5 / z, max(top, 0.5 / z + 1), 1), (0.5 / z, 0.5 / z - LOWEST, -1)],
        }[side]

    def unmoved(self) -> arb:
        """The chance of outcomes whose loss is 0, where a record is replaced."""
        return (1 - arb(self.q)) * (1 / (2 * arb(self.z) * arb(2).sqrt())).erf()

    @property
    def most(self) -> float:
        """No loss of the side "added" is larger: that of no record in the batch."""
        return -self.records * math.log1p(-self.q) if self.q < 1 else math.inf

    def model(self, side: str, log_out: float) -> tuple[Array, Array]:
        """Losses and masses, roughly: they choose the tilt."""
        found = []
        terms = [tuple(map(float, term)) for term in self.terms()]
        rest = 1 - sum(a for a, _, _ in terms)
        for low, high, sign in self.parts(side, log_out):
            x = np.linspace(low, high, 20001)
            weighted = [(a, b * x + c) for a, b, c in terms]
            gain = sum(a * np.expm1(np.minimum(power, 40)) for a, power in weighted)
            logs = [np.full_like(x, math.log(max(rest, 1e-300)))]
            logs += [math.log(max(a, 1e-300)) + power for a, power in weighted]
            loss = np.where(np.abs(gain) < 1e-3, np.log1p(gain), logsumexp(logs, axis=0))
            density = np.exp(-0.5 * x * x + (loss if sign > 0 else 0)) / math.sqrt(2 * math.pi)
            found.append((sign * loss, density * (x[1] - x[0])))
        if side == "replaced":
            found.append((np.zeros(1), np.asarray([float(self.unmoved())])))
        losses, masses = (np.concatenate(column) for column in zip(*found, strict=True))
        return losses, masses / masses.sum()


class Curve(ABC):
    """One side of a run."""

    @abstractmethod
    def log_delta(self, eps: float) -> arb:
        """A ball that has ln delta at eps."""

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


@dataclass(frozen=True)
class Reference(Curve):
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
        """ln delta at eps, of the loss with the Gaussian one."""
        s, e, variance = arb(self.tilt), arb(eps), arb(self.smoothing) ** 2
        total = arb(0)
        for j, value in enumerate(self.values):
            w = acb(s, 2 * arb.pi() * j / arb(self.period))
            term = value * ((w + w * w) * variance / 2 - w * e).exp() / (w * (w + 1))
            total += term.real * (1 if j == 0 else 2)
        return (total / arb(self.period)).log() + self.log_moment

    @property
    def bias(self) -> float:
        """What the Gaussian loss adds to eps, about."""
        return (self.tilt + 1) / 2 * self.smoothing**2


def reference(side: str, kinds: Sequence[Kind], delta: float, eps: float) -> Reference:
    """For an account near eps of all steps together; see the module.

    Args:
        side: of SIDES; "replaced" of one record and Gaussian noise.
        kinds: the steps. delta, eps: near which it is wanted.
    """
    every = sum(kind.T for kind in kinds)
    log_out = math.log(delta) - math.log(every) - math.log(1e9)
    models = [(kind.T, *kind.model(side, log_out)) for kind in kinds]

    def log_bound(log_tilt: float) -> float:
        s, moment = math.exp(log_tilt), 0.0
        for T, losses, masses in models:
            logs = s * losses
            peak = float(logs.max())
            moment += T * (math.log(float(masses @ np.exp(logs - peak))) + peak)
        return moment - s * eps - s * math.log1p(1 / s) - math.log1p(s)

    variance = sum(T * float(p @ (x - p @ x) ** 2) for T, x, p in models)
    deviation = math.sqrt(variance)
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
    tilted = []
    for T, losses, masses in models:
        weights = masses * np.exp(s * losses - float((s * losses).max()))
        weights /= weights.sum()
        tilted.append((T, losses - float(weights @ losses), weights))
    spread = math.sqrt(sum(T * float(p @ x**2) for T, x, p in tilted))
    period = max((25 - math.log(delta)) / s, 14 * spread)
    while sum(T * float(p[np.abs(x) > period / 2].sum()) for T, x, p in tilted) > 1e-6 * math.exp(
        -depth
    ):
        period *= 1.5
    with ctx.workprec(90 + int(1.45 * (depth + math.log(every)))):
        small = math.exp(-depth) / every
        return _inverted(side, kinds, log_out, s, period, small, deviation)


def _inverted(
    side: str,
    kinds: Sequence[Kind],
    log_out: float,
    s: float,
    period: float,
    small: float,
    deviation: float,
) -> Reference:
    every, zero = sum(kind.T for kind in kinds), arb(0)
    rough = arb(2) ** -200
    wholes = [_transform(kind, rough, side, log_out, s, zero, small).real for kind in kinds]
    step = 2 * arb.pi() / arb(period)
    values: list[acb] = []
    for j in range(MOST):
        product = acb(1)
        for kind, whole in zip(kinds, wholes, strict=True):
            found = _transform(kind, whole.mid(), side, log_out, s, step * j, small)
            product *= (found / whole) ** kind.T
        values.append(product)
        size = float(abs(values[-1]).upper())
        if j > 8 and all(float(abs(v).upper()) < 1e-9 * small * every for v in values[-4:]):
            break
    fallen = size < 1e-9 * small * every
    smoothing = 0.0 if fallen else 7.0 / (float(step.mid()) * len(values))
    log_moment = sum((whole.log() * k.T for whole, k in zip(wholes, kinds, strict=True)), arb(0))
    return Reference(s, period, tuple(values), log_moment, smoothing, deviation)


def _transform(
    kind: Kind, scale: arb, side: str, log_out: float, s: float, theta: arb, small: float
) -> acb:
    """E e^((s + i theta) L) of one step; the scale is about its value at 0."""
    w, terms = acb(s, theta), kind.terms()
    norm = (2 * arb.pi()).sqrt()
    total = acb(0)
    for low, high, sign in kind.parts(side, log_out):
        power = w + 1 if sign > 0 else -w

        def integrand(x: acb, analytic: bool, power: acb = power) -> acb:
            gain = sum((a * (b * x + c).expm1() for a, b, c in terms), acb(0))
            loss = (1 + gain).log(analytic=analytic)
            return (loss * power - x * x / 2).exp() / norm

        total += acb.integral(
            integrand, acb(low), acb(high), rel_tol=arb(2) ** (20 - ctx.prec),
            abs_tol=arb(small) * arb(10) ** -9 * scale, eval_limit=10**7,
        )  # fmt: skip
    return total + kind.unmoved() if side == "replaced" else total
