r"""The privacy loss of many releases, composed without a grid.

With :math:`L=\sum_tL_t` the loss of a run under P, and s > 0 any tilt, the curve
:math:`D(\epsilon)=e^{s\epsilon}\,\mathbb E(1-e^{\epsilon-L})_+` has the transform

.. math:: \int D(\epsilon)e^{i\vartheta\epsilon}d\epsilon
          = \frac{\mathbb Ee^{(s+i\vartheta)L}}{(s+i\vartheta)(s+1+i\vartheta)},\qquad
          \mathbb Ee^{(s+i\vartheta)L}=\prod_t\mathbb Ee^{(s+i\vartheta)L_t},

and :math:`\delta(\epsilon)=e^{-s\epsilon}D(\epsilon)`. Nothing cancels: the tilt moves the law to
where the answer is, however small delta. What is computed is never below delta, for any s:

1. *Composition.* Losses of dominating pairs add up (Zhu, Dong and Wang 2022, Theorem 10). A
   Gaussian loss :math:`N(\sigma^2/2,\sigma^2)`, that of one more release, is added: it makes delta
   larger, raises eps by about :math:`\frac{s+1}2\sigma^2`, and the transform falls like
   :math:`e^{-\sigma^2\vartheta^2/2}`.
2. *Frequencies.* By Poisson's summation the sum over the frequencies :math:`2\pi j/P` is
   :math:`P\sum_kD(\epsilon+kP)`, whose terms are not negative: it is at least its middle one. What
   the largest frequency :math:`\Theta` cuts off is at most
   :math:`\frac1\pi\int_\Theta^\infty e^{-\sigma^2\vartheta^2/2}\vartheta^{-2}d\vartheta
   \le e^{-\sigma^2\Theta^2/2}/(\pi\Theta)`, and is added.
3. *One release.* With masses :math:`w_k` (sum 1) at losses :math:`d_k` from their mean, what is
   computed is :math:`\sum_kw_k(e^{i\vartheta d_k}-1)`, so that only errors relative to
   :math:`\sum_kw_k\min(2,\vartheta|d_k|)` enter: those of the masses and of a sum in blocks, beside
   the errors of phases, and twice that of quadrature (:mod:`dptheory.privacy.laws`). A common
   factor of the masses is one of delta. With :math:`e_t` the sum of these for the release t,
   products of numbers of size at most :math:`1+e_t` that are :math:`e_t` apart differ by at most
   :math:`\exp(2\sum_te_t)-1`, which is added frequency by frequency, as are the errors of
   exponentials and of the last sum.
4. *Chernoff.* :math:`\delta(\epsilon)\le\frac{s^s}{(1+s)^{1+s}}e^{-s\epsilon}\mathbb Ee^{sL}` where
   that is smaller, as :math:`e^{-sx}(1-e^{-x})` is at most the fraction.
5. *One large loss.* Where the tilt cannot reach the answer, as few large losses make it and larger
   ones would outweigh them, the largest losses of a release, of mass m, are told apart: with all T
   below, or one above, :math:`\delta\le\delta_0+T\delta_1+\frac12T^2m^2`, each curve at its own
   tilt.
6. *Infinity.* The chance that a release is beyond its last part, :data:`OUTSIDE` of delta for all
   together, is added to delta.

The tilt is the best one of Chernoff's bound, and then of the eps found: both are zeros of
increasing functions (the logarithm of a moment is convex, and so is that of the fraction). A worse
tilt costs accuracy only, and the least eps of all tilts tried is the answer.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dptheory.blas import one_thread
from dptheory.privacy import laws
from dptheory.privacy.laws import UNIT, Law
from dptheory.ranges import require
from dptheory.results import explained

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
Side = Callable[[laws.Ratio, float], Law]
OUTSIDE = 1e-6  # of delta: mass at infinity
SMOOTHED = 2e-3, 1e-4  # part of eps, or of 0.3 deviations, that the Gaussian loss adds
SMOOTHED_MANY = 6e-4  # the same for different releases, which are slow
SMOOTHED_CURVE = 2e-2  # and for a curve, whose shape is what counts
NEAR = 0.7  # of the eps that a tilt was chosen for: it need not be chosen again
FALL = 7.5  # Theta times sigma
ALIASED = 14.0  # logarithm of delta over what the copy of the curve below it may add
FARTHER = 1e-4  # of the curve at eps: tilted mass farther from the mean than half the period
# Releases that are composed: a factor common to all masses of one is rounded, and counts as often.
LONGEST = 10**12
WORK, FREQUENCIES = 1e8, 4e4  # nodes times frequencies of a release, and frequencies, at most
QUADRATURE = 1e-8  # of the curve at eps: what panels are halved for
LOG_GONE, LEAST = -45.0, 1e-300  # smaller products of transforms are left out, as errors
FARTHEST = 1e12  # a tilt's distance from one over the run's deviation, as a factor
TURNS = 6  # tilts that are tried
LOOSE = 7.0  # logarithm of Chernoff's bound over delta from which on a large loss is told apart
TWICE = 1e-5  # of delta: that two are
SHARES, BALANCED = (1e-3, 0.98), 6  # of delta without any: from, to, and how many are tried
CURVE = 0.05, 1.25, 12  # tilts of a curve, over that of its last point; how many
MASS = 1e-12  # by which a law's mass may leave its bounds: rounding alone, as panels are that good
BLOCK = 256  # nodes at a time
ACCURATE = 1e-9  # of eps


@explained
@dataclass(frozen=True)
class Releases:
    """Releases on batches with the rate q: distinct noise multipliers, and how often each occurs.

    Attributes:
        multipliers: z, positive, shape (k,).
        counts: whole numbers from 1 on, shape (k,).
        rate: q in (0, 1].
    """

    multipliers: Array
    counts: NDArray[np.int64]
    rate: float

    def run(self, side: Side, delta: float) -> "Composed":
        """The run's loss for the law ``side`` of a release, for an account at delta in (0, 1).

        Raises:
            ValueError: delta is out of its range.
        """
        require(0 < delta < 1, "delta", "in (0, 1)", delta)
        log_out = _log_out(delta, int(np.sum(self.counts)))
        found = [
            side(laws.gaussian_ratio(self.rate, z), log_out) for z in self.multipliers.tolist()
        ]
        return Composed(tuple(found), np.asarray(self.counts, dtype=np.float64))

    def epsilon(self, side: Side, delta: float) -> float:
        """An eps at which the run's delta is at most the one given, in (0, 1); at least 0.

        Raises:
            ValueError: delta is out of its range.
        """
        run = self.run(side, delta)
        found = run.epsilon(delta)
        times = float(self.counts[0])
        if found in (0, math.inf) or self.counts.size > 1 or times < 2:
            return found
        if run.excess(found, delta) < LOOSE:
            return found
        small, large = run.laws[0].split(math.log(TWICE * delta) / 2 - math.log(times))
        without = Composed((small,), np.asarray([times]))
        once = Composed((small, large), np.asarray([times - 1, 1.0]))
        left = delta * (1 - 2 * TWICE)
        low, high = SHARES
        share = low
        if without.epsilon(high * left) >= found:  # their least
            return found
        for _ in range(BALANCED):
            least = without.epsilon(share * left)
            more = least >= found  # whatever the others have
            if not more:
                other = once.epsilon((1 - share) * left / times)
                found, more = min(found, max(least, other)), least > other
            low, high = (share, high) if more else (low, share)
            if low == high:
                break
            share = math.sqrt(low * high)
        return found


def _log_out(delta: float, releases: int) -> float:
    return math.log(delta) + math.log(OUTSIDE) - math.log(releases)


@explained
@dataclass(frozen=True)
class Composed:
    """Independent releases: distinct laws and how often each occurs, shape (k,)."""

    laws: tuple[Law, ...]
    counts: Array

    @property
    def infinite(self) -> float:
        """The chance that any loss is infinite, at most."""
        return float(self.counts @ [law.infinite for law in self.laws]) * (1 + 1e-9)

    def epsilon(self, delta: float) -> float:
        """An eps at which the run's delta is at most the one given, at least 0.

        It is infinite for more than :data:`LONGEST` releases.

        Raises:
            ValueError: a law's mass is not 1.
        """
        if self.counts.sum() > LONGEST:
            return math.inf
        goal = math.log(delta - self.infinite)
        goal -= 4 * UNIT * (1 + abs(goal))  # rounded down
        moments = self._moments
        tilt = moments.tilt_of_delta(goal)
        guess, best = moments.bound(tilt, goal), math.inf
        many = len(self.laws) > 1
        for turn in range(TURNS):
            smoothed = SMOOTHED_MANY if many else SMOOTHED[min(turn, 1)]
            best = min(best, self._tilted(tilt, max(guess, 0.0), goal, smoothed).epsilon(goal))
            if best == 0 or (best >= NEAR * guess and (many or turn > 0)):
                break
            guess = min(best, guess)
            tilt = moments.tilt_of_eps(best) if best < math.inf else tilt / 4
        return best

    def excess(self, eps: float, delta: float) -> float:
        """The logarithm of Chernoff's bound at eps over delta."""
        about = self._moments.at(self._moments.tilt_of_eps(eps))
        return about.log_moment + _log_fraction(about.tilt) - about.tilt * eps - math.log(delta)

    def delta(self, eps: float) -> float:
        """A delta at eps, at most 1; the mass at infinity is that of the delta of the laws.

        It is 1 for more than :data:`LONGEST` releases.
        """
        if self.counts.sum() > LONGEST:
            return 1.0
        tilt = self._moments.tilt_of_eps(eps)
        goal = self._moments.at(tilt).log_moment + _log_fraction(tilt) - tilt * eps
        tilted = self._tilted(tilt, max(eps, 0.0), min(goal, 0.0), SMOOTHED[1])
        least = math.exp(min(tilted.log_delta(eps), 0.0)) + self.infinite
        return min(1.0, least * (1 + 8 * UNIT))

    def curve(self, delta: float) -> tuple[Array, Array]:
        """Losses, increasing, and ln delta at each: from where it is nearly 0 to below the delta.

        Every tilt of :data:`CURVE` gives the losses around its own mean.
        """
        moments, goal = self._moments, math.log(delta)
        tilts = moments.tilt_of_delta(goal) * np.geomspace(*CURVE)
        found: list[tuple[float, float]] = []
        for tilt in tilts.tolist():
            about = moments.at(tilt)
            level = about.log_moment + _log_fraction(tilt) - tilt * about.mean
            tilted = self._tilted(tilt, about.mean, min(level, 0.0), SMOOTHED_CURVE)
            losses = about.mean + about.deviation * np.linspace(-2, 2, 9)
            logs = [min(0.0, tilted.log_delta(eps)) for eps in losses.tolist()]
            found += zip(losses.tolist(), logs, strict=True)
        ordered = np.asarray(sorted(found))
        losses, first = np.unique(ordered[:, 0], return_index=True)
        return losses, np.minimum.accumulate(ordered[first, 1])

    @cached_property
    def _moments(self) -> "_Moments":
        return _Moments.of(self.laws, self.counts)

    def _tilted(self, tilt: float, eps: float, goal: float, smoothed: float) -> "_Tilted":
        """The transform for an account near eps, where ln delta is about the goal."""
        about = self._moments.at(tilt)
        # The curve at eps as a part of the tilted mass.
        part = math.exp(max(min(0.0, goal + tilt * eps - about.log_moment), -60.0))
        period = max((ALIASED - goal) / tilt, 12 * about.deviation)
        while about.farther(period / 2) > FARTHER * part:
            period *= 1.5
        variance = 2 * smoothed * max(eps, 0.3 * about.deviation) / (tilt + 1)
        step = 2 * math.pi / period
        number = min(math.ceil(FALL / math.sqrt(variance) / step), int(FREQUENCIES))
        # Finer than rounding the quadrature need not be.
        rounded = UNIT / 16 * float(about.masses @ np.minimum(tilt * about.distances, 2.0))
        transform = _transform(self, about, step, number, max(QUADRATURE * part, rounded))
        return _Tilted.of(transform, tilt, variance)


@dataclass(frozen=True)
class _Moments:
    """Logarithms of moments of all laws at once, to choose tilts with: no bound rests on them."""

    losses: Array
    logs: Array
    starts: NDArray[np.int64]
    counts: Array

    @classmethod
    def of(cls, releases: Sequence[Law], counts: Array) -> "_Moments":
        nodes = [law.nodes(0.0, 0.0, math.inf) for law in releases]
        for law, found in zip(releases, nodes, strict=True):
            mass = float(np.exp(found.log_masses).sum())
            # What lies beyond the last part has at most the mass at infinity, and often less.
            if law.whole and not -MASS - law.infinite <= mass - 1 <= MASS:
                raise ArithmeticError(f"the mass of a law is {mass}, not 1")
        sizes = [n.losses.size for n in nodes]
        starts = np.cumsum([0, *sizes[:-1]])
        losses, logs = (
            np.concatenate([getattr(n, name) for n in nodes]) for name in ("losses", "log_masses")
        )
        return cls(losses, logs, starts, counts)

    def at(self, tilt: float) -> "_About":
        """The tilted run."""
        logs = self.logs + tilt * self.losses
        tops = np.maximum.reduceat(logs, self.starts)
        kinds = np.repeat(np.arange(self.starts.size), np.diff([*self.starts, logs.size]))
        masses = np.exp(logs - tops[kinds])
        totals = np.add.reduceat(masses, self.starts)
        masses *= (self.counts / totals)[kinds]
        means = np.add.reduceat(masses * self.losses, self.starts) / self.counts
        distances = np.abs(self.losses - means[kinds])
        deviation = math.sqrt(float(masses @ distances**2))
        log_moments = tops + np.log(totals)
        return _About(
            tilt, log_moments, self.counts, float(self.counts @ means), deviation, masses, distances
        )

    def bound(self, tilt: float, goal: float) -> float:
        """The eps of Chernoff's bound where ln delta is the goal."""
        return (self.at(tilt).log_moment + _log_fraction(tilt) - goal) / tilt

    def tilt_of_eps(self, eps: float) -> float:
        """The tilt of the least Chernoff bound at eps."""
        return self._zero(lambda s: self.at(s).mean + math.log(s / (1 + s)) - eps)

    def tilt_of_delta(self, goal: float) -> float:
        """The tilt of the least eps at ln delta."""

        def rise(s: float) -> float:
            about = self.at(s)
            slope = about.mean + math.log(s / (1 + s))
            return s * slope - about.log_moment - _log_fraction(s) + goal

        return self._zero(rise)

    def _zero(self, rising: Callable[[float], float]) -> float:
        """Where an increasing function of the tilt has its zero, to 1 %."""
        # A loss that is the same wherever it has any mass in doubles has no scale of its own.
        unit = 1 / (self.at(0.0).deviation or 1.0)
        low = high = unit
        while rising(low) > 0 and low > unit / FARTHEST:
            low, high = low / 4, low
        while rising(high) < 0 and high < unit * FARTHEST:
            low, high = high, 4 * high
        while high > 1.01 * low:
            middle = math.sqrt(low * high)
            low, high = (middle, high) if rising(middle) < 0 else (low, middle)
        return math.sqrt(low * high)


@dataclass(frozen=True)
class _About:
    """A tilted run in numbers; masses are those of all releases together.

    Attributes:
        tilt: s.
        log_moments: ln E e^(sL) of each law, shape (k,).
        counts: how often each occurs, shape (k,).
        mean, deviation: of the run.
        masses, distances: of nodes, and their losses' distances from their law's mean.
    """

    tilt: float
    log_moments: Array
    counts: Array
    mean: float
    deviation: float
    masses: Array
    distances: Array

    @property
    def log_moment(self) -> float:
        """ln E e^(sL) of the run."""
        return float(self.counts @ self.log_moments)

    def farther(self, distance: float) -> float:
        """The mean number of releases whose loss is farther from its mean."""
        return float(self.masses[self.distances > distance].sum())


def _log_fraction(tilt: float) -> float:
    """ln of s^s/(1+s)^(1+s)."""
    return -tilt * math.log1p(1 / tilt) - math.log1p(tilt)


@dataclass(frozen=True)
class _Transform:
    """E e^((s + i theta)L) of a run over that at theta = 0, at even frequencies from 0 on.

    Attributes:
        step: of the frequencies.
        values: relative to the centre, shape (m,).
        errors: bounds of theirs, shape (m,).
        log_moment: the logarithm at theta = 0.
        log_error: its error, at most.
        centre: the loss that phases are relative to.
        rounding: of the centre, in units of rounding.
    """

    step: float
    values: Complex
    errors: Array
    log_moment: float
    log_error: float
    centre: float
    rounding: float


def _transform(run: Composed, about: _About, step: float, number: int, small: float) -> _Transform:
    """At so many frequencies, or fewer where that is too much work; see the module.

    Args:
        run: the run.
        about: it, tilted.
        step, number: the frequencies step*j, j up to number.
        small: part of the tilted mass that quadrature may miss.
    """
    tilt, levels = about.tilt, math.ceil(math.log2(number)) + 1
    log_small = math.log(small / 64 / float(run.counts.sum()))
    logs = np.zeros(number + 1, dtype=np.complex128)
    apart, gone, sizes = np.zeros(levels), np.zeros(number + 1), np.zeros(number + 1)
    log_moment = centre = moved = even = 0.0
    held = number + 1
    parts = zip(run.laws, run.counts.tolist(), about.log_moments.tolist(), strict=True)
    for law, count, level in parts:
        nodes = law.nodes(tilt, step * (held - 1), log_small + level)
        if nodes.losses.size * held > WORK:  # both grow with the last frequency
            held = min(held, int(math.sqrt(WORK * held / nodes.losses.size)) + 2)
            logs, gone, sizes = logs[:held], gone[:held], sizes[:held]
            nodes = law.nodes(tilt, step * (held - 1), log_small + level)
        exponents = nodes.log_masses + tilt * nodes.losses
        top = float(exponents.max())
        masses = np.exp(exponents - top)
        scale = float(masses.sum())
        masses /= scale
        mean = float(masses @ nodes.losses)
        away = nodes.losses - mean
        with one_thread():
            gain = _characteristic(step, held, away, masses)
        part = count * _log1p(gain)
        logs[:held] += part
        sizes[:held] += np.abs(part.real) + np.abs(part.imag)
        kept = np.flatnonzero(logs[:held].real > LOG_GONE)
        left = int(kept[-1]) + 1
        gone[left:held] += np.exp(logs[left:held].real)
        held = left
        # Relative errors of masses, and of the sums' terms; then phases.
        relative = nodes.spread + 8 * (1 + tilt) * np.abs(nodes.losses) + 8 * np.abs(exponents)
        relative = UNIT * (relative + 4 * (top - exponents)) + (1 + tilt) * nodes.rounding
        common = float(masses @ relative)
        even += count * (common + UNIT * (4 * masses.size + 64 + 4 * abs(top)))
        relative += common + UNIT * (1024 + 8 * BLOCK + 8 * masses.size / BLOCK)
        phases = float(masses @ (2 * nodes.rounding + 8 * UNIT * np.abs(away)))
        missed = math.exp(min(nodes.log_error - top, 100.0)) / scale
        highest = step * 2.0 ** np.arange(levels)
        turned = _turned(masses * relative, step * np.abs(away), levels)
        apart += count * (turned + highest * phases + 2 * missed)
        log_moment += count * (top + math.log(scale))
        centre += count * mean
        moved += count * abs(mean)
        even += count * missed
    values = np.exp(logs)
    values[held:] = 0.0
    lost = np.abs(values) * UNIT * (32 + 16 * sizes)
    above = np.ceil(np.log2(np.maximum(np.arange(values.size), 1))).astype(int)
    errors = np.expm1(np.minimum(2 * apart, 700.0))[above] + 2 * gone + lost
    rounding = (run.counts.size + 4) * moved
    return _Transform(step, values, errors, log_moment, even, centre, rounding)


def _turned(masses: Array, angles: Array, levels: int) -> Array:
    """Sums of masses times min(2^i angle, 2) for i below the number of levels."""
    # With angle = m 2^e and m in [1/2, 1) it is 2 from i = 2 - e on.
    full = np.clip(2 - np.frexp(np.maximum(angles, LEAST))[1], 0, levels)
    whole = np.cumsum(np.bincount(full, masses, levels + 1)[:-1])
    part = np.bincount(full, masses * angles, levels + 1)
    left = np.cumsum(part[::-1])[::-1][1:]
    found: Array = 2 * whole + 2.0 ** np.arange(levels) * left
    return found


def _log1p(gain: Complex) -> Complex:
    """ln(1 + gain), with the relative accuracy of the gain where that is small."""
    real, imaginary = gain.real, gain.imag
    modulus = np.hypot(1 + real, imaginary)
    near = modulus > 0.5
    square = np.where(near, real * (2 + real) + imaginary**2, 0.0)
    found = np.empty(gain.shape, dtype=np.complex128)
    found.real = np.where(near, 0.5 * np.log1p(square), np.log(np.maximum(modulus, LEAST)))
    found.imag = np.arctan2(imaginary, 1 + real)
    return found


def _characteristic(step: float, number: int, losses: Array, masses: Array) -> Complex:
    """Sums of masses times e^(i step j loss) - 1 for j below number, by products of matrices.

    With e and f the turns less 1 of the lower and the upper bits of j it is ef + e + f: what is
    nearly 1 never enters, so that the error is small beside the sum of masses times
    min(2, step j |loss|).
    """
    rows = 2 ** max(1, math.ceil(math.log2(number) / 2))
    columns = -(-number // rows)
    total = np.zeros((columns, rows), dtype=np.complex128)
    for i in range(0, losses.size, BLOCK):
        turned, mass = step * losses[i : i + BLOCK], masses[i : i + BLOCK]
        fine, coarse = _turns(turned, rows), _turns(rows * turned, columns)
        weighted = coarse * mass
        total += weighted @ fine.T + (fine @ mass + weighted.sum(axis=1)[:, None])
    return total.ravel()[:number]


def _turns(angles: Array, number: int) -> Complex:
    """e^(i j angle) - 1 for j below number, shape (number, k): a product a bit."""
    found = np.zeros((number, angles.size), dtype=np.complex128)
    done = 1
    while done < number:
        angle = done * angles
        more = -2 * np.sin(angle / 2) ** 2 + 1j * np.sin(angle)
        known, new = found[: number - done][:done], found[done : 2 * done]
        np.multiply(known, more, out=new)
        new += known
        new += more
        done *= 2
    return found


@dataclass(frozen=True)
class _Tilted:
    """The bound of a run at one tilt.

    Attributes:
        tilt: s.
        log_bound: logarithm of Chernoff's bound at eps = 0.
        log_scale: of the sum over frequencies.
        log_error: of both.
        centre: the loss that phases are relative to, and its rounding.
        frequencies: shape (m,).
        terms: of the sum, shape (m,).
        error: of the sum.
    """

    tilt: float
    log_bound: float
    log_scale: float
    log_error: float
    centre: tuple[float, float]
    frequencies: Array
    terms: Complex
    error: float

    @classmethod
    def of(cls, found: _Transform, tilt: float, variance: float) -> "_Tilted":
        """With a Gaussian loss of the variance, or a larger one that the last frequency needs."""
        frequencies = found.step * np.arange(found.values.size, dtype=np.float64)
        last = float(frequencies[-1])
        variance = max(variance, (FALL / last) ** 2)
        kernel = (tilt + 1j * frequencies) * (tilt + 1 + 1j * frequencies)
        weights = np.exp(-0.5 * variance * frequencies**2) / np.abs(kernel)
        weights *= np.where(frequencies > 0, 2, 1) * found.step / (2 * math.pi)
        terms = found.values * weights * np.abs(kernel) / kernel
        beyond = math.exp(-0.5 * variance * last**2) / (math.pi * last)
        error = (float(weights @ found.errors) + beyond) * (1 + 1e-9)
        added = tilt * (tilt + 1) * variance / 2
        exponents = abs(found.log_moment) + tilt * (tilt + 1) * variance
        return cls(
            tilt,
            found.log_moment + _log_fraction(tilt),
            found.log_moment + added,
            found.log_error + 32 * UNIT * (exponents + 1),
            (found.centre + variance * (tilt + 0.5), found.rounding),
            frequencies,
            terms,
            error,
        )

    def log_delta(self, eps: float) -> float:
        """ln delta at eps, without the mass at infinity, rounded up."""
        centre, rounding = self.centre
        turned = eps - centre
        phases = self.frequencies * turned
        total = float(np.sum(self.terms.real * np.cos(phases) + self.terms.imag * np.sin(phases)))
        moved = abs(turned) + abs(eps) + abs(centre) + rounding
        lost = 4 * UNIT * float(np.abs(self.terms) @ (32 + self.frequencies * moved))
        log_total = math.log(max(total, 0.0) + lost + self.error)
        found = min(self.log_scale + log_total, self.log_bound) - self.tilt * eps
        sizes = abs(self.log_scale) + abs(log_total) + abs(self.log_bound) + self.tilt * abs(eps)
        return found + self.log_error + 8 * UNIT * (1 + sizes)

    def epsilon(self, goal: float) -> float:
        """The eps at which ln delta is the goal, rounded up.

        It is 0 where ln delta is less at 0, and infinite where errors are out of all proportion.
        """
        if self.log_error > 1:
            return math.inf
        if self.log_delta(0.0) <= goal:
            return 0.0
        low, high = 0.0, max(self.log_bound - goal, 0.0) / self.tilt
        step = (self.log_error + UNIT * abs(goal)) / self.tilt + UNIT * high
        while self.log_delta(high) > goal:
            high, step = high + step, 2 * step
        while high - low > ACCURATE * high:
            middle = (low + high) / 2
            low, high = (middle, high) if self.log_delta(middle) > goal else (low, middle)
        return high
