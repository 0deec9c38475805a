r"""Tails of :math:`Q = \sum_j r_j(Z_j + \delta_j)^2` by inverting its generating function.

Z_j independent standard normal, :math:`1 = r_0 \ge r_1 \ge \dots > 0`, :math:`\lambda_j =
\delta_j^2`. For Re s < 1/2

.. math:: M(s) = E e^{sQ} = \prod_j(1 - 2sr_j)^{-1/2}\exp\frac{\lambda_jsr_j}{1 - 2sr_j},\qquad
          P[Q > x] = \frac1{2\pi i}\int_{c - i\infty}^{c + i\infty}\frac{e^{-sx}M(s)}s\,ds
          \quad(0 < c < \tfrac12),

and for c < 0 the same integral is :math:`-P[Q \le x]`. The tail that x lies in is computed, with c
near the minimum of :math:`\log M(c) - cx - \log|c|`, so that it is relatively accurate.

**Line** (:func:`line`). The trapezoidal rule on c + inh, c > 0. As :math:`M(s)/s` is the transform
of :math:`e^{cx}P[Q > x]`, Poisson's summation formula says what the rule adds up to:
:math:`\sum_{k\in\mathbb Z}e^{2\pi kc/h}P[Q > x + 2\pi k/h]`. The term k = 0 is wanted; those of
k < 0 are at most :math:`q/(1 - q)`, :math:`q = e^{-2\pi c/h}`; by Chernoff's bound at
:math:`c' \in (c, \frac12)` those of k > 0 are at most :math:`M(c')e^{-c'x}q'/(1 - q')`,
:math:`q' = e^{-2\pi(c' - c)/h}`. For c < 0 the same holds with :math:`P[Q \le x]`, c' < c.
Truncation at Y = Nh: with :math:`p_j = 1 - 2cr_j`, both :math:`|1 - 2sr_j|^2 = p_j^2 + 4r_j^2y^2`
and :math:`-\mathrm{Re}\frac1{1 - 2sr_j} = -p_j/(p_j^2 + 4r_j^2y^2)` grow with y, and the
logarithmic derivative of the first in y, :math:`2e_j/y`, :math:`e_j = 4r_j^2y^2/(p_j^2 +
4r_j^2y^2)`, has a growing :math:`e_j`. Hence :math:`|M(c + iy)| \le |M(c + iY)|(y/Y)^{-E}`,
:math:`E = \frac12\sum e_j(Y)`, and what is left out is at most
:math:`e^{-cx}|M(c + iY)|/(\pi E)`.

**Hyperbola** (:func:`hyperbola`), where M decays too slowly (few terms). M is analytic off
:math:`[\frac12, \infty)`, and :math:`e^{-sx}` is small to the right: the line may be bent to
:math:`s = d + A\cosh(u + i\varphi)`, :math:`A = \frac12 - d`, d <= 0: hyperbolas with the branch
point as a focus, on the side of the pole s = 0 that c is on. In w = u + i phi the integrand f is
analytic in a strip of half-width a about the contour, and the rule's error is at most
:math:`\frac{N_+ + N_-}{2\pi(e^{2\pi a/h} - 1)}`, :math:`N_\pm = \int|f(u + i(\varphi \pm a))|du`.
With :math:`\varrho_j = 2r_jA/(1 - 2r_jd)`, C = cosh u,

.. math:: \Bigl|\frac{1 - 2sr_j}{1 - 2dr_j}\Bigr|^2 = (\varrho_jC - \cos\varphi)^2 +
          (1 - \varrho_j^2)\sin^2\varphi,

and :math:`|s|, |\sinh w|` grow with C, so that upper sums over cells bound N (and what the rule
leaves out, :func:`_beyond`). Where no bound is finite, the line is used with more nodes.

**Light terms.** Those with :math:`\zeta = 2|s|r_J \le` LIGHT, j >= J, enter through power sums
:math:`\sum r_j^k`, :math:`\sum\lambda_jr_j^k`: with :math:`b_k =
\sum(r_j/r_J)^k(\frac1{2k} + \frac{\lambda_j}2)`, which falls with k, the exponent is
:math:`\sum_kb_k(2sr_J)^k`, and what follows the last order used, K, is at most
:math:`b_K|\zeta|^{K+1}/(1 - |\zeta|)`; it goes into the rounding allowance.

Rounding: an exponent of parts that add up in absolute value to L (a quotient by :math:`1 - 2sr_j`
and a power counted with their condition; :math:`|z|`, :math:`z = 2sr_j`, as at least 1/2, as
:math:`1 - z` and its modulus are rounded to units of 1) is known to 8uL, u = 2^-53, as sums are
compensated and elementary functions taken to be right to 4 units in the last place; so is its
exponential, relatively (:data:`ROUNDING`). Source: own; the formula of Davies (1973, 1980) is the
line.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.ranges import require
from dptheory.results import explained

Array = NDArray[np.float64]
LIGHT = 0.75  # the largest |2 s r_J|
ROUNDING = 2.0**-50  # a relative error of an exponent, and of the value, in units of its parts
TOLERANCE = 2.0**-49  # aimed at, relatively, for aliases and truncation each
GROWTH = 2**0.25  # of |s| from one block of nodes to the next
MANY = 16  # so many weights of at least 1/2 make M decay fast
MOST_NODES = 4000  # of the line, before the hyperbola is used
PATIENT = 10**7  # nodes of the line, where there is no hyperbola
CELLS = 48
RATIO = 0.256  # more than log sqrt(5/3), the largest log|ds/s| per du from cosh u = 4 on
STRIPS = (0.85, 0.6, 0.3, 0.1, 0.03)  # widths tried in turn, as shares of the widest strip


@explained
@dataclass(frozen=True)
class Light:
    """The heavy terms for all s with 2|s| up to some size, and a series for the light ones.

    Attributes:
        weights: r_j of the heavy terms, in descending order.
        sizes: their lambda_j.
        first: the largest r_J of the light terms, 0 if there are none.
        coefficients: b_1, b_2, ... of the light terms.
        squares: the sum of their r_j^2.
    """

    weights: Array
    sizes: Array
    first: float
    coefficients: Array
    squares: float

    def __post_init__(self) -> None:
        shapes = self.weights.shape, self.sizes.shape, self.coefficients.shape
        fits = [len(shape) for shape in shapes] == [1, 1, 1] and shapes[0] == shapes[1]
        allowed = "vectors, as many weights as sizes"
        require(fits, "weights, sizes and coefficients", allowed, f"shapes {shapes}")

    @property
    def parts(self) -> tuple[Array, Array, float, Array]:
        """What determines M."""
        return self.weights, self.sizes, self.first, self.coefficients


def heavy(weights: Array, sizes: Array) -> Light:
    """All terms heavy."""
    return Light(weights, sizes, 0.0, np.zeros(1), 0.0)


@explained
@dataclass(frozen=True)
class Terms:
    """The terms, r_0 = 1.

    Attributes:
        light: heavy and light ones for 2|s| <= S, given S.
        many: whether MANY weights are at least 1/2, so that M decays fast.
    """

    light: Callable[[float], Light]
    many: bool


@explained
@dataclass(frozen=True)
class Tail:
    """One tail at x.

    Attributes:
        value: the probability.
        error: its absolute error bound.
        density: x f(x), for a search; without a bound.
        slope: x^2 f'(x), for a search; without a bound.
    """

    value: float
    error: float
    density: float = 0.0
    slope: float = 0.0


@compiled(nogil=True, error_model="numpy")
def _real(c, r, lam, first, b):  # type: ignore[no-untyped-def]
    """log M(c) and its first two derivatives."""
    value = slope = curve = 0.0
    for j in range(r.size):
        p = 1.0 - 2.0 * c * r[j]
        q = r[j] / p
        value += -0.5 * math.log(p) + lam[j] * c * q
        slope += q + lam[j] * q / p
        curve += 2.0 * q * q + 4.0 * lam[j] * q * q / p
    zeta, power, scale = 2.0 * c * first, 1.0, 2.0 * first
    for k in range(1, b.size + 1):  # power is zeta^(k - 1)
        term = b[k - 1] * power
        value += term * zeta
        slope += term * k * scale
        if k < b.size:
            curve += b[k] * power * (k + 1) * k * scale * scale
        power *= zeta
    return value, slope, curve


@compiled(nogil=True, error_model="numpy")
def _exponent(s, x, r, lam, first, b):  # type: ignore[no-untyped-def]
    """log M(s) - s x; the sum of its parts' sizes; the remainder of the series."""
    value = lost = 0.0j  # a compensated sum
    size = abs(s) * x
    for j in range(r.size):
        z = 2.0 * s * r[j]
        whole = 1.0 - z
        far = 1.0 + 1.0 / abs(whole)  # near the branch point and near 0, 1 - z loses digits
        part = -0.5 * np.log(whole)
        size += abs(part) + max(abs(z), 0.5) * far
        if lam[j] != 0.0:
            more = 0.5 * lam[j] * z / whole
            size += abs(more) * far
            part += more
        part -= lost
        after = value + part
        lost = (after - value) - part
        value = after
    remainder = 0.0
    if first > 0.0:
        zeta = 2.0 * s * first
        ratio, most = abs(zeta), b.size
        linear = 2.0 * first * b[0]
        size += abs(s) * linear
        value += s * (linear - x)
        power, bound = zeta, ratio
        remainder = 4.0 * b[most - 1] * ratio ** (most + 1)
        for k in range(1, most):
            power *= zeta
            bound *= ratio
            value += b[k] * power
            size += (k + 1) * b[k] * bound  # a power of k + 1 factors
            if b[k] * bound < 1e-18:
                remainder = 4.0 * b[k] * bound * ratio
                break
    else:
        value -= s * x
    return value, size, remainder


@compiled(nogil=True, error_model="numpy")
def _decay(c, y, r, first, squares):  # type: ignore[no-untyped-def]
    """E of the module's docstring, from below."""
    total = 0.0
    for j in range(r.size):
        p, q = 1.0 - 2.0 * c * r[j], 2.0 * r[j] * y
        total += 0.5 * q * q / (p * p + q * q)
    if first > 0.0:
        p, q = max(1.0, 1.0 - 2.0 * c * first), 2.0 * first * y
        total += 2.0 * squares * y * y / (p * p + q * q)
    return total


@compiled(nogil=True, error_model="numpy")
def _nodes(c, h, x, begin, end, enough, r, lam, first, b, squares):  # type: ignore[no-untyped-def]
    """Over nodes begin <= n < end: the sum, of sizes, rounding, bound of the rest, end, slopes."""
    value = lost = sizes = rounding = density = slope = 0.0
    rest = math.inf
    n = begin
    while n < end:
        y = n * h
        s = complex(c, y)
        e, size, remainder = _exponent(s, x, r, lam, first, b)
        magnitude = math.exp(e.real)
        factor = 1.0 if n == 0 else 2.0
        turned = factor * magnitude * complex(math.cos(e.imag), math.sin(e.imag))
        part = (turned / s).real - lost
        after = value + part
        lost = (after - value) - part
        value = after
        density += turned.real
        slope -= (turned * s).real
        absolute = factor * magnitude / abs(s)
        sizes += absolute
        rounding += absolute * (size + remainder / ROUNDING)
        n += 1
        if n > 1 and magnitude < 1e3 * enough:
            rest = magnitude / (math.pi * _decay(c, y, r, first, squares))
            if rest <= enough:
                break
    return value, sizes, rounding, rest, n, density, slope


def saddle(terms: Terms, x: float, upper: bool) -> tuple[float, float, float]:
    """Where log M(c) - cx - log|c| is least, c > 0 or c < 0; its value; a size of the tail."""

    def slope(c: float) -> tuple[float, float, float]:
        found = _real(c, *terms.light(2 * abs(c)).parts)
        return found[0] - c * x - math.log(abs(c)), found[1] - x - 1 / c, found[2] + 1 / c**2

    low, high = (0.0, 0.5) if upper else (-1.0, 0.0)
    while not upper and slope(low)[1] > 0:
        low, high = 4 * low, low
    c = _first(terms, x, low, high)
    for _ in range(60):
        value, first, second = slope(c)
        low, high = (c, high) if first < 0 else (low, c)
        if abs(first) <= 1e-3 * math.sqrt(second) or high - low <= 1e-3 * min(abs(c), abs(0.5 - c)):
            break
        step = c - first / second
        c = step if low < step < high else (low + high) / 2
    return c, value, math.exp(max(value, -700.0)) / math.sqrt(2 * math.pi * second)


def _first(terms: Terms, x: float, low: float, high: float) -> float:
    """A normal law's guess inside the interval."""
    _, mean, variance = _real(0.0, *terms.light(0.0).parts)
    guess = (x - mean) / variance / 2
    guess += math.copysign(math.sqrt(guess * guess + 1 / variance), high + low)
    return guess if low < guess < high else (low + high) / 2


def chernoff(terms: Terms, x: float, c: float) -> float:
    """log M(c) - cx."""
    return float(_real(c, *terms.light(2 * abs(c)).parts)[0]) - c * x


def spacing(terms: Terms, x: float, c: float, aimed: float) -> tuple[float, float]:
    """A spacing h of the line with aliases of about ``aimed``, and the c' that bounds them."""
    others = [2 * c] if 2 * c < 0.3 else [c + 0.3 * (0.5 - c), c + 0.8 * (0.5 - c)]
    level = math.log1p(1 / aimed)
    far, other = max(
        (abs(other - c) / max(level + chernoff(terms, x, other), 1.0), other) for other in others
    )
    return 2 * math.pi * min(abs(c) / level, far), other


def aliases(terms: Terms, x: float, c: float, h: float, other: float) -> float:
    """What the trapezoidal rule on the line adds at most."""
    own = _geometric(0.0, 2 * math.pi * abs(c) / h)
    return own + _geometric(chernoff(terms, x, other), 2 * math.pi * abs(other - c) / h)


def _geometric(height: float, rate: float) -> float:
    """exp(height) q/(1 - q), q = exp(-rate)."""
    return math.exp(min(height - rate, 700.0)) / -math.expm1(-rate)


def line(terms: Terms, x: float, c: float, aimed: float, nodes: int = MOST_NODES) -> Tail | None:
    """The tail by the trapezoidal rule on a vertical line; None if it takes more nodes."""
    h, other = spacing(terms, x, c, aimed)
    if not terms.many and not quick(terms, x, c, h, aimed, nodes):
        return None
    n, rest, sums = 0, math.inf, np.zeros(5)
    reach = max(LIGHT / 32, 2.5 * abs(c))
    while rest > aimed:
        light = terms.light(reach)
        nodes_within = math.sqrt(max((reach / 2) ** 2 - c * c, 0.0)) / h
        end = max(n + 1, int(min(nodes_within, PATIENT)))
        if 2 * math.hypot(c, (end - 1) * h) > reach:
            reach *= GROWTH
            continue
        part = _nodes(c, h, x, n, end, aimed, *light.parts, light.squares)
        sums += part[0], part[1], part[2], part[5], part[6]
        rest, n = part[3], part[4]
        if n >= PATIENT:
            return None
        reach *= GROWTH
    value, sizes, rounding, density, slope = sums * (h / (2 * math.pi))
    error = aliases(terms, x, c, h, other) + rest + ROUNDING * (rounding + 8 * sizes)
    value = min(max(math.copysign(1.0, c) * float(value), 0.0), 1.0)
    return Tail(value, float(error), x * float(density), x * x * float(slope))


def quick(terms: Terms, x: float, c: float, h: float, enough: float, nodes: int) -> bool:
    """Whether what the line leaves out is small after so many nodes."""
    y = nodes * h
    light = terms.light(2 * math.hypot(c, y))
    e, _, remainder = _exponent(complex(c, y), x, *light.parts)
    decay = _decay(c, y, light.weights, light.first, light.squares)
    return bool(e.real + remainder < math.log(enough * math.pi * decay))


@compiled(nogil=True, error_model="numpy")
def _cells(u, d, x, angle, r, lam):  # type: ignore[no-untyped-def]
    """Upper sum of |f| over the cells between the points u, all in u >= 0."""
    A, cosine, sine = 0.5 - d, math.cos(angle), math.sin(angle)
    total = 0.0
    for i in range(u.size - 1):
        low, high = math.cosh(u[i]), math.cosh(u[i + 1])
        far = d * d + 2 * d * A * low * cosine + A * A * (low * low - sine * sine)
        height = math.log(A) + 0.5 * math.log((high * high - cosine * cosine) / far)
        height -= x * (d + A * low * cosine)
        for j in range(r.size):
            p = 1.0 - 2.0 * d * r[j]
            rho = 2.0 * r[j] * A / p
            flat = (1.0 - rho * rho) * sine * sine
            near = (rho * low - cosine) ** 2
            if rho * low < cosine:
                near = (rho * high - cosine) ** 2 if rho * high < cosine else 0.0
            least = near + flat
            height -= 0.5 * math.log(p) + 0.25 * math.log(least)
            if lam[j] != 0.0:
                real = max(1.0 - rho * low * cosine, 0.0) / (p * least)
                height += 0.5 * lam[j] * (real - 1.0)
        total += math.exp(height) * (u[i + 1] - u[i])
    return total


@compiled(nogil=True, error_model="numpy")
def _beyond(u, d, x, angle, r, lam):  # type: ignore[no-untyped-def]
    """The logarithm of a bound of the integral of |f| from u on, cosh u >= 4."""
    A, cosine, sine = 0.5 - d, math.cos(angle), math.sin(angle)
    C = math.cosh(u)
    height = RATIO - x * (d + A * C * cosine) - math.log(x * A * cosine * math.sinh(u))
    for j in range(r.size):
        p = 1.0 - 2.0 * d * r[j]
        rho = 2.0 * r[j] * A / p
        least = max(rho * C - cosine, 0.0) ** 2 + (1.0 - rho * rho) * sine * sine
        height -= 0.5 * math.log(p) + 0.25 * math.log(least)
        if lam[j] != 0.0:
            real = max(1.0 - rho * C * cosine, 0.0) / (p * least)
            height += 0.5 * lam[j] * (real - 1.0)
    return height


@compiled(nogil=True, error_model="numpy")
def _bent(h, nodes, d, x, angle, r, lam):  # type: ignore[no-untyped-def]
    """Over the nodes: the sum, of sizes, rounding, and slopes."""
    A, cosine, sine = 0.5 - d, math.cos(angle), math.sin(angle)
    value = lost = sizes = rounding = density = slope = 0.0
    none = np.zeros(1)
    for n in range(nodes):
        C, S = math.cosh(n * h), math.sinh(n * h)
        s = complex(d + A * C * cosine, A * S * sine)
        e, size, _ = _exponent(s, x, r, lam, 0.0, none)
        factor = complex(A * S * cosine, A * C * sine) / s
        f = math.exp(e.real) * complex(math.cos(e.imag), math.sin(e.imag)) * factor
        times = 1.0 if n == 0 else 2.0
        part = times * f.imag - lost
        after = value + part
        lost = (after - value) - part
        value = after
        density += times * (f * s).imag
        slope -= times * (f * s * s).imag
        sizes += times * abs(f)
        rounding += times * abs(f) * size
    return value, sizes, rounding, density, slope


@dataclass(frozen=True)
class Bend:
    """A hyperbola s = d + A cosh(u + i angle), A = 1/2 - d, and how to sum along it.

    Attributes:
        d: at most 0.
        angle: in (0, pi/2).
        width: a, the half-width of the strip that is used.
        spacing: h.
        range: of u, on either side of 0.
    """

    d: float
    angle: float
    width: float
    spacing: float
    range: float


def _check_terms(r: Array, lam: Array) -> None:
    """Refuse what compiled loops would read beyond the end of."""
    fits = r.ndim == 1 and r.shape == lam.shape
    require(fits, "r and lam", "vectors of one length", f"shapes {r.shape} and {lam.shape}")


def bend(r: Array, lam: Array, x: float, c: float, aimed: float) -> Bend | None:
    """A hyperbola through c, or further off the cut, whose rule errs by at most ``aimed``, twice.

    None if the bounds are infinite, as may be next to the singularity of a light term of large
    lambda: a gradient of many standard deviations some steps ago, with little memory.
    """
    _check_terms(r, lam)
    d = 0.0 if c > 0 else 2 * c
    A = 0.5 - d
    pole = math.acos(-d / A)
    low, high = (0.0, pole) if c > 0 else (pole, math.pi / 2)
    first = math.acos(min((c - d) / A, 1.0))
    if c > 0:
        first = min(max(first, 0.25 * pole), 0.75 * pole)
    for angle in (first, *(low + share * (high - low) for share in (0.5, 0.7, 0.85, 0.95))):
        found = _strips(r, lam, x, d, angle, min(angle - low, high - angle), aimed)
        if found:
            return min(found, key=lambda chosen: chosen.range / chosen.spacing)
    return None


def _strips(
    r: Array, lam: Array, x: float, d: float, angle: float, room: float, aimed: float
) -> list[Bend]:
    """Strips of several widths, as long as wider ones are not better."""
    found: list[Bend] = []
    goal, A = math.log(aimed), 0.5 - d
    for share in STRIPS:
        a = share * room
        widest = angle + a
        u = math.acosh(max(4.0, (40.0 - goal) / (x * A * math.cos(widest)) / 4))
        while max(_beyond(u, d, x, v, r, lam) for v in (angle - a, angle, widest)) > goal:
            u += 0.25
        points = np.linspace(0.0, u, CELLS + 1)
        bound = 4 * aimed + 2 * sum(_cells(points, d, x, v, r, lam) for v in (angle - a, widest))
        if bound < math.inf:  # the sum may overflow near the branch point
            ratio = math.log(bound) - goal
            found.append(
                Bend(d, angle, a, 2 * math.pi * a / (ratio + math.log1p(math.exp(-ratio))), u)
            )
            if len(found) > 1 and u / found[-1].spacing > found[-2].range / found[-2].spacing:
                break
    return found


def hyperbola(r: Array, lam: Array, x: float, c: float, aimed: float) -> Tail | None:
    """The tail by the trapezoidal rule on a hyperbola; None if none is found."""
    _check_terms(r, lam)
    chosen = bend(r, lam, x, c, aimed)
    if chosen is None:
        return None
    h, nodes = chosen.spacing, math.ceil(chosen.range / chosen.spacing) + 1
    sums = np.array(_bent(h, nodes, chosen.d, x, chosen.angle, r, lam)) * (h / (2 * math.pi))
    value, sizes, rounding, density, slope = sums
    error = aimed + aimed + ROUNDING * (rounding + 8 * sizes)
    value = min(max(math.copysign(1.0, c) * float(value), 0.0), 1.0)
    return Tail(value, float(error), x * float(density), x * x * float(slope))


def dropped(mean: float, weight: float) -> float:
    """What terms of total mean ``mean`` and weights <= ``weight`` can change in any P[Q > x].

    R is their sum, y = 2 mean + 160 weight. Chernoff's bound at 1/(4 weight) gives P[R > y] <=
    e^-40, and as (Z_0 + delta_0)^2 is a summand, P[x - y < Q - R <= x] <= 2 sqrt(y/(2 pi)).
    """
    return math.exp(-40.0) + math.sqrt(2 * (2 * mean + 160 * weight) / math.pi)
