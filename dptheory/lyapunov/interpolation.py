r"""The Lyapunov inequality under all interpolation conditions: one source for every number type.

For :math:`F \in S_{\mu,L}` with minimiser :math:`x_\star = 0` and the method
:math:`x_+ = x - \alpha (\nabla F(y) + w) + \beta (x - x_-)`, :math:`y = x + \eta (x - x_-)`, the
curvature :math:`\mu` is taken out,

.. math:: H = \frac{F - F_\star - \frac\mu2 |x|^2}{L - \mu},

which is any convex function with a 1-Lipschitz gradient and the minimum :math:`H(0) = 0`. Its
values and gradients g at points i and j satisfy (Taylor, Hendrickx, Glineur 2017, Theorem 4)

.. math:: J_{ij} = 2\,[H_j - H_i + g_j (x_i - x_j)] + |g_i - g_j|^2 \le 0,

and nothing else: no number of the class is in them, and where mu is near L the method is nearly
linear and nothing degenerates. With :math:`\xi = (x, x - x_-, g, h)`, g the gradient at y and h
that at x, the function

.. math:: V = \xi^T Q \xi + 2\,[q_y H(y) + q_x H(x)]

falls by :math:`\rho^2` a step and bounds the error of x, with

.. math:: G = 2 H(x) + \frac{\mu}{L-\mu} |x|^2 = \frac{2 (F(x) - F_\star)}{L-\mu},

if there are multipliers :math:`\lambda, \nu \ge 0` of the conditions between
:math:`(y, x, y_+, x_+, x_\star)` and between :math:`(y, x, x_\star)` with

.. math:: \rho^2 V - V_+ + \textstyle\sum \lambda_{ij} J_{ij} + c\,|w|^2 + 2 w\,m^T\xi
          \succeq 0, \\
          V - s\,G + \textstyle\sum \nu_{ij} J_{ij} \succeq 0.

Where :math:`\eta = 0`, y is x: h and x leave the lists. The function values cancel on the left,
which fixes one multiplier for each of them; what is left are quadratic forms. Without noise w, c
and m are 0. With s > 0, E(w | past) = 0 and :math:`E|w_t|^2 \le \sigma_t^2`, w counted in L,

.. math:: E F(x_t) - F_\star \le \frac{(L-\mu)\,\big(V_0 \rho^{2t}
          + c \sum_{k<t} \rho^{2(t-1-k)}\sigma_k^2\big)}{2 s}.

A third inequality bounds :math:`V_0` at rest, :math:`x_0 = x_{-1}`, by :math:`C\,G`. Proofs:
``docs/lmi.md``.

The method enters by m = mu/L and its matrices A, B L and C; with more than one move d these stand
in the place of x - x_- in xi. The forms act on signals (points and gradients), and :func:`signals`
says how a method's signals follow from :math:`(\xi, g_+, h_+, w)`. Everything is linear in the
unknowns: unit vectors in their place give the coefficients.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np

from dptheory.methods import Matrix, Method, StateSpace, matrices
from dptheory.numbers import Number

Array = np.ndarray[Any, Any]
Unknowns = Mapping[str, Any]
START = ("C", "start")


@dataclass(frozen=True, eq=False)
class Names:
    """What the inequality speaks of, equal to itself alone.

    Attributes:
        state, after: the signals that V reads, now and a step later.
        now, later: the points of V and their gradients, now and a step later.
    """

    state: tuple[str, ...]
    after: tuple[str, ...]
    now: Mapping[str, str]
    later: Mapping[str, str]

    @property
    def moment(self) -> tuple[str, ...]:
        """The signals of one moment."""
        return ("y", *self.state)

    @property
    def step(self) -> tuple[str, ...]:
        """The signals of a step, the noise w included."""
        return (*self.moment, "n", *self.after, "w")

    @property
    def x(self) -> str:
        """The point that is the iterate."""
        return "x" if "x" in self.now else "y"

    @property
    def form(self) -> tuple[str, ...]:
        """The entries of Q."""
        return tuple(map("".join, combinations_with_replacement(self.state, 2)))

    @property
    def decrease(self) -> tuple[str, ...]:
        """The conditions of a step whose multipliers the function values do not fix."""
        return self._free(*self.now, *self.later)

    @property
    def lower(self) -> tuple[str, ...]:
        """Those of a moment."""
        return self._free(*self.now)

    @property
    def noise(self) -> tuple[str, ...]:
        """c, and the multipliers of the noise with what V reads."""
        return ("c", *(f"m{signal}" for signal in self.state))

    def _free(self, *points: str) -> tuple[str, ...]:
        pairs = map("".join, permutations((*points, "s"), 2))
        return tuple(pair for pair in pairs if pair not in {f"{point}s" for point in self.now})


MOVES = "def"


@cache
def names_of(moves: int, apart: bool) -> Names:
    """What the inequality of such methods speaks of.

    Points: y and x with gradients g and h, later n and z; s, the minimiser.

    Args:
        moves: how many moves d, e, ... the method has, 1 to 3; d is the last one of x.
        apart: gradients are taken elsewhere than at x: otherwise y is x.
    """
    moving, gradients = MOVES[:moves], "gh"[: 1 + apart]
    return Names(
        ("x", *moving, *gradients),
        ("z", *(f"{name}_next" for name in (*moving, *gradients))),
        dict(zip("yx", gradients, strict=False)),
        {point: f"{name}_next" for point, name in zip("nz", gradients, strict=False)},
    )


@dataclass(frozen=True)
class Scaled:
    """A method and a class in the unit L; numbers of one type.

    Attributes:
        m: mu/L. A, B, C: the matrices of the method (:class:`~dptheory.methods.StateSpace`), those
            of B times L.
    """

    m: Number
    A: Matrix
    B: tuple[Number, ...]
    C: tuple[Number, ...]

    @cached_property
    def apart(self) -> bool:
        """Whether gradients are taken elsewhere than at the iterates."""
        return any(c != 0 for c in self.C)

    @cached_property
    def names(self) -> Names:
        """What its inequality speaks of."""
        return names_of(len(self.B), self.apart)

    # The letters of the family, for what is said in closed form of methods with one move.

    @property
    def step(self) -> Number:
        """alpha L."""
        return -self.B[0]

    @property
    def beta(self) -> Number:
        """The momentum."""
        return self.A[0][0]

    @property
    def eta(self) -> Number:
        """The extrapolation."""
        return self.C[0]

    def of(self, kind: Callable[[Any], Number]) -> "Scaled":
        """The same in numbers of another kind."""
        A, B, C = (tuple(map(kind, row)) for row in self.A), map(kind, self.B), map(kind, self.C)
        return Scaled(kind(self.m), tuple(A), tuple(B), tuple(C))

    def floats(self) -> "Scaled":
        """The same in floating point."""
        return self.of(float)

    def point(self, x: Any, moves: Sequence[Any]) -> Any:
        """y, where the gradient is taken."""
        return x + _sum(self.C, moves)

    def moved(self, moves: Sequence[Any], gradient: Any) -> list[Any]:
        """The next moves; the first is added to x."""
        return [_sum(row, moves) + b * gradient for row, b in zip(self.A, self.B, strict=True)]


def _sum(weights: Sequence[Number], vectors: Sequence[Any]) -> Any:
    found = weights[0] * vectors[0]
    for weight, vector in zip(weights[1:], vectors[1:], strict=True):
        found = found + weight * vector
    return found


def scaled(method: Method | StateSpace, mu: Number, smoothness: Number) -> Scaled:
    """A method and a class in the unit L."""
    A, B, C = matrices(method)
    return Scaled(mu / smoothness, A, tuple(b * smoothness for b in B), C)


@dataclass(frozen=True)
class Balanced:
    """Multipliers >= 0 by the names of their conditions, and the form that must be >= 0."""

    multipliers: Mapping[str, Any]
    form: Array


def conditions(
    gradients: Mapping[str, str], row: Mapping[str, Array], m: Number = 0
) -> dict[str, Array]:
    """The forms of J_ij between the named points and the minimiser s, by the names "ij".

    Args:
        gradients: the gradient of each point. row: how to read the signals off a vector.
        m: where it is not 0, the conditions of S(m, 1) times 2(1 - m), with F for H.
    """
    zero = 0 * row["x"]
    at = {"s": (zero, zero)} | {i: (row[i], row[g]) for i, g in gradients.items()}

    def form(i: str, j: str) -> Array:
        (x, g), (z, h) = at[i], at[j]
        move, turn = x - z, g - h
        curved = np.outer(move, move) - product(h, move) - product(turn, move)
        found: Array = product(h, move) + np.outer(turn, turn) + m * curved
        return found

    return {i + j: form(i, j) for i, j in permutations(at, 2)}


def value_weights(names: Names, v: Unknowns) -> dict[str, Any]:
    """q_y and q_x: what the multipliers of a step give the next function values."""
    free = {pair: v[pair] for pair in names.decrease}
    return {i: given(free, j) for i, j in zip(names.now, names.later, strict=True)}


def decrease(names: Names, v: Unknowns, rho2: Number) -> Balanced:
    """rho^2 V - V_+ with its multipliers on a step's signals, the noise (if v has c) included."""
    row = units(names.step)
    wanted = {i: rho2 * weight for i, weight in value_weights(names, v).items()}
    free = balanced({pair: v[pair] for pair in names.decrease}, wanted)
    found = _conditions(free, conditions({**names.now, **names.later}, row))
    found = found + rho2 * _quadratic(names, v, names.state, row)
    found = found - _quadratic(names, v, names.after, row)
    if "c" in v:
        found = found + times(v["c"], product(row["w"], row["w"]))
        for i in names.state:
            found = found + times(v[f"m{i}"], product(row["w"], row[i]))
    return Balanced(free, found)


def lower(names: Names, v: Unknowns, bend: Number) -> Balanced:
    """V - s G with its multipliers on a moment's signals.

    Args:
        bend: mu/(L - mu).
    """
    row, wanted = units(names.moment), value_weights(names, v)
    wanted[names.x] = wanted[names.x] - v["s"]
    free = balanced({pair: v[f"lower_{pair}"] for pair in names.lower}, wanted)
    form = _conditions(free, conditions(names.now, row)) + _quadratic(names, v, names.state, row)
    return Balanced(free, form - times(bend * v["s"], product(row["x"], row["x"])))


def start(names: Names, v: Unknowns, bend: Number) -> Balanced:
    """C G - V at rest with its multipliers on a moment's signals, d = 0.

    Args:
        bend: mu/(L - mu).
    """
    row = units(names.moment)
    free = balanced({"sy": v["start"]}, {"y": v["C"] - sum(value_weights(names, v).values())})
    form = _conditions(free, conditions({"y": "g"}, row)) - _quadratic(names, v, names.state, row)
    return Balanced(free, form + times(bend * v["C"], product(row["x"], row["x"])))


@lru_cache(maxsize=4)
def signals(at: Scaled) -> Array:
    """How a step's signals follow from what V reads now, the next gradients and the noise.

    Returns:
        A row for each signal, not to be written to. What a moment's follow from comes first.
    """
    names = at.names
    kind = float if isinstance(at.step, float) else object
    known = units((*names.state, *names.later.values(), "w"))
    row = {name: read.astype(kind) for name, read in known.items()}
    x, *moves = (row[name] for name in names.state[: 1 + len(at.B)])
    y = at.point(x, moves)
    moved = at.moved(moves, at.m * y + (1 - at.m) * row["g"] + row["w"])
    ahead = x + _sum((1 + at.C[0], *at.C[1:]), moved)
    row |= {"y": y, "n": ahead, "z": x + moved[0]}
    row |= dict(zip(names.after[1:], moved, strict=False))
    found = np.array([row[name] for name in names.step])
    found.flags.writeable = False
    return found


def true_gradients(at: Scaled) -> Array:
    """How x, the last move and the gradients of F over L follow from those of H, for a step.

    Returns:
        A row for each signal of what V reads now and of the next gradients.
    """
    names, rows = at.names, signals(at)[:, :-1]
    read = [*names.state, *names.later.values()]
    found = np.eye(len(read), dtype=int).astype(rows.dtype)
    for point, gradient in {**names.now, **names.later}.items():
        k = read.index(gradient)
        found[k] = (1 - at.m) * found[k] + at.m * rows[names.step.index(point)]
    return found


def units(names: Iterable[str]) -> dict[str, Array]:
    """A unit vector for each name."""
    listed = tuple(names)
    return dict(zip(listed, np.eye(len(listed), dtype=int), strict=True))


def given(multipliers: Unknowns, point: str) -> Any:
    """What multipliers of conditions add to the function value at a point."""
    into = sum(weight for pair, weight in multipliers.items() if pair[1] == point)
    return into - sum(weight for pair, weight in multipliers.items() if pair[0] == point)


def balanced(free: Unknowns, wanted: Unknowns) -> dict[str, Any]:
    """The multipliers with those that cancel values: weights of points that the rest misses."""
    return {**free, **{f"{i}s": weight + given(free, i) for i, weight in wanted.items()}}


def product(p: Array, q: Array) -> Array:
    """Twice the form of the product of two signals; of one signal, its square."""
    square: Array = np.outer(p, q)
    return square if p is q else square + square.T


def times(value: Any, form: Array) -> Array:
    """A multiple of a form: by a number, or by each entry of an array."""
    found: Array = np.multiply.outer(np.asarray(value), form)
    return found


def _conditions(free: Unknowns, forms: Mapping[str, Array]) -> Array:
    """The forms of J_ij times their multipliers."""
    found: Array = sum((times(value, forms[name]) for name, value in free.items()), np.array(0))
    return found


def _quadratic(
    names: Names, v: Unknowns, signals: Iterable[str], row: Mapping[str, Array]
) -> Array:
    """The form of xi^T Q xi, where xi are the named signals."""
    pairs = combinations_with_replacement([row[signal] for signal in signals], 2)
    terms = (times(v[entry], product(*xi)) for entry, xi in zip(names.form, pairs, strict=True))
    return sum(terms, np.array(0))
