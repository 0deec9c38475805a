r"""The privacy loss of one release, as an integral that loses no digits.

Every law here is made of one likelihood ratio that grows with the outcome x,

.. math:: A(x) = p_0 + \sum_j p_je^{a_jx-b_j},\quad p_j\ge0,\ \sum_jp_j=1,\ 0\le a_j\le\Lambda,
          \qquad \ell=\ln A,

and one density :math:`g(x)=e^{c_0+c_1x-c_2x^2/2}` of the outcome without the record. The loss under
the distribution P of a pair (P, Q) consists of

- parts in which the loss is :math:`\ell(x)` with the density gA, or :math:`-\ell(x)` with g;
- atoms;
- a mass at infinity: outcomes beyond the last part. What is below the first part is an atom at its
  end. Both only raise the loss.

*A record removed* (Poisson batches): A is that of :math:`\sum_jp_jN(a_j,1)` against N(0, 1), P the
mixture. *A record added*: the same pair exchanged. *A record replaced* (batches without
replacement): the pair of the profile :math:`\delta_q(\epsilon)=q\,\delta(\ln(1+(e^\epsilon-1)/q))`,
:math:`\epsilon\ge0`, in both directions (Balle, Barthe and Gaboardi 2018, Theorem 9; Zhu, Dong and
Wang 2022): the loss :math:`\ell` with gA and :math:`-\ell` with g, where :math:`\ell>0`, and 0 with
what is left. For Gaussian noise g = N(0, 1), :math:`a=1/z`, :math:`b=a^2/2`; for Laplace noise in
terms of the loss y within the batch :math:`g=\frac14e^{-(y+\theta)/2}`, :math:`a=1`, :math:`b=0`,
:math:`0<y<\theta`, with an atom at :math:`y=\theta`.

**Quadrature, with its error.** A tilt s and a frequency ask for integrals of
:math:`gA^{1+s+i\vartheta}` and :math:`gA^{-s-i\vartheta}`. They are taken by the rule of Gauss and
Legendre with n = :data:`NODES` nodes on panels of half-width h, whose error is at most
:math:`h\frac{64}{15}M\rho^{-2(n-1)}/(1-\rho^{-2})` for a function that is analytic and at most M
in the ellipse with the semi-axes :math:`h(\rho\pm1/\rho)/2` (Trefethen 2013, Theorem 19.3). In
it, with :math:`\rho=3`, real parts x of :math:`w=x+i\eta` are between :math:`x_-` and
:math:`x_+`, 5h/3 from the middle, and :math:`|\eta|\le\beta=\frac43h`. Where
:math:`\Lambda\beta\le1`:

- :math:`|A(w)|\le A(x)`, and :math:`|A(w)|\ge\mathrm{Re}A(w)\ge A(x)-\frac{\eta^2}2A''(x)\ge
  A(x)(1-\frac{\eta^2}2\Lambda\ell'(x))\ge\frac12A(x)`, as :math:`A''\le\Lambda A'`: no zeros;
- :math:`|\arg A(w)|\le\int|A'/A|\le2\beta\ell'(x_+)`, as :math:`\ell` is convex;
- :math:`|g(w)|=g(x)e^{c_2\eta^2/2}`.

So :math:`\ln M\le\max_x[\ln g+t\ell]+\frac12c_2\beta^2+2\Theta\beta\ell'(x_+)`, for t = -s with
:math:`s\beta^2\Lambda\ell'(x_+)` more, for all frequencies up to :math:`\Theta`; the maximum is
that of a parabola, with a chord above :math:`\ell` for t > 0 and a tangent below it for t < 0.
Panels are halved until these errors are small; whatever their sum is, the caller adds it.

**Rounding.** :attr:`Nodes.rounding` bounds the error of every computed loss, with functions of
NumPy and SciPy taken to be accurate to four units in the last place.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri_exp

from dptheory.results import explained

Array = NDArray[np.float64]
UNIT = 2.0**-53
NODES, RHO = 32, 3.0
PLACES, WEIGHTS = np.polynomial.legendre.leggauss(NODES)
SHORT = (RHO - 1 / RHO) / 2, (RHO + 1 / RHO) / 2  # semi-axes of the ellipse
LOG_FACTOR = math.log(64 / 15) - 2 * (NODES - 1) * math.log(RHO) - math.log1p(-(RHO**-2))
LARGE = 30.0  # exponents from which on 1 is lost beside their exponential
LOWEST = -10.0  # standard deviations below which the outcomes are one
RAISED = 1 + 1e-12  # a tail's chance, rounded up
PANELS, HALVINGS = 20000, 60
GAUSSIAN = -0.5 * math.log(2 * math.pi), 0.0, 1.0  # c_0, c_1, c_2


@explained
@dataclass(frozen=True)
class Ratio:
    """A of the module's docstring; all arrays of shape (k,).

    Attributes:
        shares: p_j for j >= 1, positive, their sum at most 1.
        slopes: a_j, positive.
        offsets: b_j.
    """

    shares: Array
    slopes: Array
    offsets: Array

    @property
    def steepest(self) -> float:
        """Lambda."""
        return float(self.slopes.max())

    def losses(self, x: Array) -> tuple[Array, Array, Array]:
        """l(x), l'(x) and a bound of the rounding of l(x); x of shape (m,)."""
        exponents = self.slopes[:, None] * x - self.offsets[:, None]
        top = np.maximum(exponents.max(axis=0), 0.0)
        parts = self.shares[:, None] * np.exp(exponents - top)
        total = parts.sum(axis=0) + max(0.0, 1 - float(self.shares.sum())) * np.exp(-top)
        slope = self.slopes @ parts / total
        gains = self.shares[:, None] * np.expm1(np.minimum(exponents, LARGE))
        gain, size = gains.sum(axis=0), np.abs(gains).sum(axis=0)
        near = (top <= LARGE) & (gain >= -0.5)
        loss = np.where(near, np.log1p(np.where(near, gain, 0.0)), top + np.log(total))
        other = np.where(near, size / np.where(near, 1 + gain, 1.0), top + 1)
        moved = (np.abs(x) + self.steepest + 1) * slope  # by the rounding of x and of exponents
        rounding = 8 * UNIT * (np.abs(loss) + moved + other)
        return loss, slope, rounding


@explained
@dataclass(frozen=True)
class Part:
    """Outcomes from ``low`` to ``high`` with the loss sign*l(x); ``base`` is c_0, c_1, c_2."""

    low: float
    high: float
    sign: int
    base: tuple[float, float, float] = GAUSSIAN


@explained
@dataclass(frozen=True)
class Nodes:
    """A law as masses at losses.

    Attributes:
        losses: shape (m,).
        log_masses: of the masses, before any tilt, shape (m,).
        rounding: bounds of the errors of the losses, shape (m,).
        spread: bounds of the relative errors of the masses, in units of rounding, shape (m,).
        log_error: logarithm of what quadrature may miss of the tilted transform.
    """

    losses: Array
    log_masses: Array
    rounding: Array
    spread: Array
    log_error: float


@explained
@dataclass(frozen=True)
class Law:
    """The loss of one release; see the module.

    Attributes:
        ratio: A.
        parts: of outcomes.
        atoms: losses and masses, pairs.
        infinite: the mass at infinity, rounded up.
        whole: whether all these masses are 1 together.
    """

    ratio: Ratio
    parts: tuple[Part, ...]
    atoms: tuple[tuple[float, float], ...]
    infinite: float
    whole: bool = True

    def split(self, log_out: float) -> "tuple[Law, Law]":
        """All but the largest losses, and those: at most the mass of that logarithm.

        For laws of Gaussian noise whose first part has the largest losses.
        """
        first, *others = self.parts
        if first.sign > 0:
            at = min(max(_top(self.ratio, log_out), first.low), first.high)
            below, above = replace(first, high=at), replace(first, low=at)
        else:
            at = min(max(float(ndtri_exp(log_out)) * (1 + 1e-9), first.low), first.high)
            below, above = replace(first, low=at), replace(first, high=at)
        small = replace(self, parts=(below, *others), infinite=0.0, whole=False)
        return small, replace(self, parts=(above,), atoms=(), whole=False)

    def nodes(self, tilt: float, frequency: float, log_small: float) -> Nodes:
        """Masses whose tilted transform is right up to that frequency.

        Args:
            tilt: s, nonnegative.
            frequency: Theta, nonnegative.
            log_small: logarithm of an error that a panel may have.
        """
        found = [self._of_part(part, tilt, frequency, log_small) for part in self.parts]
        if self.atoms:
            losses, masses = np.transpose(self.atoms)
            kept = masses > 0
            losses, logs = losses[kept], np.log(masses[kept])
            found.append(Nodes(losses, logs, 16 * UNIT * np.abs(losses), logs * 0 + 64, -math.inf))
        return Nodes(
            np.concatenate([f.losses for f in found]),
            np.concatenate([f.log_masses for f in found]),
            np.concatenate([f.rounding for f in found]),
            np.concatenate([f.spread for f in found]),
            float(np.logaddexp.reduce([f.log_error for f in found])),
        )

    def _of_part(self, part: Part, tilt: float, frequency: float, log_small: float) -> Nodes:
        middles, halves, log_error = self._panels(part, tilt, frequency, log_small)
        x = (middles[:, None] + halves[:, None] * PLACES).ravel()
        loss, _, rounding = self.ratio.losses(x)
        c0, c1, c2 = part.base
        density = c0 + c1 * x - 0.5 * c2 * x * x
        log_masses = density + np.log(np.outer(halves, WEIGHTS).ravel())
        # The exponent's terms, the rule's weights (525 units by FLINT), gaps between panels.
        width = np.repeat(halves, NODES)
        spread = 4 * (np.abs(c0) + np.abs(c1 * x) + c2 * x * x) + 1024 + 8 * (1 + np.abs(x)) / width
        if part.sign > 0:
            log_masses = log_masses + loss
        return Nodes(part.sign * loss, log_masses, rounding, spread, log_error)

    def _panels(
        self, part: Part, tilt: float, frequency: float, log_small: float
    ) -> tuple[Array, Array, float]:
        """Middles and half-widths of panels, and the logarithm of their errors together."""
        longest = min(1.0, 0.99 / (SHORT[0] * self.ratio.steepest))
        number = max(1, math.ceil((part.high - part.low) / 2 / longest))
        edges = np.linspace(part.low, part.high, number + 1)
        middles, halves = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
        logs = self._log_errors(part, middles, halves, tilt, frequency)
        for _ in range(HALVINGS):
            bad = logs > log_small
            if not bad.any() or middles.size > PANELS:
                break
            quarters = halves[bad] / 2
            new = np.concatenate([middles[bad] - quarters, middles[bad] + quarters])
            news = np.concatenate([quarters, quarters])
            middles, halves = np.append(middles[~bad], new), np.append(halves[~bad], news)
            logs = np.append(logs[~bad], self._log_errors(part, new, news, tilt, frequency))
        return middles, halves, float(np.logaddexp.reduce(logs))

    def _log_errors(
        self, part: Part, middles: Array, halves: Array, tilt: float, frequency: float
    ) -> Array:
        """Logarithms of the bounds of the panels' errors; see the module."""
        high, wide = SHORT[0] * halves, SHORT[1] * halves
        left, right = middles - wide, middles + wide
        (low_loss, _, _), (high_loss, steep, _) = map(self.ratio.losses, (left, right))
        c0, c1, c2 = part.base
        extra = 0.5 * c2 * high**2 + 2 * frequency * high * steep
        if part.sign > 0:
            line = (1 + tilt) * (high_loss - low_loss) / (right - left)
            start = (1 + tilt) * low_loss - line * left
        else:
            loss, slope, _ = self.ratio.losses(middles)
            line = -tilt * slope
            start = -tilt * loss - line * middles
            extra += tilt * high**2 * self.ratio.steepest * steep
        ends = np.where(c1 + line > 0, right, left)
        best = np.clip((c1 + line) / c2, left, right) if c2 > 0 else ends
        peak = c0 + start + (c1 + line) * best - 0.5 * c2 * best**2
        logs: Array = LOG_FACTOR + np.log(halves) + peak + extra + 1e-6
        return logs


def gaussian_ratio(rate: float, noise_multiplier: float) -> Ratio:
    """A of one record in a batch with probability q, for the noise multiplier z."""
    a = np.asarray([1 / noise_multiplier])
    return Ratio(np.asarray([rate]), a, 0.5 * a * a)


def removed(ratio: Ratio, log_out: float) -> Law:
    """A record, or what ``ratio`` stands for, removed: the mixture against N(0, 1).

    Args:
        ratio: with b_j = a_j^2/2.
        log_out: logarithm of the mass that may go to infinity.
    """
    top = _top(ratio, log_out)
    bottom, _, _ = ratio.losses(np.asarray([LOWEST]))
    # P is at most Q e^l there, and l(x) is at most its end's.
    mass = math.exp(min(0.0, float(bottom[0]))) * float(ndtr(LOWEST)) * RAISED
    atoms = ((float(bottom[0]), mass),)
    return Law(ratio, (Part(LOWEST, top, 1),), atoms, math.exp(log_out))


def added(ratio: Ratio, log_out: float) -> Law:
    """The same added: N(0, 1) against the mixture. Arguments of :func:`removed`."""
    low = min(float(ndtri_exp(log_out)), -1.0) * (1 + 1e-9)
    bottom, _, _ = ratio.losses(np.asarray([-LOWEST]))
    atoms = ((-float(bottom[0]), float(ndtr(LOWEST)) * RAISED),)
    return Law(ratio, (Part(low, -LOWEST, -1),), atoms, math.exp(log_out))


def replaced(ratio: Ratio, log_out: float) -> Law:
    """A record replaced, for a ratio of one exponential. Arguments of :func:`removed`."""
    rate, middle = float(ratio.shares[0]), ratio.steepest / 2
    top, last = max(_top(ratio, log_out), middle + 1), max(-LOWEST, middle + 2)
    bottom, _, _ = ratio.losses(np.asarray([last]))
    atoms = (
        (0.0, (1 - rate) * math.erf(middle * math.sqrt(0.5))),
        (-float(bottom[0]), float(ndtr(-last)) * RAISED),
    )
    return Law(ratio, (Part(middle, top, 1), Part(middle, last, -1)), atoms, math.exp(log_out))


def laplace_replaced(rate: float, theta: float) -> Law:
    """A record replaced under Laplace noise with the budget theta within the batch."""
    ratio = Ratio(np.asarray([rate]), np.ones(1), np.zeros(1))
    base = math.log(0.25) - theta / 2, -0.5, 0.0
    top, _, _ = ratio.losses(np.asarray([theta]))
    loss = float(top[0])
    tail = 0.5 * math.exp(-theta)
    atoms = (
        (loss, tail * (1 - rate) + 0.5 * rate),
        (-loss, tail),
        (0.0, (1 - rate) * -math.expm1(-theta / 2)),
    )
    return Law(ratio, (Part(0.0, theta, 1, base), Part(0.0, theta, -1, base)), atoms, 0.0)


def _top(ratio: Ratio, log_out: float) -> float:
    """An outcome beyond which the mixture has at most the mass allowed."""
    rest = 1 - float(ratio.shares.sum())
    shares = np.append(ratio.shares, max(rest, 0.0))
    slopes = np.append(ratio.slopes, 0.0)
    kept = shares > 0
    allowed = log_out - math.log(shares.size) - np.log(shares[kept])
    tops = slopes[kept] - ndtri_exp(np.minimum(allowed, -math.log(2)))
    return float(np.max(tops)) * (1 + 1e-9) + 1e-9
