r"""The Lyapunov inequality under all interpolation conditions: one source for every number type.

For :math:`F \in S_{\mu,L}` with minimiser :math:`x_\star = 0` and the method
:math:`x_+ = x - \alpha (g + w) + \beta (x - x_-)`, :math:`g = \nabla F(y)`,
:math:`y = x + \eta (x - x_-)`, values at points i and j with gradients satisfy (Taylor, Hendrickx,
Glineur 2017, Theorem 4, times :math:`2(L-\mu)`)

.. math:: J_{ij} = 2(L-\mu)\,[F_j - F_i + g_j (x_i - x_j)] + |g_i - g_j|^2
          + \mu L |x_i - x_j|^2 - 2\mu (g_i - g_j)(x_i - x_j) \le 0,

and nothing else. With :math:`\xi = (x, x - x_-, g)` the function

.. math:: V = \xi^T Q \xi + 2(L-\mu)\,q\,(F(y) - F_\star)

falls by :math:`\rho^2` a step and bounds the error of x if there are multipliers
:math:`\lambda, \nu \ge 0` of the conditions between :math:`(y, y_+, x_\star)` and between
:math:`(y, x, x_\star)` (:math:`(x, x_\star)` where :math:`\eta = 0`) with

.. math:: \rho^2 V - V_+ + \textstyle\sum \lambda_{ij} J_{ij} + c\,|w|^2 + 2 w\,m^T\xi
          \succeq 0, \\
          V - 2(L-\mu)\,s\,(F(x) - F_\star) + \textstyle\sum \nu_{ij} J_{ij} \succeq 0.

The function values cancel on the left, which fixes one multiplier for each of them; what is left
are quadratic forms. Without noise w, c and m are 0. With s > 0, E(w | past) = 0 and
:math:`E|w_t|^2 \le \sigma_t^2`

.. math:: E F(x_t) - F_\star \le \frac{V_0 \rho^{2t} + c \sum_{k<t} \rho^{2(t-1-k)}\sigma_k^2}
          {2(L-\mu)\,s}.

A third inequality bounds :math:`V_0` at rest, :math:`x_0 = x_{-1}`, by
:math:`2(L-\mu)\,C\,(F(x_0) - F_\star)`. Proofs: ``docs/lmi.md``.

The unit of curvature is L: gradients are measured in L times a length and ``step`` is
:math:`\alpha L`, so that the forms depend on :math:`m = \mu/L`, the step, beta and eta. They act on
signals (points and gradients); :func:`signals` says how a method's signals follow from
:math:`(x, x - x_-, g, g_+, w)`. Everything is linear in the unknowns: unit vectors in their place
give the coefficients.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from dptheory.contract import public
from dptheory.numbers import Number

Array = np.ndarray[Any, Any]
Unknowns = Mapping[str, Any]
FORM = ("xx", "xd", "xg", "dd", "dg", "gg")  # entries of Q; d is the last move x - x_
PLACES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
DECREASE = ("yn", "ny", "ns", "sy", "sn")  # y, n: the next y, s: the minimiser; "ys" is fixed
LOWER, LOWER_APART = ("sy",), ("yx", "xy", "sy", "sx")  # "ys", and "xs", are fixed
NOISE = ("c", "mx", "md", "mg")
START = ("C", "start")
# The signals of a step and of a moment.
STEP = ("y", "n", "x", "d", "x_next", "d_next", "g", "g_next", "w")
MOMENT = ("y", "x", "d", "g", "g_x")
# Where gradients are taken, by the points' names: two steps in a row, and both points of a moment.
TAKEN, APART = {"y": "g", "n": "g_next"}, {"y": "g", "x": "g_x"}


@public
@dataclass(frozen=True)
class Scaled:
    """A method and a class in the unit L; numbers of one type.

    Attributes:
        m: mu/L. step: alpha L. beta: momentum. eta: extrapolation.
    """

    m: Number
    step: Number
    beta: Number
    eta: Number

    @property
    def apart(self) -> bool:
        """Whether the gradient is taken elsewhere than at x."""
        return bool(self.eta != 0)

    def floats(self) -> "Scaled":
        """The same in floating point."""
        return Scaled(float(self.m), float(self.step), float(self.beta), float(self.eta))


@public
@dataclass(frozen=True)
class Balanced:
    """Multipliers >= 0 by the names of their conditions, and the form that must be >= 0."""

    multipliers: Mapping[str, Any]
    form: Array


@public
def conditions(
    gradients: Mapping[str, str], row: Mapping[str, Array], m: Number
) -> dict[str, Array]:
    """The forms of J_ij between the named points and the minimiser s, by the names "ij".

    Args:
        gradients: the gradient of each point. row: how to read the signals off a vector.
    """
    zero = 0 * row["x"]
    at = {"s": (zero, zero)} | {i: (row[i], row[g]) for i, g in gradients.items()}

    def form(i: str, j: str) -> Array:
        (x, g), (z, h) = at[i], at[j]
        move, turn = x - z, g - h
        curved = np.outer(move, move) - _product(h, move) - _product(turn, move)
        found: Array = _product(h, move) + np.outer(turn, turn) + m * curved
        return found

    return {i + j: form(i, j) for i, j in permutations(at, 2)}


@public
def value_weight(v: Unknowns) -> Any:
    """q: what the multipliers of a step give the next function value."""
    return v["yn"] + v["sn"] - v["ny"] - v["ns"]


@public
def decrease(v: Unknowns, rho2: Number, m: Number) -> Balanced:
    """rho^2 V - V_+ with its multipliers on the signals STEP, the noise (if v has c) included."""
    row = _units(STEP)
    free = {name: v[name] for name in DECREASE}
    free["ys"] = rho2 * value_weight(v) + v["ny"] + v["sy"] - v["yn"]
    found = _conditions(free, conditions(TAKEN, row, m))
    found = found + rho2 * _quadratic(v, "xdg", row)
    found = found - _quadratic(v, ("x_next", "d_next", "g_next"), row)
    if "c" in v:
        noise = {"w": v["c"], "x": v["mx"], "d": v["md"], "g": v["mg"]}
        found = found + sum(_times(k, _product(row["w"], row[n])) for n, k in noise.items())
    return Balanced(free, found)


@public
def lower(v: Unknowns, m: Number) -> Balanced:
    """V - 2(L - mu) s (F(x) - F*) with its multipliers on the signals MOMENT."""
    row, weight = _units(MOMENT), value_weight(v)
    if "lower_yx" in v:
        free = {name: v[f"lower_{name}"] for name in LOWER_APART}
        free["ys"] = weight + free["xy"] + free["sy"] - free["yx"]
        free["xs"] = free["yx"] + free["sx"] - free["xy"] - v["s"]
    else:
        free = {"sy": v["lower_sy"], "ys": weight - v["s"] + v["lower_sy"]}
    return Balanced(free, _conditions(free, conditions(APART, row, m)) + _quadratic(v, "xdg", row))


@public
def start(v: Unknowns, m: Number) -> Balanced:
    """2(L - mu) C (F(x) - F*) - V at rest with its multipliers on the signals MOMENT, d = 0."""
    row = _units(MOMENT)
    free = {"sy": v["start"], "ys": v["C"] - value_weight(v) + v["start"]}
    return Balanced(free, _conditions(free, conditions(APART, row, m)) - _quadratic(v, "xdg", row))


@public
def signals(step: Number, beta: Number, eta: Number, one: Number = 1) -> tuple[Array, Array]:
    """How the signals follow from (x, d, g, g_next, w), a moment's from (x, d, g, gradient at x).

    Args:
        step: alpha L. beta: momentum. eta: extrapolation. One number type.
        one: what counts as 1, for numerators over a common denominator.

    Returns:
        Arrays of shapes (9, 5) and (5, 4): a row for each signal, times the square of ``one``.
    """
    kind = float if isinstance(step, float) else object
    x, d, g, g_next, w = np.eye(5, dtype=int).astype(kind)
    moved = beta * d - step * (g + w)  # times one
    rows = [one * x + eta * d, one * x, one * d, one * x + moved, moved, one * g, one * g_next]
    y, here, last, *rest = (one * row for row in rows)
    n = one * one * x + (one + eta) * moved
    of_step = np.array([y, n, here, last, *rest, one * one * w])
    return of_step, np.array([y, here, last, *rest[-2:]])[:, :4]


def _units(names: tuple[str, ...]) -> dict[str, Array]:
    return dict(zip(names, np.eye(len(names), dtype=int), strict=True))


def _product(p: Array, q: Array) -> Array:
    """Twice the form of the product of two signals; of one signal, its square."""
    square: Array = np.outer(p, q)
    return square if p is q else square + square.T


def _times(value: Any, form: Array) -> Array:
    """A multiple of a form: by a number, or by each entry of an array."""
    found: Array = np.multiply.outer(np.asarray(value), form)
    return found


def _conditions(free: Unknowns, forms: Mapping[str, Array]) -> Array:
    """The forms of J_ij times their multipliers."""
    found: Array = sum((_times(value, forms[name]) for name, value in free.items()), np.array(0))
    return found


def _quadratic(v: Unknowns, names: Any, row: Mapping[str, Array]) -> Array:
    """The form of xi^T Q xi, where xi are the named signals."""
    xi = [row[name] for name in names]
    terms = (_times(v[k], _product(xi[i], xi[j])) for k, (i, j) in zip(FORM, PLACES, strict=True))
    return sum(terms, np.array(0))
