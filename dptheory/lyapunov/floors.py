r"""Noise floors: the least bound of the mean error over time, by Lyapunov functions with memory.

For the method and the class of :mod:`dptheory.lyapunov.interpolation`, with that module's H, G and
conditions :math:`J_{ij} \le 0`, let V be a quadratic form in the last points and in the gradients
at the points :math:`y_{t-1}, \dots, y_{t-\ell}`, plus multiples of the values there. V does not
read the gradient at :math:`y_t`, so that the noise enters :math:`V_+` through the newest iterate
alone: :math:`E(w \mid \text{past}) = 0` gives :math:`E V_+ = V_+(w = 0) + c\,|w|^2` with
:math:`c = (\alpha L)^2 (P_{xx} + 2 P_{xd} + P_{dd})`. If there are multipliers
:math:`\lambda, \nu \ge 0` with

.. math:: V - V_+(w = 0) - M + \textstyle\sum \lambda_{ij} J_{ij} \succeq 0, \qquad
          V + \textstyle\sum \nu_{ij} J_{ij} \succeq 0,

then the mean over t < T of E M is at most :math:`V_0/T + c` times the mean of
:math:`E|w_t|^2`: no rate is in it. M is G, that is 2(F - F*)/(L - mu) at the iterate, its squared
distance to the minimiser, or the squared gradient there. Everything is linear in the unknowns.

Source: the inequality of Van Scoy and Lessard (2021), without their scaling by a rate; docs/lmi.md.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from dptheory.contract import public
from dptheory.lyapunov import certificates, interpolation
from dptheory.lyapunov.conic import Program, inner_points, least_cost, rounded
from dptheory.lyapunov.full_exact import ratio, rational, semidefinite, whole
from dptheory.lyapunov.full_rates import Query
from dptheory.lyapunov.interpolation import (
    Array,
    Balanced,
    Scaled,
    Unknowns,
    balanced,
    product,
    times,
    units,
)
from dptheory.lyapunov.results import exact_method, function_class
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import Result

LETTERS = "abcde"  # the points y_t, y_(t-1), ...; x is x_t where that is another one
DEEPEST = 4  # steps back that V reads
FALLS = 1e-7  # of the bound: by less it is not worth another step of memory


class Measure(StrEnum):
    """What a floor is of: the error of the value, the squared distance or gradient.

    Example:
        >>> Measure("distance") is Measure.DISTANCE
        True
    """

    VALUE = "value"
    DISTANCE = "distance"
    GRADIENT = "gradient"


def measured(name: str) -> Measure:
    """The measure of that name; a refusal where there is none."""
    require(name in list(Measure), "measure", "value, distance or gradient", name)
    return Measure(name)


@public
@dataclass(frozen=True)
class Floor(Result):
    """A certified bound of the mean error per unit of E|w|^2.

    Attributes:
        measure: what the mean is of: F - F*, |x - x*|^2 or |grad F|^2.
        gain: the bound, rounded up: length^2/loss, length^4/loss^2 or a pure number.
        lookback: how many steps back the gradients that V reads lie.
        certificate: what ``verify/kernel.py`` reads; the gain is the c of its statement.

    Example:
        >>> from dptheory import gradient
        >>> round(noise_floor(gradient("0.1"), 1, 10).gain, 6)
        0.05
    """

    measure: str
    gain: float
    lookback: int
    certificate: dict[str, Any]


@dataclass(frozen=True)
class Lifted:
    """The inequality of one method and one memory, in the numbers of ``at``.

    Attributes:
        lookback: ell. of: what the floor is of.
    """

    at: Scaled
    lookback: int
    of: Measure

    @property
    def moves(self) -> int:
        """How many of x_t and the last moves V reads."""
        past = self.lookback + 1 + self.at.apart
        return max(past, 2) if self.at.apart or self.at.beta != 0 else past

    @property
    def size(self) -> int:
        """How many signals V reads."""
        return self.moves + self.lookback

    @cached_property
    def points(self) -> Mapping[str, str]:
        """The points of a step and the names of their gradients; the newest come last."""
        named = [*LETTERS[1 : self.lookback + 1], LETTERS[0], *(["x"] if self.at.apart else [])]
        return {point: f"g{point}" for point in named}

    @cached_property
    def row(self) -> Mapping[str, Array]:
        """How the signals of a step follow from what V reads and the newest gradients."""
        at, kind = self.at, float if isinstance(self.at.step, float) else object
        moves = ["x", *(f"d{k}" for k in range(1, self.moves))]
        known = units((*moves, *self.points.values()))
        row = {name: read.astype(kind) for name, read in known.items()}
        x = row["x"]
        for k in range(self.lookback + 1):
            row[LETTERS[k]] = at.point(x, [row[f"d{k + 1}"]]) if at.apart else x
            if k < self.lookback:
                x = x - row[f"d{k + 1}"]
        last = row["d1"] if self.moves > 1 else 0 * row["x"]
        (moved,) = at.moved([last], at.m * row["a"] + (1 - at.m) * row["ga"])
        return row | {"moved": moved, "next": row["x"] + moved}

    @cached_property
    def now(self) -> list[Array]:
        """What V reads."""
        moves = [self.row["x"], *(self.row[f"d{k}"] for k in range(1, self.moves))]
        return moves + [self.row[f"g{letter}"] for letter in LETTERS[1 : self.lookback + 1]]

    @cached_property
    def later(self) -> list[Array]:
        """What V reads a step later, without noise."""
        moves = [self.row["next"], self.row["moved"], *self.now[1 : self.moves - 1]]
        gradients = [self.row[f"g{letter}"] for letter in LETTERS[: self.lookback]]
        return moves[: self.moves] + gradients

    @property
    def past(self) -> Mapping[str, str]:
        """The points whose values and gradients V reads."""
        return {point: self.points[point] for point in LETTERS[1 : self.lookback + 1]}

    @cached_property
    def form(self) -> list[str]:
        """The names of the entries of V's form."""
        every = combinations_with_replacement(range(self.size), 2)
        return [f"{i},{j}" for i, j in every]

    @cached_property
    def unknowns(self) -> list[str]:
        """The names of V's entries and values, and of the multipliers that values leave free."""
        values = [f"q{point}" for point in self.past]
        lower = [f"lower_{pair}" for pair in _free(self.past)]
        return [*self.form, *values, *_free(self.points), *lower]

    @cached_property
    def conditions(self) -> Mapping[str, Array]:
        """The forms of J between the points of a step."""
        return interpolation.conditions(self.points, self.row)

    def _quadratic(self, v: Unknowns, signals: Sequence[Array]) -> Array:
        """V's form of the signals."""
        pairs = combinations_with_replacement(signals, 2)
        terms = (times(v[n], product(*pair)) for n, pair in zip(self.form, pairs, strict=True))
        return sum(terms, np.array(0))

    @property
    def iterate(self) -> str:
        """The point x_t."""
        return "x" if self.at.apart else "a"

    def decrease(self, v: Unknowns) -> Balanced:
        """V - V+ - M with its multipliers, on a step's signals; M counts ``v["one"]`` times."""
        weights = [0, *(v[f"q{point}"] for point in self.past), 0]
        wanted: dict[str, Any] = dict.fromkeys(self.points, 0)
        wanted |= {LETTERS[k]: weights[k] - weights[k + 1] for k in range(self.lookback + 1)}
        if self.of is Measure.VALUE:
            wanted[self.iterate] = wanted[self.iterate] - v["one"]
        free = {pair: v[pair] for pair in _free(self.points)}
        rest = self._quadratic(v, self.now) - self._quadratic(v, self.later)
        return self._balanced(free, wanted, rest - times(v["one"], self._measured()))

    def lower(self, v: Unknowns) -> Balanced:
        """V with its multipliers, on what V reads."""
        free = {pair: v[f"lower_{pair}"] for pair in _free(self.past)}
        wanted = {point: v[f"q{point}"] for point in self.past}
        found = self._balanced(free, wanted, self._quadratic(v, self.now))
        return Balanced(found.multipliers, found.form[..., : self.size, : self.size])

    def _measured(self) -> Array:
        """The form of M, its function value left out."""
        m, x, gradient = self.at.m, self.row["x"], self.row[self.points[self.iterate]]
        if self.of is Measure.GRADIENT:
            x = m * x + (1 - m) * gradient
        form: Array = np.outer(x, x)
        return m / (1 - m) * form if self.of is Measure.VALUE else form

    def _balanced(self, free: Unknowns, wanted: Unknowns, rest: Array) -> Balanced:
        multipliers = balanced(free, wanted)
        forms = (times(weight, self.conditions[n]) for n, weight in multipliers.items())
        return Balanced(multipliers, sum(forms, rest))

    def cost(self, v: Unknowns) -> Any:
        """What noise adds to V, per unit of its square."""
        moved = v["0,0"] if self.moves == 1 else v["0,0"] + 2 * v["0,1"] + v["1,1"]
        return self.at.step**2 * moved


@public
def noise_floor(
    method: Method, mu: Number, smoothness: Number, *, measure: str = Measure.VALUE
) -> Floor | None:
    r"""The smallest certified bound of the mean error over time, per unit of E|w|^2.

    For every F in S(mu, L), in every dimension, and every noise with E(w_t | past) = 0, the mean
    over t < T of E F(x_t) - F* is at most V_0/T + gain times the mean of E|w_t|^2, with a V_0 that
    depends on the start alone. Where the law of the iterates converges, the gain bounds the limit.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        measure: what the mean is of: "value" (F - F*), "distance" (|x - x*|^2) or "gradient"
            (|grad F|^2).

    Returns:
        None where no bound was found.

    Example:
        >>> from dptheory import heavy_ball
        >>> round(noise_floor(heavy_ball("0.1", "0.45"), 1, 10).gain, 5)
        0.09801
    """
    query = Query(exact_method(method), *function_class(mu, smoothness))
    if not query.searchable() or query.slower(Fraction(1)) is not None:
        return None
    best = _least(query.at, measured(measure))
    if best is None:
        return None
    certificate = _certificate(query, best)
    gain = Fraction(certificate["statement"]["c"])
    return Floor(
        str(best.it.of), math.nextafter(float(gain), math.inf), best.it.lookback, certificate
    )


def _certificate(query: Query, found: "_Found") -> certificates.Certificate:
    """V in the units of F, where the decrease has M as it is named."""
    it, v, scale = found.it, found.values, height(query, found.it.of)
    entries = np.zeros((it.size, it.size), dtype=object)
    for name in it.form:
        i, j = map(int, name.split(","))
        entries[i, j] = entries[j, i] = v[name]
    scaled = {"form": entries, "values": np.array([2 * v[f"q{point}"] for point in it.past])}
    multipliers = {"decrease": it.decrease(v), "lower": it.lower(v)}
    witness = {name: certificates.texts(scale * array) for name, array in scaled.items()}
    for name, part in multipliers.items():
        witness[name] = {pair: str(2 * scale * w) for pair, w in part.multipliers.items()}
    cost = scale * found.cost / ratio(query.smoothness) ** 2
    c = Fraction(int(cost.p), int(cost.q))
    return certificates.per_noise("floor", query, str(it.of), c, witness)


def height(query: Query, of: Measure) -> fmpq:
    """What is measured per M."""
    unit = ratio(query.smoothness)
    heights = {Measure.VALUE: (unit - ratio(query.mu)) / 2, Measure.DISTANCE: fmpq(1)}
    return heights.get(of, unit**2)


def _least(at: Scaled, of: Measure) -> "_Found | None":
    """The least cost, with more memory as long as it falls by floats and the exact test agrees."""
    tried: list[_Proposed] = []
    for lookback in range(int(at.beta != 0 or at.eta != 0), DEEPEST + 1):
        proposed = _proposed(Lifted(at.floats(), lookback, of))
        if proposed is None:
            continue
        if tried and proposed.cost > tried[-1].cost * (1 - FALLS):
            break
        tried.append(proposed)
    certified = (_certified(it, Lifted(rational(at), it.lookback, of)) for it in reversed(tried))
    return next((found for found in certified if found is not None), None)


class _Proposed(NamedTuple):
    """The program of a lookback and its least cost in floats."""

    lookback: int
    program: Program
    cost: float


class _Found(NamedTuple):
    """Unknowns in rationals that pass the exact test, and what noise costs there."""

    it: Lifted
    values: Unknowns
    cost: Any


def numerical(rough: Lifted) -> float | None:
    """The least floor of an inequality in floats, per unit of L; no evidence."""
    cost = least_cost(_program(rough))
    height = (1 - rough.at.m) / 2 if rough.of is Measure.VALUE else 1.0
    return None if cost is None else cost * height


def _proposed(rough: Lifted) -> _Proposed | None:
    program = _program(rough)
    cost = least_cost(program)
    return None if cost is None else _Proposed(rough.lookback, program, cost)


def _program(rough: Lifted) -> Program:
    unknowns = [*rough.unknowns, "one"]
    v = dict(zip(unknowns, np.eye(len(unknowns)), strict=True))
    parts = rough.decrease(v), rough.lower(v)
    signs = np.array([w for part in parts for w in part.multipliers.values()])
    return Program(rough.cost(v), signs, [part.form for part in parts])


def _certified(proposed: _Proposed, it: Lifted) -> _Found | None:
    """The first rounded point that passes the exact test: as near the least cost as there is."""
    for inside in inner_points(proposed.program, proposed.cost):
        values = [*map(rounded, inside), fmpq(1)]
        known = dict(zip([*it.unknowns, "one"], values, strict=True))
        if all(map(_holds, (it.decrease(known), it.lower(known)))):
            return _Found(it, known, it.cost(known))
    return None


def _holds(part: Balanced) -> bool:
    return min(part.multipliers.values(), default=0) >= 0 and semidefinite(whole(part.form))


def _free(points: Iterable[str]) -> list[str]:
    """The conditions between points and the minimiser whose multipliers the values do not fix."""
    return [i + j for i, j in permutations([*points, "s"], 2) if j != "s"]
