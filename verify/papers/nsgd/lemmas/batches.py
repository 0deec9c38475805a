r"""One step on a batch without replacement: the expectations that Lemmas A.2 and A.4 speak of.

The N gradients of the records at :math:`x_k` have the mean :math:`\nabla f(x_k)`; a batch is each B
of them, equally likely. All batches of a few records are enumerated. The objective is

.. math:: f(x_k+y)-f(x_k)=\langle\nabla f,y\rangle+\sum_j\bigl(\tfrac\lambda2y_j^2+A(\cos\phi
          -\cos(wy_j+\phi)-wy_j\sin\phi)\bigr),

whose gradient moves by at most :math:`(|\lambda|+Aw^2)|y|`: here :math:`\lambda` is a share
:math:`\theta` of :math:`a=L_0+L_1\Vert\nabla f\Vert`, and :math:`Aw^2` a share of what is left. The
mean over Gaussian noise is a formula.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.formula.evaluate import Point, Undefined
from verify.language import Formula, expectation, external, index, largest, lemma, number, total
from verify.language.laws import without_replacement
from verify.language.symbols import Box, between, of_kind, positive, real, sequence
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, chain, multiply, square_of_sum, substitute, words
from verify.papers.nsgd.notation import V as PAPER

Array = NDArray[np.float64]
MOST_BATCHES = 200
BEYOND = 1e60


@dataclass(frozen=True)
class Records:
    """The gradients of N records: a tuple of N vectors of R^d."""

    needs: tuple[str, ...] = ("N", "d")

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        n, d = int(point["N"]), int(point["d"])
        scale = Fraction(10) ** int(rng.integers(-1, 2))
        tops = rng.integers(-6, 7, size=(n, d))
        return tuple(tuple(scale * Fraction(int(t), 3) for t in row) for row in tops)

    def corners(self, point: Point) -> tuple[Any, ...]:
        n, d = int(point["N"]), int(point["d"])

        def rows(entry: Callable[[int], int]) -> Any:
            return tuple(tuple(Fraction(entry(i) * (k == 0)) for k in range(d)) for i in range(n))

        return (rows(lambda i: 1), rows(lambda i: (-1) ** i), rows(lambda i: 3 * (i == 0)))

    def contains(self, value: Any, point: Point) -> bool:
        n, d = int(point["N"]), int(point["d"])
        return isinstance(value, tuple) and len(value) == n and all(len(g) == d for g in value)

    def words(self) -> str:
        return "the gradients of N records, vectors of R^d"

    def latex(self, letter: str) -> str:
        """The gradients with their space."""
        return rf"${letter}\in\mathbb R^d$"


V = PAPER.extended(
    d=PAPER.d.within(search=(1, 3)),
    N=PAPER.N.within(search=(1, 5)),
    B=PAPER.B.within(search=(1, 5)),
    data=of_kind(Records(), "g^{(1)},\\dots,g^{(N)}", unit="gradient"),
    # Of the objective: shares of its curvature, its wave.
    theta=between(-1, 1, r"\theta", unit="1"),
    kappa=between(0, 1, r"\kappa", unit="1"),
    w=positive("w", unit="1/length", search=(0.1, 3)),
    phi=real(r"\phi", unit="1", search=(-3, 3)),
    # Of the lemmas: any numbers; a coordinate of the bounded gradients; the records in a batch.
    square=real(r"\mathbb{E}\Vert hg\Vert^2", unit="1", search=(0, 1)),
    middle=real(r"\Vert\mathbb{E}hg\Vert^2", unit="1", search=(0, 1)),
    a=sequence("N", r"(h^{(\cdot)}g^{(\cdot)})_j", unit="1"),
    Z=of_kind(without_replacement("N", "B"), r"\mathcal B", unit="1"),
)


def normalised(gradients: Array, r: float) -> Array:
    """h g for every row."""
    found: Array = gradients / (r + np.linalg.norm(gradients, axis=1, keepdims=True))
    return found


def clipped(gradients: Array, c: float) -> Array:
    """The same with the factor min(1, c/|g|), which is 1 at g = 0."""
    norms = np.linalg.norm(gradients, axis=1, keepdims=True)
    found: Array = gradients * (c / np.maximum(c, norms))
    return found


Rule = Callable[[Array, float], Array]


def rows(data: Any) -> Array:
    """The gradients as floats.

    Raises:
        Undefined: a square would leave double precision.
    """
    found = np.array(data, dtype=float)
    size = float(np.abs(found).max(initial=0.0))
    if size > BEYOND or 0 < size < 1 / BEYOND:
        raise Undefined("gradients beyond double precision")
    return found


def batch_means(parts: Array, B: Any) -> Array:
    """The means of all batches of B rows.

    Raises:
        Undefined: there is no such batch, or there are too many.
    """
    n, size = len(parts), int(B)
    if size > n or math.comb(n, size) > MOST_BATCHES:
        raise Undefined(f"a batch must be of at most N = {n} records. Found B = {size}.")
    means: Array = np.array(
        [parts[list(b)].mean(axis=0) for b in itertools.combinations(range(n), size)]
    )
    return means


def of_batches(rule: Rule) -> Callable[..., float]:
    """E of the square of the norm of a batch's mean."""

    def batch_square(data: Any, B: Any, level: Any) -> float:
        means = batch_means(rule(rows(data), float(level)), B)
        return float((means**2).sum(axis=1).mean())

    return batch_square


def of_records(rule: Rule) -> Callable[..., float]:
    """E of the square of the norm of one bounded gradient."""

    def record_square(data: Any, level: Any) -> float:
        return float((rule(rows(data), float(level)) ** 2).sum(axis=1).mean())

    return record_square


def of_mean(rule: Rule) -> Callable[..., float]:
    """The square of the norm of the mean of all bounded gradients."""

    def mean_square(data: Any, level: Any) -> float:
        return float((rule(rows(data), float(level)).mean(axis=0) ** 2).sum())

    return mean_square


def along(rule: Rule) -> Callable[..., float]:
    """E of the inner product of the gradient of f with one bounded gradient."""

    def inner(data: Any, level: Any) -> float:
        gradients = rows(data)
        return float(gradients.mean(axis=0) @ rule(gradients, float(level)).mean(axis=0))

    return inner


def gradient_norm(data: Any) -> float:
    """The norm of the gradient of f."""
    return float(np.linalg.norm(rows(data).mean(axis=0)))


def raised(gradient: Array, moves: Array, variance: float, shape: tuple[Any, ...]) -> float:
    """The mean of f(x + y) - f(x) over the rows y of ``moves``, each with Gaussian noise.

    Args:
        gradient: of f at x, shape (d,).
        moves: the means of y, shape (m, d).
        variance: of the noise in every coordinate.
        shape: L0, L1, theta, kappa, w, phi.

    Raises:
        Undefined: a number leaves double precision.
    """
    L0, L1, theta, kappa, w, phi = map(float, shape)
    curvature = L0 + L1 * float(np.linalg.norm(gradient))
    lam = theta * curvature
    A = kappa * (curvature - abs(lam)) / w**2
    with np.errstate(over="raise", invalid="raise"):
        try:
            waves = math.cos(phi) - math.exp(-(w**2) * variance / 2) * np.cos(w * moves + phi)
            others = lam / 2 * (moves**2 + variance) + A * (waves - w * moves * math.sin(phi))
            return float((moves @ gradient + others.sum(axis=1)).mean())
        except (FloatingPointError, OverflowError) as error:
            raise Undefined("a step beyond double precision") from error


def rise(rule: Rule) -> Callable[..., float]:
    """E f(x_{k+1}) - f(x_k), the noise on the mean of a given standard deviation."""

    def change(data: Any, B: Any, level: Any, eta: Any, deviation: Any, *shape: Any) -> float:
        gradients, step = rows(data), float(eta)
        moves = -step * batch_means(rule(gradients, float(level)), B)
        return raised(gradients.mean(axis=0), moves, (step * float(deviation)) ** 2, shape)

    return change


SHAPE = (V.L0, V.L1, V.theta, V.kappa, V.w, V.phi)
SMOOTHNESS = V.L0 + V.L1 * external(r"\Vert\nabla f(x_k)\Vert", gradient_norm, V.data)
BATCHES = V.B <= V.N

# In one coordinate, exactly: what the batches have of the numbers a_1, ..., a_N.
RECORD, DRAWN = index("i"), index("z")
OWN, SQUARES = total(RECORD, 1, V.N, V.a[RECORD]), total(RECORD, 1, V.N, V.a[RECORD] ** 2)
OF_BATCH = total(RECORD, 1, V.N, V.a[RECORD] * DRAWN[RECORD]) / V.B
PAIRS = (V.B - 1) / (V.N - 1)


def exact_square(square: Formula, middle: Formula, pairs: Formula = PAIRS) -> Formula:
    """E of the square of a batch's mean, from the mean square and the square of the mean."""
    return (square + pairs * (V.N * middle - square)) / V.B


INCLUSION = lemma(
    "nsgd/inclusion",
    expectation(V.Z, DRAWN, OF_BATCH**2) == exact_square(SQUARES / V.N, (OWN / V.N) ** 2),
    given=["N >= 2", BATCHES],
    by=Derive(multiply(square_of_sum(V.Z, DRAWN, RECORD, V.a[RECORD]), 1 / V.B**2)),
)
INCLUDED = (
    "The square of a norm is the sum of the squares of the coordinates; the lemma inclusion has "
    "the mean of each of these over the batches. A single record makes one batch only."
)
SPREAD = (
    "The square of the norm of a mean is at most the mean of the squares; a norm is not negative."
)

# For N = 1 there are no pairs, and B - 1 is 0.
PAIRS_OR_NONE = (V.B - 1) / largest(V.N - 1, 1)
WEIGHT = V.N * PAIRS_OR_NONE / V.B
LESS = lemma(
    "nsgd/square-of-a-batch",
    exact_square(V.square, V.middle, PAIRS_OR_NONE) + WEIGHT * (V.square - V.middle) == V.square,
    given=[BATCHES],
)


def batches_below_records(
    batch: Formula, record: Formula, middle: Formula, factor: Formula
) -> Link:
    """A factor times the mean square over all batches is at most the same for the records."""
    exact = exact_square(record, middle, PAIRS_OR_NONE)
    return chain(
        add(
            multiply(words(INCLUDED, batch == exact, cites=[INCLUSION]), factor),
            multiply(words(SPREAD, number(0) <= factor * (record - middle)), WEIGHT),
        ),
        multiply(substitute(LESS, {"square": record, "middle": middle}), factor),
    )
