r"""Noise floors from below: what one shock costs on the worst function of the class.

From rest at the minimiser one shock, :math:`x_0 = -\alpha w`, :math:`x_{-1} = 0`, is followed by a
path without noise, on which the sum of the errors is at least :math:`c\,|w|^2` for some function of
the class. Where the method comes to rest, rare shocks with this w, far apart, cost as much: no
bound of the mean error per unit of E|w|^2 is below c. A function is found as second moments of the
shock and the gradients of H on the path with values that obey every interpolation condition
(:mod:`dptheory.lyapunov.interpolation`); they are rounded and tested in rationals.

Source: own; docs/lmi.md.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq

from dptheory.contract import public
from dptheory.lyapunov import certificates
from dptheory.lyapunov.conic import Program, inner_points, rounded
from dptheory.lyapunov.floors import Measure, height, measured
from dptheory.lyapunov.full_exact import ratio, rational, semidefinite, whole
from dptheory.lyapunov.full_rates import Query
from dptheory.lyapunov.interpolation import Array, Scaled
from dptheory.lyapunov.results import exact_method, function_class
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import Result

MOST_STEPS = 20
STEPS, STEPS_APART = 12, 6  # some 0.1 s


@public
@dataclass(frozen=True)
class LowerEnd(Result):
    """A number below which no bound of the mean error per unit of E|w|^2 can be, with its witness.

    Attributes:
        measure: what the mean is of. by: what shows it, "one shock" or "a radial function".
        gain: rounded down; units as in a floor.
        certificate: what ``verify/kernel.py`` reads; the gain is the c of its statement.

    Example:
        >>> from dptheory import gradient
        >>> round(worst_shock(gradient("0.1"), 1, 10, 1).gain, 6)
        0.05
    """

    measure: str
    by: str
    gain: float
    certificate: dict[str, Any]


@dataclass(frozen=True)
class _Path:
    """The path after a shock of length 1/(alpha L), in the numbers of ``at``."""

    at: Scaled
    steps: int

    @property
    def size(self) -> int:
        """How many vectors: the first move, the gradients at each y, and at each x if apart."""
        return 1 + self.steps * (1 + self.at.apart)

    @cached_property
    def points(self) -> tuple[Array, Array, Array]:
        """Rows that read the points, their gradients, and the iterates off the vectors.

        The points are each y, each x where that is another point, and the minimiser.
        """
        kind = float if isinstance(self.at.step, float) else object
        vectors = np.eye(self.size, dtype=int).astype(kind)
        x, moves = vectors[0], [vectors[0]]
        at, iterates, taken = self.at, [], []
        for gradient in vectors[1 : 1 + self.steps]:
            y = at.point(x, moves)
            iterates.append(x)
            taken.append(y)
            moves = at.moved(moves, at.m * y + (1 - at.m) * gradient)
            x = x + moves[0]
        apart = iterates if at.apart else []
        zero = 0 * vectors[:1]
        places = np.vstack([*taken, *apart, zero])
        return places, np.vstack([vectors[1:], zero]), np.array(iterates)

    def room(self, moments: Array, values: Array) -> Array:
        """-J_ij of all pairs of points, a matrix; of each of several if there are more indices."""
        x, g, _ = self.points
        gx, gg = g @ moments @ x.T, g @ moments @ g.T
        own = np.einsum("...ii->...i", gx)
        square = np.einsum("...ii->...i", gg)
        turn = square[..., :, None] + square[..., None, :] - 2 * gg
        # 2 [H_j - H_i + g_j (x_i - x_j)] + |g_i - g_j|^2.
        move = np.swapaxes(gx, -1, -2) - own[..., None, :]
        found: Array = 2 * (values[..., None, :] - values[..., :, None] + move) + turn
        return -found

    def cost(self, moments: Array, values: Array, of: Measure) -> Any:
        """The sum of M over the path."""
        m, (_, g, x) = self.at.m, self.points
        if of is Measure.VALUE:
            first = self.steps if self.at.apart else 0
            squares = ((x @ moments) * x).sum(axis=(-2, -1))
            return 2 * values[..., first : first + self.steps].sum(axis=-1) + m / (1 - m) * squares
        if of is Measure.GRADIENT:
            x = m * x + (1 - m) * g[-1 - self.steps : -1]
        return ((x @ moments) * x).sum(axis=(-2, -1))


@public
def worst_shock(
    method: Method,
    mu: Number,
    smoothness: Number,
    iterations: int | None = None,
    *,
    measure: str = Measure.VALUE,
) -> LowerEnd | None:
    """The largest sum of errors after one shock that was found, with an exact witness.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        iterations: how long the path is, 1 to 20 (default: 12, or 6 where gradients are taken
            elsewhere than at the iterates); the work grows with its sixth power.
        measure: as in :func:`dptheory.lyapunov.floors.noise_floor`.

    Returns:
        None where no witness was found.

    Example:
        >>> from dptheory import heavy_ball
        >>> round(worst_shock(heavy_ball("0.1", "0.45"), 1, 10).gain, 3)
        0.093
    """
    query = Query(exact_method(method), *function_class(mu, smoothness))
    if iterations is None:
        iterations = STEPS_APART if query.at.apart else STEPS
    require(1 <= iterations <= MOST_STEPS, "iterations", f"from 1 to {MOST_STEPS}", iterations)
    if not query.searchable():
        return None
    # Where errors vanish fast a long path leaves no room for rounding; a short one says as much.
    lengths = (iterations >> halved for halved in range(iterations.bit_length()))
    tries = (_found(query, length, measured(measure)) for length in lengths)
    return next((found for found in tries if found is not None), None)


def _found(query: Query, steps: int, of: Measure) -> LowerEnd | None:
    rough, it = (_Path(at, steps) for at in (query.at.floats(), rational(query.at)))
    for inside in inner_points(_program(rough, of)):
        moments, values = _read(it, np.array([*map(rounded, inside), fmpq(1)], dtype=object)[None])
        if _possible(it, moments[0], values[0]):
            return _witness(query, it, of, moments[0], values[0])
    return None


def _read(path: _Path, vectors: Array) -> tuple[Array, Array]:
    """Moments, the first move of length 1, and values, 0 at the minimiser, off the unknowns."""
    size, count = path.size, len(vectors)
    i, j = np.triu_indices(size)
    moments = np.zeros((count, size, size), dtype=vectors.dtype)
    entries = np.hstack([vectors[:, -1:], vectors[:, : len(i) - 1]])
    moments[:, i, j] = moments[:, j, i] = entries
    values = np.hstack([vectors[:, len(i) - 1 : -1], 0 * vectors[:, -1:]])
    return moments, values


def _program(path: _Path, of: Measure) -> Program:
    size, points = path.size, len(path.points[0])
    count = size * (size + 1) // 2 - 1 + points - 1 + 1
    moments, values = _read(path, np.eye(count))
    others = ~np.eye(points, dtype=bool)
    return Program(
        -path.cost(moments, values, of), path.room(moments, values)[:, others].T, [moments]
    )


def _possible(path: _Path, moments: Array, values: Array) -> bool:
    return min(path.room(moments, values).ravel()) >= 0 and semidefinite(whole(moments))


def _witness(query: Query, path: _Path, of: Measure, moments: Array, values: Array) -> LowerEnd:
    cost = path.cost(moments, values, of) * path.at.step**2
    gain = height(query, of) * cost / ratio(query.smoothness) ** 2
    witness = {"moments": certificates.texts(moments), "values": certificates.texts(values[:-1])}
    least = Fraction(int(gain.p), int(gain.q))
    certificate = certificates.per_noise("shock", query, str(of), least, witness)
    c = float(Fraction(certificate["statement"]["c"]))
    return LowerEnd(str(of), "one shock", float(np.nextafter(c, 0)), certificate)
