r"""The law of Adam's second moment when only Gaussian noise is random.

:math:`\hat v_t = \sum_{\tau=1}^tw_\tau(g_\tau + z_\tau)^2`, :math:`w_\tau = (1 -
\beta_2)\beta_2^{t-\tau}/(1 - \beta_2^t)`, independent :math:`z_\tau \sim N(0, \Phi)`: a weighted
sum of noncentral chi-squares. Its tails come from :mod:`dptheory.distributions.contour` with a
proved error bound, for any t up to 10^5 and beyond, constant or given gradients.

Source: own; the law is that of Tang, Shpilevskiy and Lécuyer (2023), Propositions 3 and 4.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np

from dptheory.compiled import compiled
from dptheory.contract import public
from dptheory.distributions.contour import (
    LIGHT,
    MANY,
    PATIENT,
    ROUNDING,
    TOLERANCE,
    Array,
    Light,
    Tail,
    Terms,
    chernoff,
    dropped,
    heavy,
    hyperbola,
    line,
    saddle,
)
from dptheory.errors import ArgumentError
from dptheory.ranges import count, finite, nonnegative, require
from dptheory.results import Drawn, explained

ACCURATE = 44.0  # minus the logarithm of the first power that a series leaves out
CLOSE = 1e-5  # relative step in a tail after which Halley's rule is exact to rounding
NEGLIGIBLE = 1e-32  # share of the threshold
VANISHED = 1e-60  # parts of coefficients that are left out
SMALLEST = 1e-140  # threshold over the largest weight
TINY = -640.0  # logarithm of a tail that is not computed
FAR = 36.0  # deviations beyond which a normal tail is below exp(TINY)
CLOSE_BY = 1e-4  # deviations about 0 in which the normal density is a parabola
# Probabilities whose quantiles are a table.
SHOWN = 0.001, 0.01, 0.05, *(k / 20 for k in range(2, 19)), 0.95, 0.99, 0.999
FARTHEST = 1e12  # deviations that a gradient may be away from 0


@explained
@dataclass(frozen=True)
class Probability:
    """A probability.

    Attributes:
        value: in [0, 1].
        error: absolute, at most 1: the truth is within ``error`` of ``value``. Proved, if the
            elementary functions (exp, log, cos, erfc, ...) are right to 4 units in the last place.
    """

    value: float
    error: float


@compiled(nogil=True, error_model="numpy")
def _coefficients(r, lam, orders):  # type: ignore[no-untyped-def]
    """b_k of light terms r, k = 1, ..., orders; compensated sums."""
    found, lost = np.zeros(orders), np.zeros(orders)
    for j in range(r.size):
        ratio, half, power = r[j] / r[0], 0.5 * lam[j], 1.0
        for k in range(orders):
            power *= ratio
            part = power * (0.5 / (k + 1) + half)
            if part < VANISHED:
                break
            part -= lost[k]
            after = found[k] + part
            lost[k] = (after - found[k]) - part
            found[k] = after
    return found


@public
@dataclass(frozen=True, eq=False)
class SecondMoment(Drawn):
    r"""The law of :math:`\hat v_t` in one coordinate.

    Attributes:
        noise_variance: Phi, the variance of the noise in the released gradient, 0 or from 1e-290
            to 1e150 (so that its products with the weights, and its square, are floats).
        beta2: in [0, 1).
        iterations: t >= 1.
        gradient: what is released apart from noise: a number, or t numbers in the order of steps;
            with noise at most 1e12 of its standard deviations, below 1e150 without.

    Raises:
        ValueError: an argument is out of its range, or a sequence not of length t.

    Example:
        >>> law = SecondMoment(noise_variance=1.0, beta2=0.999, iterations=1000)
        >>> law.mean
        1.0
    """

    noise_variance: float
    beta2: float
    iterations: int
    gradient: float | Sequence[float] | Array = 0.0
    _known: dict[float, Light] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        phi = float(self.noise_variance)
        nonnegative("noise variance", phi)
        fits = phi == 0 or 1e-290 <= phi <= 1e150
        require(fits, "noise variance", "0 or from 1e-290 to 1e150", phi)
        require(0 <= self.beta2 < 1, "beta2", "in [0, 1)", self.beta2)
        count("step t", self.iterations)
        g = np.asarray(self.gradient, dtype=np.float64)
        finite("gradient", g if g.ndim else float(g))
        if g.ndim and g.shape != (self.iterations,):
            raise ArgumentError(
                f"gradient must be of length t = {self.iterations}. Found {g.size}."
            )
        most = float(np.abs(g).max())
        near = phi == 0 or most <= FARTHEST * math.sqrt(phi)
        require(near, "gradient", "at most 1e12 standard deviations of the noise", most)
        require(most < 1e150, "gradient", "less than 1e150 in absolute value", most)

    @property
    def _constant(self) -> bool:
        return np.ndim(self.gradient) == 0

    @property
    def _top(self) -> float:
        """The largest weight, of the last step."""
        return _share(float(self.beta2), self.iterations)

    def _ratios(self, most: int | None = None) -> Array:
        """r_j = beta2^j for steps t, t - 1, ..., 1, at most so many, above 1e-300."""
        b = float(self.beta2)
        length = 1 if b == 0 else min(self.iterations, 1 + math.ceil(-690.0 / math.log(b)))
        length = length if most is None else min(length, most)
        return np.power(b, np.arange(length, dtype=np.float64))

    def _squares(self, length: int) -> Array:
        """The squares of the gradients of the last steps, latest first."""
        g = np.asarray(self.gradient, dtype=np.float64)
        if g.ndim == 0:
            return np.full(length, float(g) ** 2)
        return g[::-1][:length] ** 2

    def _sizes(self, length: int) -> Array:
        return self._squares(length) / float(self.noise_variance)

    def _light(self, reach: float) -> Light:
        """Heavy and light terms for 2|s| <= reach, on a grid, as each split costs a pass."""
        if reach <= LIGHT:
            n = -5.0 if reach <= LIGHT / 32 else -2.0 if reach <= LIGHT / 4 else 0.0
        else:
            parts = 4 if self._constant else 1
            n = math.ceil(parts * math.log2(reach / LIGHT) - 1e-9) / parts
        if n not in self._known:
            self._known[n] = self._split(n)
        return self._known[n]

    def _split(self, n: float) -> Light:
        """The terms split at ratio 2^-n, n > 0; all light otherwise."""
        b = float(self.beta2)
        start = min(self.iterations, math.ceil(n * math.log(2) / -math.log(b))) if n > 0 else 0
        # The largest zeta is LIGHT for n > 0, and LIGHT 2^n otherwise.
        k = np.arange(1.0, 1 + math.ceil(ACCURATE / -math.log(LIGHT * 2.0 ** min(n, 0))))
        if self._constant:
            r, lam, left = self._ratios(start), self._sizes(start), self.iterations - start
            if left == 0 or b**start == 0:
                return heavy(r, lam)
            sums, size = _geometric_sums(b, left, k), float(self._sizes(1)[0])
            squares = b ** (2 * start) * float(sums[1])
            return Light(r, lam, b**start, sums * (0.5 / k + 0.5 * size), squares)
        r, lam = self._all
        if start >= r.size:
            return heavy(r, lam)
        found = _coefficients(r[start:], lam[start:], k.size)
        squares = float((r[start:] ** 2).sum())
        return Light(r[:start], lam[:start], float(r[start]), found, squares)

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        """All ratios above 1e-300, and the sizes lambda."""
        r = self._ratios()
        return r, self._sizes(r.size)

    @property
    def terms(self) -> Terms:
        """v_hat over its largest weight and Phi > 0, as a sum of squares."""
        many = self.iterations >= MANY and float(self.beta2) ** (MANY - 1) >= 0.5
        return Terms(self._light, many)

    def _power_sum(self, k: int, plain: float, sized: float) -> float:
        """Sum of w^k (plain + sized lambda) over the steps."""
        if self._constant:
            sums = _geometric_sums(float(self.beta2), self.iterations, np.array([float(k)]))
            total = float(sums[0]) * (plain + sized * float(self._sizes(1)[0]))
        else:
            r, lam = self._all
            total = float(r**k @ (plain + sized * lam))
        return self._top**k * total

    @property
    def mean(self) -> float:
        """E[v_hat]."""
        if self._constant:
            return float(self._squares(1)[0]) + float(self.noise_variance)
        r = self._ratios()
        return float(self.noise_variance) + self._top * float(r @ self._squares(r.size))

    @property
    def variance(self) -> float:
        """V[v_hat]."""
        phi = float(self.noise_variance)
        return phi**2 * self._power_sum(2, 2.0, 4.0) if phi > 0 else 0.0

    def exceedance(self, x: float) -> Probability:
        """P[v_hat > x]."""
        lower, tail = self._tail(float(x))
        return _complement(tail) if lower else _probability(tail.value, tail.error)

    def cdf(self, x: float) -> Probability:
        """P[v_hat <= x]."""
        lower, tail = self._tail(float(x))
        return _probability(tail.value, tail.error) if lower else _complement(tail)

    def _tail(self, x: float) -> tuple[bool, Tail]:
        """Whether the tail is P[v_hat <= x], and the tail that x lies in."""
        finite("x", x)
        if self.noise_variance == 0:
            return True, Tail(float(self.mean <= x), 0.0)
        if x <= 0:
            return True, Tail(0.0, 0.0)
        scaled = x / (self._top * float(self.noise_variance))
        if self.iterations == 1 or self.beta2 == 0:
            upper = x >= self.mean
            return not upper, _one(scaled, float(self._sizes(1)[0]), upper)
        if scaled < SMALLEST:  # (Z_0 + delta_0)^2 alone is larger, but for this probability
            return True, Tail(0.0, _root_above(scaled))
        upper, terms = x >= self.mean, self.terms
        if x > 4 * self.mean and chernoff(terms, scaled, 0.25) < TINY:
            return False, Tail(0.0, math.exp(TINY))
        c, height, size = saddle(terms, scaled, upper)
        if height + math.log(abs(c)) < TINY:
            return not upper, Tail(0.0, math.exp(TINY))
        aimed = TOLERANCE * min(size, 1.0)
        found = line(terms, scaled, c, aimed) or self._few(scaled, c, aimed)
        found = found or line(terms, scaled, c, aimed, PATIENT)
        if found is None:
            raise ArgumentError(f"x must be a threshold with a convergent contour. Found {x}.")
        return not upper, found

    def _few(self, x: float, c: float, aimed: float) -> Tail | None:
        """The tail by the hyperbola, of the terms that are not negligible."""
        r, lam = self._all
        rest = np.cumsum((r * (1 + lam))[::-1])[::-1]  # means of the terms from j on
        kept = int(np.searchsorted(-rest, -NEGLIGIBLE * x))
        r, lam = r[:kept], lam[:kept]
        found = hyperbola(r, lam, x, c, aimed)
        if kept == len(rest) or found is None:
            return found
        return replace(found, error=found.error + dropped(float(rest[kept]), float(r[-1])))

    def quantile(self, probability: float) -> float:
        """The x with P[v_hat <= x] = p, 0 < p < 1."""
        require(0 < probability < 1, "probability p", "in (0, 1)", probability)
        if self.noise_variance == 0:
            return self.mean
        x, low, high, stride = self._guess(probability), 0.0, math.inf, 0.5
        for _ in range(200):
            lower, tail = self._tail(x)
            wanted = probability if lower else 1 - probability
            if tail.value <= 0 or tail.density <= 0:  # ever further, until both sides are known
                stride, rate = 2 * stride, math.inf
                step = stride if lower else -stride
            else:  # Halley's rule for the logarithm of the tail, as a function of log x
                gap = math.log(tail.value / wanted)
                rate = tail.density / tail.value * (1 if lower else -1)
                bend = rate - rate**2 + tail.slope / tail.value * (1 if lower else -1)
                step = -gap / rate / max(1 - gap * bend / (2 * rate**2), 0.5)
            low, high = (x, high) if step > 0 else (low, x)
            x = _inside(x * math.exp(min(max(step, -5.0), 5.0)), low, high)
            if abs(step * rate) <= CLOSE:
                return x
        raise ArgumentError(
            f"probability p must be a level whose quantile is found. Found {probability}."
        )

    def outside(self, deviation: float) -> Probability:
        """P[|v_hat - E v_hat| >= xi], xi >= 0; without noise 1 at xi = 0."""
        nonnegative("xi", float(deviation))
        if self.noise_variance == 0 or deviation == 0:
            return Probability(float(deviation == 0), 0.0)
        above, below = self.exceedance(self.mean + deviation), self.cdf(self.mean - deviation)
        return _probability(min(above.value + below.value, 1.0), above.error + below.error)

    def radius(self, failure: float) -> float:
        """The xi with P[|v_hat - E v_hat| >= xi] = alpha, 0 < alpha < 1."""
        require(0 < failure < 1, "probability alpha", "in (0, 1)", failure)
        if self.noise_variance == 0:
            return 0.0
        from scipy.optimize import brentq

        mean = self.mean
        # One tail alone is alpha at the first end, each of them at most alpha/2 at the second.
        low = self.quantile(1 - failure) - mean
        high = max(self.quantile(1 - failure / 2) - mean, mean - self.quantile(failure / 2))
        low = low if low > 0 else high * failure * 1e-3

        def gap(xi: float) -> float:
            return math.log(self.outside(xi).value / failure)

        while gap(low) < 0:
            low /= 2
        while gap(high) > 0:
            high *= 1.001
        return float(brentq(gap, low, high, xtol=1e-13 * high, rtol=1e-13))

    def _columns(self) -> dict[str, list[float]]:
        """Quantiles of the law."""
        return {"probability": list(SHOWN), "second moment": [self.quantile(p) for p in SHOWN]}

    def _draw(self, axes: Any) -> None:
        """The distribution function, the mean, and what the noise alone contributes."""
        columns = self._columns()
        axes.plot(columns["second moment"], columns["probability"], label="law")
        axes.axvline(self.mean, color="C1", label="mean")
        axes.axvline(float(self.noise_variance), color="C2", ls="--", label=r"$\Phi$, of the noise")
        axes.set(xlabel=r"$\hat v_t$", ylabel=r"$P[\hat v_t\leq x]$")
        axes.set_title(f"second moment after {self.iterations} steps")
        axes.legend()

    def _guess(self, p: float) -> float:
        """A quantile of the gamma law of the same first three moments (Wilson and Hilferty)."""
        phi = float(self.noise_variance)
        variance, third = self._power_sum(2, 2.0, 4.0), self._power_sum(3, 8.0, 24.0)
        degrees = 8 * variance**3 / third**2
        z = NormalDist().inv_cdf(p)
        cube = (1 - 2 / (9 * degrees) + z * math.sqrt(2 / (9 * degrees))) ** 3
        found = self.mean + phi * math.sqrt(variance * degrees / 2) * (cube - 1)
        return found if found > 0 else max(self.mean * p ** (2 / degrees), 1e-300)


def _inside(x: float, low: float, high: float) -> float:
    """x, or a point between low and high, if x is not."""
    if low <= x <= high:
        return x
    return math.sqrt(low * high) if low > 0 and high < math.inf else (low + min(high, 4 * x)) / 2


def _probability(value: float, error: float) -> Probability:
    """No error exceeds 1; one that is not a number says nothing, that is 1."""
    return Probability(value, error if error <= 1 else 1.0)


def _complement(tail: Tail) -> Probability:
    return _probability(1 - tail.value, tail.error + 2.0**-53 if tail.error else 0.0)


def _root_above(x: float) -> float:
    """More than P[(Z + delta)^2 <= x], also where x has underflowed."""
    return math.sqrt(x) + 1e-150


def _share(b: float, t: int) -> float:
    """(1 - b)/(1 - b^t)."""
    if b == 0:
        return 1.0
    return (1 - b) / -math.expm1(t * math.log(b))


def _geometric_sums(b: float, terms: int, k: Array) -> Array:
    """sum of b^(jk) over j < terms, for every k."""
    if b == 0 or terms == 1:
        return np.ones(k.size)
    rate = k * math.log(b)
    sums: Array = np.expm1(terms * rate) / np.expm1(rate)
    return sums


def _one(x: float, size: float, upper: bool) -> Tail:
    """A tail of one term, (Z + sqrt(size))^2."""
    delta, root, scale = math.sqrt(size), math.sqrt(x), math.sqrt(2)
    if abs(root - delta) > FAR and upper == (root > delta):
        return Tail(0.0, math.exp(TINY))
    if x < 1e-290:
        return Tail(0.0, _root_above(x))
    near, far = math.exp(-((root - delta) ** 2) / 2), math.exp(-((root + delta) ** 2) / 2)
    density = root * (near + far) / (2 * math.sqrt(2 * math.pi))  # x f(x)
    slope = x * ((delta - root) * near - (delta + root) * far) / (4 * math.sqrt(2 * math.pi))
    slope -= density / 2
    # Rounding of root and delta moves the values by the normal density, that of erfc by its size.
    moved = (root + delta) * (near + far)
    if upper:
        value = (math.erfc((root - delta) / scale) + math.erfc((root + delta) / scale)) / 2
        return Tail(value, ROUNDING * (8 * value + moved), density, slope)
    if root * (1 + delta) <= CLOSE_BY:  # 2 root phi(delta), and a term; erfc's would cancel
        value = root * math.sqrt(2 / math.pi) * math.exp(-size / 2)
        value *= 1 + (size - 1) * x / 6
        return Tail(value, ROUNDING * (8 + size) * value, density, slope)
    one, other = math.erfc((delta - root) / scale), math.erfc((delta + root) / scale)
    return Tail((one - other) / 2, ROUNDING * (4 * one + moved), density, slope)
