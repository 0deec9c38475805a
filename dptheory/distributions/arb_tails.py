r"""The tails of :mod:`dptheory.distributions.contour` enclosed by balls (python-flint's arb).

The same inequalities, every number a ball: :func:`enclosed_exceedance` for any rational weights and
means, :func:`enclosed_second_moment` for the geometric weights of Adam and a constant gradient, at
any t. Floating point only chooses the contour.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpq

from dptheory.distributions.contour import (
    CELLS,
    RATIO,
    Bend,
    Terms,
    bend,
    heavy,
    quick,
    saddle,
    spacing,
)
from dptheory.distributions.second_moment import SecondMoment
from dptheory.errors import ArgumentError
from dptheory.numbers import Number
from dptheory.ranges import count, nonnegative, require

BITS = 100
AIMED = 2.0**-60  # relative to the tail's size
LINE = 1000  # nodes, before the hyperbola is used
PATIENT = 10**5  # nodes, where there is none
LEVEL = 60  # dropped terms: exp(-LEVEL) is what their tail is allowed
SMALL = 120.0  # logarithm of the first term over the dropped ones
ORDERS = 100  # of the series of the light terms


@dataclass(frozen=True)
class Group:
    """n terms of one weight.

    Attributes:
        ratio: r, the weight over the largest.
        half: n/2.
        size: half the sum of their lambda.
    """

    ratio: Any
    half: Any
    size: Any


@dataclass(frozen=True)
class Series:
    """Light terms: their exponent is sum of coefficients[k - 1] (2s)^k up to a remainder.

    Attributes:
        coefficients: balls, ORDERS of them; none if there are no such terms.
        first: the largest ratio among them.
        most: of the remainder, the factor of zeta^(ORDERS + 1)/(1 - zeta).
    """

    coefficients: tuple[Any, ...]
    first: Any
    most: Any


NO_SERIES = Series((), arb(0), arb(0))


def ball(x: Number) -> Number:
    """A rational number as a ball."""
    if isinstance(x, arb):
        return x
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def _exponent(s: Any, x: Any, groups: Sequence[Group], series: Series) -> Any:
    """log M(s) - s x."""
    total = -s * x
    for g in groups:
        z = 2 * s * g.ratio
        rest = 1 - z
        total += g.size * z / rest - g.half * rest.log()
    if series.coefficients:
        power: Any = 1
        for a in series.coefficients:
            power = power * (2 * s)
            total += a * power
        zeta = abs(2 * s) * series.first
        width = arb(0, (series.most * zeta ** (ORDERS + 1) / (1 - zeta)).abs_upper())
        total += acb(width, width) if isinstance(total, acb) else width
    return total


def _line(
    x: Any, groups: Sequence[Group], series: Series, c: float, h: float, other: float, enough: float
) -> Any:
    """The tail by the trapezoidal rule, aliases and truncation enclosed."""
    c_, h_, other_ = arb(c), arb(h), arb(other)
    own = (-2 * arb.pi() * abs(c_) / h_).exp()
    height = _exponent(other_, x, groups, series)
    gap = (-2 * arb.pi() * abs(other_ - c_) / h_).exp()
    extra = own / (1 - own) + height.exp() * gap / (1 - gap)
    total, n = _exponent(c_, x, groups, series).exp() / c_, 0
    while True:
        n += 1
        y = n * h_
        s = acb(c_, y)
        whole = _exponent(s, x, groups, series).exp()
        total += 2 * (whole / s).real
        if abs(whole).abs_upper() < 100 * enough:
            decay = arb(0)
            for g in groups:
                p, q = 1 - 2 * c_ * g.ratio, 2 * g.ratio * y
                decay += g.half * q * q / (p * p + q * q)
            if series.coefficients:  # half a sum of 4 r^2 y^2/(p^2 + 4 r^2 y^2): one term will do
                p, q = 1 + 2 * abs(c_) * series.first, 2 * series.first * y
                decay += q * q / (p * p + q * q) / 2
            rest = abs(whole) / (arb.pi() * decay)
            if rest < enough:
                break
    value = total * h_ / (2 * arb.pi()) * (1 if c > 0 else -1)
    return value + arb(0, (extra + rest).abs_upper())


def _hyperbola(x: Any, groups: Sequence[Group], chosen: Bend, upper: bool) -> Any:
    """The tail by the rule on a hyperbola; discretisation and truncation enclosed."""
    d, angle, h = arb(chosen.d), arb(chosen.angle), arb(chosen.spacing)
    A, nodes = arb(0.5) - d, math.ceil(chosen.range / chosen.spacing) + 1
    total = arb(0)
    for n in range(nodes):
        w = acb(n * h, angle)
        s = d + A * w.cosh()
        f = _exponent(s, x, groups, NO_SERIES).exp() * A * w.sinh() / s
        total += f.imag if n == 0 else 2 * f.imag
    value = total * h / (2 * arb.pi()) * (1 if upper else -1)
    reach, edges = arb(chosen.range), arb(0)
    for theta in (angle - chosen.width, angle + chosen.width):
        inside = sum(
            (
                (reach / CELLS * _height(x, groups, d, theta, low, high).exp())
                for low, high in pairwise((reach * i / CELLS).cosh() for i in range(CELLS + 1))
            ),
            arb(0),
        )
        edges += 2 * (inside + _beyond(x, groups, d, theta, reach))
    aliases = edges / (2 * arb.pi() * ((2 * arb.pi() * chosen.width / h).exp() - 1))
    rest = _beyond(x, groups, d, angle, reach) / arb.pi()
    return value + arb(0, (aliases + rest).abs_upper())


def _height(x: Any, groups: Sequence[Group], d: Any, theta: Any, low: Any, high: Any) -> Any:
    """log of a bound of |f| for cosh u in [low, high]; high None: without a bound, less |ds/s|."""
    A, cosine, sine = arb(0.5) - d, theta.cos(), theta.sin()
    height = -x * (d + A * low * cosine)
    if high is not None:
        far = d * d + 2 * d * A * low * cosine + A * A * (low * low - sine * sine)
        height += A.log() + ((high * high - cosine * cosine) / far).log() / 2
    for g in groups:
        p = 1 - 2 * d * g.ratio
        rho = 2 * g.ratio * A / p
        first, near = rho * low - cosine, arb(0)
        if first > 0:
            near = first * first
        elif high is not None and rho * high < cosine:
            near = (rho * high - cosine) ** 2
        least = near + (1 - rho * rho).max(arb(0)) * sine * sine
        height -= g.half * (p.log() + least.log() / 2)
        real = (1 - rho * low * cosine).max(arb(0)) / (p * least)
        height += g.size * (real - 1)
    return height


def _beyond(x: Any, groups: Sequence[Group], d: Any, theta: Any, reach: Any) -> Any:
    """A bound of the integral of |f| from u = reach on, cosh u >= 4."""
    scale = x * (arb(0.5) - d) * theta.cos() * reach.sinh()
    return (_height(x, groups, d, theta, reach.cosh(), None) + arb(RATIO)).exp() / scale


def _tail(
    x: Any, groups: Sequence[Group], series: Series, terms: Terms, upper: bool
) -> tuple[Any, bool]:
    """The tail, P[Q > x] if ``upper``."""
    scaled = float(x)
    c, _, size = saddle(terms, scaled, upper)
    enough = max(AIMED * min(size, 1.0), 1e-290)
    h, other = spacing(terms, scaled, c, enough)
    if series.coefficients or quick(terms, scaled, c, h, enough, LINE):
        return _line(x, groups, series, c, h, other, enough), upper
    numbers = terms.light(0.0)
    chosen = bend(numbers.weights, numbers.sizes, scaled, c, enough)
    if chosen is not None:
        return _hyperbola(x, groups, chosen, upper), upper
    if not quick(terms, scaled, c, h, enough, PATIENT):
        raise ArgumentError(f"x must be a threshold with a convergent contour. Found {scaled}.")
    return _line(x, groups, series, c, h, other, enough), upper


def _one(x: Any, size: Any) -> Any:
    """P[(Z + sqrt(size))^2 > x] for one standard normal Z."""
    delta, root = size.sqrt(), x.sqrt()
    scale = arb(2).sqrt()
    return (((root - delta) / scale).erfc() + ((root + delta) / scale).erfc()) / 2


def _all_heavy(weights: Any, sizes: Any) -> Terms:
    return Terms(lambda reach: heavy(weights, sizes), False)


def enclosed_exceedance(
    weights: Sequence[Fraction], means: Sequence[Fraction], noise_variance: Fraction, x: Fraction
) -> Any:
    r"""A ball (``flint.arb``) around :math:`P[\sum_iw_i(g_i + z_i)^2 > x]`, z of N(0, Phi).

    Args:
        weights: w_i >= 0, rational.
        means: g_i, rational, as many.
        noise_variance: Phi >= 0, rational. Without noise the answer is exactly 0 or 1.
        x: rational.

    Raises:
        ValueError: a weight or the variance is negative, or the lengths differ.
    """
    if len(weights) != len(means):
        raise ArgumentError(f"means must be {len(weights)} numbers. Found {len(means)}.")
    phi, x = Fraction(nonnegative("noise variance", noise_variance)), Fraction(x)
    pairs: dict[Fraction, tuple[int, Fraction]] = {}
    for w, g in zip(weights, means, strict=True):
        if nonnegative("weight", w) > 0:
            n, squares = pairs.get(Fraction(w), (0, Fraction(0)))
            pairs[Fraction(w)] = n + 1, squares + Fraction(g) ** 2
    mean = sum((w * (n * phi + squares) for w, (n, squares) in pairs.items()), Fraction(0))
    if phi == 0 or not pairs:
        return arb(1 if mean > x else 0)
    if x <= 0:
        return arb(1)
    top = max(pairs)
    scaled = x / (top * phi)
    with ctx.workprec(BITS):
        ordered = sorted(pairs.items(), reverse=True)
        groups = [
            Group(ball(w / top), ball(Fraction(n, 2)), ball(squares / phi / 2))
            for w, (n, squares) in ordered
        ]
        if len(groups) == 1 and ordered[0][1][0] == 1:
            return _one(ball(scaled), 2 * groups[0].size)
        numbers = np.array([n for _, (n, _) in ordered])
        ratios = np.repeat([float(w / top) for w, _ in ordered], numbers)
        sizes = np.repeat([float(s / n / phi) for _, (n, s) in ordered], numbers)
        found, upper = _tail(ball(scaled), groups, NO_SERIES, _all_heavy(ratios, sizes), x >= mean)
        return found if upper else 1 - found


def enclosed_second_moment(
    noise_variance: Fraction, beta2: Fraction, steps: int, gradient: Fraction, x: Fraction
) -> Any:
    r"""A ball around P[v_hat > x] for a constant gradient, at any t.

    Args:
        noise_variance: Phi > 0.
        beta2: in (0, 1).
        steps: t >= 2.
        gradient: the same in every step.
        x: positive.
    """
    require(noise_variance > 0, "noise variance", "positive", noise_variance)
    require(0 < beta2 < 1, "beta2", "in (0, 1)", beta2)
    require(x > 0, "x", "positive", x)
    t = count("step t", steps, least=2)
    law = SecondMoment(float(noise_variance), float(beta2), t, float(gradient))
    with ctx.workprec(BITS):
        b, size = ball(beta2), ball(Fraction(gradient) ** 2 / Fraction(noise_variance))
        scaled = ball(Fraction(x) / Fraction(noise_variance)) * (1 - b**t) / (1 - b)
        terms = law.terms
        mean = Fraction(gradient) ** 2 + Fraction(noise_variance)
        taken, dropping = _taken(float(scaled), terms, x >= mean, float(beta2), t)
        half = ball(Fraction(1, 2))
        groups = [Group(b**j, half, size / 2) for j in range(taken)]
        series, lost = NO_SERIES, arb(0)
        if dropping:
            terms = _all_heavy(float(beta2) ** np.arange(taken), np.full(taken, float(size)))
        if taken < t and dropping:
            mean_left = b**taken * (1 + size) / (1 - b)
            y = 2 * mean_left + 4 * LEVEL * b**taken
            lost = arb(-LEVEL).exp() + (2 * y / arb.pi()).sqrt()
        elif taken < t:
            sums = [
                b ** (k * taken) * (1 - b ** (k * (t - taken))) / (1 - b**k)
                for k in range(1, ORDERS + 1)
            ]
            values = tuple((half / k + size / 2) * s for k, s in enumerate(sums, start=1))
            series = Series(values, b**taken, (half + size / 2) * (t - taken))
        found, upper = _tail(scaled, groups, series, terms, x >= mean)
        found += arb(0, lost.abs_upper())
        return found if upper else 1 - found


def _taken(x: float, terms: Terms, upper: bool, b: float, t: int) -> tuple[int, bool]:
    """How many terms to take one by one, and whether the others are dropped: few terms count."""
    c, _, size = saddle(terms, x, upper)
    enough = max(AIMED * min(size, 1.0), 1e-290)
    h, _ = spacing(terms, x, c, enough)
    nodes = LINE
    if not quick(terms, x, c, h, enough, nodes):
        return min(t, math.ceil(SMALL / -math.log(b))), True
    while nodes > 8 and quick(terms, x, c, h, enough, nodes // 2):
        nodes //= 2
    reach = 2 * math.hypot(c, nodes * h)
    taken = max(0, math.ceil(math.log(2 * reach) / -math.log(b))) if t > 200 else t
    return min(t, taken), False
