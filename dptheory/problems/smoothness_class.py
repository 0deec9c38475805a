r"""Is a function of one variable :math:`(L_0,L_1)`-generalised smooth? Certified, refuted or open.

Definition 2.2 of Yang, Zhang, Chen and Liu (2022), for **all** x and y of a set:

.. math:: |f'(x)-f'(y)| \le (L_0+L_1|f'(x)|)\,|x-y| .

:func:`generalised_smoothness` answers for an interval or for the whole line. A pair that violates
it is rational and checked in ball arithmetic. Certified it is

* for a rational f', by :math:`|f''|\le L_0` on the whole line, decided by the real roots of two
  polynomials (exact also where equality is attained; for :math:`L_1=0` it is the definition);
* on an interval, by boxes :math:`X\times Y`: either :math:`|f''|` on their hull, or
  :math:`|f'(X)-f'(Y)|` itself, stays below the bound in balls. Boxes in which equality is attained
  stay open, so that a sharp constant of this kind comes out as ``undecided``.

Slopes and curvatures are generic over their numbers (:mod:`dptheory.numbers`). What the definition
allows at all is said in ``docs/normalised.md``.

Source of the definition on short distances only: Zhang, He, Sra and Jadbabaie (2020).
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.numbers import Number
from dptheory.ranges import count, nonnegative, positive, require

Array = NDArray[np.float64]
Slope = Callable[[Number], Number]
Pair = tuple[Fraction, Fraction]

MOST_BOXES = 20_000  # after which it is undecided
_GRID, _ROUNDS, _PIECES = 81, 4, 8
_FAR = 2.0**20
_PRECISION = 128  # bits
_SMALL, _HALVINGS = 1e-4, 60


@dataclass(frozen=True)
class Membership:
    """The answer.

    Attributes:
        outcome: ``member``, ``violated`` or ``undecided``.
        interval: the set that is meant; None for the whole line.
        pair: x and y that violate the definition.
        route: ``curvature`` or ``boxes``, how a member was certified; empty otherwise.
        boxes: the number of boxes looked at.
    """

    outcome: str
    interval: Pair | None
    pair: Pair | None = None
    route: str = ""
    boxes: int = 0


def generalised_smoothness(
    slope: Slope,
    curvature: Slope,
    L0: Number,
    L1: Number,
    *,
    interval: tuple[Number, Number] | None = None,
) -> Membership:
    """Decide the inequality of the module's docstring.

    Args:
        slope, curvature: f' and its derivative f'', generic over their numbers.
        L0, L1: nonnegative rationals (floats are taken at their exact value).
        interval: rational ends; None for the whole line, where boxes do not help.

    Raises:
        ValueError: a constant is negative, the ends are not increasing.

    Example:
        >>> found = generalised_smoothness(lambda x: 2 * x, lambda x: 2 + 0 * x, L0=2, L1=0)
        >>> found.outcome
        'member'
    """
    constants = Fraction(nonnegative("L0", L0)), Fraction(nonnegative("L1", L1))
    ends = None if interval is None else (Fraction(interval[0]), Fraction(interval[1]))
    if ends is not None:
        require(ends[0] < ends[1], "interval", "of increasing ends", interval)
    pair = _violating_pair(slope, *constants, ends)
    if pair is not None:
        return Membership("violated", ends, pair)
    if _rationally_smooth(slope, constants[0]):
        return Membership("member", ends, route="curvature")
    if ends is None:
        return Membership("undecided", ends)
    certified, looked_at = _boxes(slope, curvature, *constants, ends, MOST_BOXES)
    if certified:
        return Membership("member", ends, route="boxes", boxes=looked_at)
    return Membership("undecided", ends, boxes=looked_at)


def violating_pair(
    gradient: Callable[[Array], Array],
    dimension: int,
    L0: float,
    L1: float,
    *,
    radius: float,
    seed: int,
    draws: int = 10_000,
) -> tuple[Array, Array] | None:
    """A pair of points that violates the definition by more than rounding, or None if none is seen.

    In d dimensions nothing is certified: None is no proof.

    Args:
        gradient: at points of shape (n, d), of the same shape.
        dimension: d.
        L0, L1: nonnegative.
        radius: of the ball around 0 in which pairs are drawn, distances over six decades; positive.
        seed: a whole number, at least 0.
        draws: number of pairs.

    Example:
        >>> violating_pair(lambda x: 4 * x**3, 1, 1.0, 0.0, radius=10.0, seed=0) is None
        False
    """
    n, d = count("number of pairs", draws), count("dimension d", dimension)
    nonnegative("L0", L0)
    nonnegative("L1", L1)
    positive("radius", radius)
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    directions = generator.standard_normal((2, n, d))
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    x = radius * generator.random((n, 1)) ** (1 / d) * directions[0]
    y = x + radius * 10 ** generator.uniform(-6, 0.3, (n, 1)) * directions[1]
    at_x, at_y = gradient(x), gradient(y)
    norms = np.minimum(np.linalg.norm(at_x, axis=1), np.linalg.norm(at_y, axis=1))
    change = np.linalg.norm(at_x - at_y, axis=1)
    rounding = 1e-12 * np.maximum(np.linalg.norm(at_x, axis=1), np.linalg.norm(at_y, axis=1))
    excess = change - rounding - (L0 + L1 * norms) * np.linalg.norm(x - y, axis=1)
    worst = int(np.argmax(excess))
    return (x[worst], y[worst]) if excess[worst] > 0 else None


def gap_at(norm: float, L0: float, L1: float) -> float:
    r"""The least :math:`f(x)-\inf f` of a point with a gradient of norm s in any dimension.

    .. math:: f(x)-\inf f \ge \frac{(L_0+L_1s)\ln(1+L_1s/L_0)-L_1s}{L_1^2}
              \quad\Bigl(L_1=0:\ \frac{s^2}{2L_0}\Bigr).

    Along the flow of :math:`-\nabla f/\|\nabla f\|` the norm at length t is at least
    :math:`(s-L_0t)/(1+L_1t)`, which is the rate at which f falls; its integral up to
    :math:`t=s/L_0` is the right side.

    Args:
        norm: s, nonnegative.
        L0, L1: of a function that is bounded below; L0 positive, L1 nonnegative.
    """
    nonnegative("gradient norm", norm)
    positive("L0", L0)
    u = nonnegative("L1", L1) * norm / L0
    if u < _SMALL:
        # The logarithm's series: u^2/2 - u^3/6 + u^4/12, the rest below u^5/20.
        return float(norm**2 / L0 * (0.5 - u / 6 + u**2 / 12))
    return float(L0 * ((1 + u) * math.log1p(u) - u) / L1**2)


def steepest(gap: float, L0: float, L1: float) -> float:
    """The largest gradient norm at a point with f(x) - inf f at most ``gap``: where it is
    :func:`gap_at`.

    Args:
        gap: nonnegative.
        L0, L1: as in :func:`gap_at`.
    """
    gap = float(nonnegative("gap", gap))  # a rational may be less than any positive float
    low, high = 0.0, math.sqrt(2 * positive("L0", L0) * gap)
    while gap_at(high, L0, L1) < gap:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if gap_at(middle, L0, L1) < gap else (low, middle)
    return high


# A violating pair --------------------------------------------------------------------------------


def _violating_pair(slope: Slope, L0: Fraction, L1: Fraction, ends: Pair | None) -> Pair | None:
    """The worst pair of a grid that is refined, if it violates the definition in balls."""
    if ends is None:
        powers = np.geomspace(2.0**-10, _FAR, _GRID // 2)
        points = np.concatenate([-powers[::-1], [0.0], powers])
    else:
        points = np.linspace(float(ends[0]), float(ends[1]), _GRID)
        points = np.clip(points, float(ends[0]), float(ends[1]))
    xs = ys = points
    step = np.diff(points)
    for _ in range(_ROUNDS):
        x, y = _worst(slope, float(L0), float(L1), xs, ys)
        pair = Fraction(float(x)), Fraction(float(y))
        inside = ends is None or all(ends[0] <= z <= ends[1] for z in pair)
        if inside and _violates(slope, L0, L1, *pair):
            return pair
        xs, ys = (_around(z, points, step, ends) for z in (x, y))
        step = step / _PIECES
    return None


def _around(z: float, points: Array, step: Array, ends: Pair | None) -> Array:
    width = step[min(int(np.searchsorted(points, z)), step.size - 1)]
    near = z + np.linspace(-width, width, _GRID)
    return near if ends is None else np.clip(near, float(ends[0]), float(ends[1]))


def _worst(slope: Slope, L0: float, L1: float, xs: Array, ys: Array) -> tuple[float, float]:
    """The pair with the largest quotient of both sides."""
    with np.errstate(all="ignore"):
        at_x, at_y = slope(xs)[:, None], slope(ys)[None, :]
        room = (L0 + L1 * np.minimum(np.abs(at_x), np.abs(at_y))) * np.abs(xs[:, None] - ys)
        quotient = np.abs(at_x - at_y) / room
    quotient = np.where(np.isnan(quotient), -1.0, quotient)
    i, j = np.unravel_index(int(np.argmax(quotient)), quotient.shape)
    first, second = (xs[i], ys[j]) if abs(at_x[i, 0]) <= abs(at_y[0, j]) else (ys[j], xs[i])
    return float(first), float(second)


def _violates(slope: Slope, L0: Fraction, L1: Fraction, x: Fraction, y: Fraction) -> bool:
    with _precision():
        at_x, at_y = slope(_ball(x)), slope(_ball(y))
        room = (_ball(L0) + _ball(L1) * abs(at_x)) * abs(_ball(x) - _ball(y))
        return bool(abs(at_x - at_y) > room)


def _precision() -> Any:
    import flint

    return flint.ctx.workprec(_PRECISION)


def _ball(q: Fraction) -> Any:
    import flint

    return flint.arb(flint.fmpq(q.numerator, q.denominator))


# Certified ---------------------------------------------------------------------------------------


def _rationally_smooth(slope: Slope, L0: Fraction) -> bool:
    """Whether f' is a rational function without real poles and |f''| <= L0 on the whole line."""
    import sympy

    x = sympy.Symbol("x", real=True)
    formula = sympy.together(sympy.nsimplify(slope(x), rational=True))
    if not formula.is_rational_function(x):
        return False
    top, bottom = sympy.fraction(sympy.cancel(formula))
    p, q = sympy.Poly(top, x), sympy.Poly(bottom, x)
    if q.count_roots() > 0:
        return False
    change = p.diff(x) * q - p * q.diff(x)
    room = sympy.Rational(L0.numerator, L0.denominator) * q * q
    return all(_nonnegative_everywhere(room + sign * change) for sign in (-1, 1))


def _nonnegative_everywhere(polynomial: Any) -> bool:
    """A polynomial without a real root of odd multiplicity that is nonnegative somewhere else."""
    if polynomial.is_zero:
        return True
    _, factors = polynomial.sqf_list()
    if any(multiplicity % 2 and factor.count_roots() > 0 for factor, multiplicity in factors):
        return False
    return any(polynomial.eval(k) > 0 for k in range(polynomial.degree() + 1))


def _boxes(
    slope: Slope, curvature: Slope, L0: Fraction, L1: Fraction, ends: Pair, most: int
) -> tuple[bool, int]:
    """Whether every box of the triangle x <= y is settled, and how many were looked at."""
    width = (ends[1] - ends[0]) / _PIECES
    pieces = [(ends[0] + k * width, ends[0] + (k + 1) * width) for k in range(_PIECES)]
    waiting = list(combinations_with_replacement(pieces, 2))
    looked_at = 0
    with _precision():
        while waiting and looked_at < most:
            X, Y = waiting.pop()
            looked_at += 1
            if not _settled(slope, curvature, _ball(L0), _ball(L1), X, Y):
                waiting.extend(_halves(X, Y))
    return not waiting, looked_at


def _halves(X: Pair, Y: Pair) -> Iterator[tuple[Pair, Pair]]:
    if X == Y:
        first, second = _cut(X)
        yield from ((first, first), (first, second), (second, second))
        return
    wide = X[1] - X[0] >= Y[1] - Y[0]
    for piece in _cut(X if wide else Y):
        yield (piece, Y) if wide else (X, piece)


def _cut(X: Pair) -> tuple[Pair, Pair]:
    middle = (X[0] + X[1]) / 2
    return (X[0], middle), (middle, X[1])


def _settled(slope: Slope, curvature: Slope, L0: Any, L1: Any, X: Pair, Y: Pair) -> bool:
    x, y = _hull(X), _hull(Y)
    at_x, at_y = _slope_on(slope, curvature, X, x), _slope_on(slope, curvature, Y, y)
    least = L0 + L1 * at_x.abs_lower().min(at_y.abs_lower())
    if bool(abs(curvature(_hull((X[0], Y[1])))) <= least):
        return True
    apart = Y[0] - X[1]
    return apart > 0 and bool(abs(at_x - at_y) <= least * _ball(apart))


def _slope_on(slope: Slope, curvature: Slope, X: Pair, x: Any) -> Any:
    """f' on X: its balls, cut with those of the mean-value form."""
    middle = _ball((X[0] + X[1]) / 2)
    direct, centred = slope(x), slope(middle) + curvature(x) * (x - middle)
    if not direct.is_finite() or not centred.is_finite():
        return direct
    return direct.intersection(centred)


def _hull(X: Pair) -> Any:
    return _ball(X[0]).union(_ball(X[1]))
