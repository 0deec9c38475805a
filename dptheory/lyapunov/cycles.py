r"""Cycles: functions of the class on which a method comes back to where it started.

Points :math:`x_t`, :math:`x_{t+K} = x_t`, fix the gradients at :math:`y_t`, and some
:math:`F \in S_{\mu,L}` has these gradients and values if every :math:`J_{ij} \le 0`
(:mod:`dptheory.lyapunov.interpolation`). On that F no Lyapunov function of any kind falls. Regular
polygons are tried (Goujaud, Taylor and Dieuleveut 2023, for the heavy ball): with
:math:`x_t = e^{i\theta t}` the points are :math:`y_t = \sigma x_t`, the gradients
:math:`\gamma x_t`, with one value v at all of them, and :math:`J_{ij}` depends on j - i alone. They
are rounded to rationals, whose gradients are exact.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd

import numpy as np

from dptheory.lyapunov.full_exact import ratio, rational
from dptheory.lyapunov.interpolation import Array, Scaled, conditions

LONGEST = 12  # K
BITS = 40  # of a rounded coordinate
SLACK = 1e-9  # what rounding may take of a condition


@dataclass(frozen=True)
class Cycle:
    """A cycle in the plane.

    Attributes:
        points: x_0, ..., x_{K-1}. value: 2(L-mu)(F - F*) at every y_t.
    """

    points: tuple[tuple[Fraction, Fraction], ...]
    value: Fraction


def cycle(at: Scaled) -> Cycle | None:
    """A cycle of the method on a function of the class; None where none of the polygons is one.

    Args:
        at: in rationals, with one move.
    """
    turns, angles = _polygons()
    m, step, beta, eta = (float(k) for k in (at.m, at.step, at.beta, at.eta))
    z = np.exp(1j * angles[:, 0])
    sigma = 1 + eta * (1 - z.conj())
    gamma = (1 + beta - z - beta * z.conj()) / step
    across = gamma.conj() * sigma
    above = abs(gamma) ** 2 + m * abs(sigma) ** 2 - 2 * m * across.real
    apart = np.exp(-1j * angles) - 1
    pairs = 2 * (1 - m) * (across[:, None] * apart).real + above[:, None] * abs(apart) ** 2
    room = (1 - m) * across.real - above  # of the value, on either side of the middle
    size = abs(across) + above
    worst = np.maximum(pairs.max(axis=1, where=turns, initial=-np.inf), -room)
    for k in np.flatnonzero(worst < -SLACK * size):
        z_t = np.exp(1j * angles[k, 0] * np.arange(turns[k].sum() + 1))
        points = tuple((_rational(p.real), _rational(p.imag)) for p in z_t)
        found = Cycle(points, _rational(float((1 - m) * across[k].real)))
        if repeats(at, found):
            return found
    return None


def repeats(at: Scaled, found: Cycle) -> bool:
    """Whether a cycle is one of the method, on some function of the class; in rationals."""
    at, value = rational(at), ratio(found.value)
    x = np.array([[ratio(k) for k in point] for point in found.points], dtype=object)
    d = x - np.roll(x, 1, axis=0)
    y, g = at.point(x, [d]), (x + at.beta * d - np.roll(x, -1, axis=0)) / at.step
    names = [chr(ord("A") + t) for t in range(len(x))]
    row = {"x": x[0]} | dict(zip(names, y, strict=True))
    row |= {f"g{name}": gradient for name, gradient in zip(names, g, strict=True)}
    forms = conditions({name: f"g{name}" for name in names}, row, at.m)
    values = dict.fromkeys(names, value) | {"s": 0}
    return value > 0 and all(
        form.trace() + values[pair[1]] - values[pair[0]] <= 0 for pair, form in forms.items()
    )


@cache
def _polygons() -> tuple[Array, Array]:
    """Of each polygon, a row: whether 0 < k < K, and the angles k theta."""
    kinds = [(K, j) for K in range(2, LONGEST + 1) for j in range(1, K // 2 + 1) if gcd(j, K) == 1]
    k = np.arange(1, LONGEST)
    turns = np.array([k < K for K, _ in kinds])
    return turns, np.array([2 * np.pi * j / K * k for K, j in kinds])


def _rational(x: float) -> Fraction:
    return Fraction(round(x * 2**BITS), 2**BITS)
