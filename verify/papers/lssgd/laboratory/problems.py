r"""Losses :math:`F=\frac1n\sum f_i` on R^d, as a search draws them.

A ridge is a function of the coordinate along the unit vector with equal entries, an eigenvector of
:math:`A_\sigma` with eigenvalue 1; its shape is one of ``laboratory/shapes``. Half of the records
have a gradient that is larger than that of F by a fixed vector, the others one that is smaller by
it, and of an odd number one has the gradient of F.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from verify.formula.evaluate import Point
from verify.language.symbols import Box
from verify.papers.lssgd.laboratory import shapes

MOST_RECORDS = 12  # of a ridge with sampling errors, whose batches are counted


class Quadratic(NamedTuple):
    """Half the sum of :math:`Lc(v^\\top w)^2/|v|^2` over pairs (c, v), from the minimiser.

    Attributes:
        curvatures: the pairs; the sum of the c is at most 1. deviation: of a record, in units of G.
    """

    curvatures: tuple[tuple[Fraction, tuple[Fraction, ...]], ...]
    deviation: tuple[Fraction, ...]


class Ridge(NamedTuple):
    """A function of the coordinate along the vector with equal entries.

    Attributes:
        slope: its shape. spread: how far a record's slope is from it, in units of G.
    """

    slope: Any
    spread: Fraction


# A value names its class, so that a reader of an instance sees what it is.
RIDGE, QUADRATIC = "function of u'w", "quadratic"
ALONG = r"$u^\top w$, $u$ being the unit vector with equal entries,"


def ridge(slope: Any, spread: Fraction = shapes.ZERO) -> tuple[Any, ...]:
    """A ridge as a value."""
    return RIDGE, slope, spread


def read(value: Any) -> Ridge | Quadratic | None:
    """The loss that a value stands for, if it is one."""
    if not isinstance(value, tuple) or len(value) != 3:
        return None
    name, *fields = value
    return {RIDGE: Ridge, QUADRATIC: Quadratic}[name](*fields) if isinstance(name, str) else None


@dataclass(frozen=True)
class Problem:
    """Losses of a class.

    Attributes:
        convex: whether F is; otherwise it is bounded below. jumps: records are G-Lipschitz and
            may have kinks, instead of an L-Lipschitz gradient of F.
    """

    convex: bool = True
    jumps: bool = False
    needs: tuple[str, ...] = ("d", "n", "T")

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        few = int(point["T"]) <= shapes.MOST_ITERATIONS
        if self.jumps or (few and rng.random() < 1 / 2):
            slope = shapes.drawn(rng, self.convex, self.jumps)
            room = 1 - shapes.steepness(slope) if self.jumps else Fraction(1)
            share = Fraction(int(rng.integers(0, 5)), 4)
            return ridge(slope, room * share if point["n"] <= MOST_RECORDS else Fraction(0))
        d = int(point["d"])
        pairs = int(rng.integers(1, 4))
        shares = rng.integers(0, 9, size=pairs)
        directions = [_vector(rng, d) for _ in range(pairs)]
        deviation = _vector(rng, d)
        length = sum(map(abs, deviation))
        curvatures = tuple(
            (Fraction(int(share), max(8, int(shares.sum()))), v)
            for share, v in zip(shares, directions, strict=True)
        )
        return QUADRATIC, curvatures, tuple(x / length for x in deviation)

    def corners(self, point: Point) -> tuple[Any, ...]:
        if self.jumps:
            return (ridge(shapes.KINK),)
        ones = (Fraction(1),) * int(point["d"])
        steep = (QUADRATIC, ((Fraction(1), ones),), (Fraction(0),) * len(ones))
        if int(point["T"]) > shapes.MOST_ITERATIONS:
            return (steep,)
        kept = (shapes.HUBER,) if self.convex else (shapes.TENT, shapes.HUBER)
        return (*map(ridge, kept), steep)

    def contains(self, value: Any, point: Point) -> bool:
        loss = read(value)
        if isinstance(loss, Ridge):
            room = 1 - shapes.steepness(loss.slope) if self.jumps else 1
            return 0 <= loss.spread <= room and shapes.fits(loss.slope, self.convex, self.jumps)
        if self.jumps or loss is None:
            return False
        vectors = [loss.deviation, *(v for _, v in loss.curvatures)]
        shares = [c for c, _ in loss.curvatures]
        fits = all(len(v) == point["d"] for v in vectors) and all(map(any, vectors[1:]))
        fits = fits and all(c >= 0 for c in shares) and sum(shares) <= 1
        return fits and sum(x * x for x in loss.deviation) <= 1

    def words(self) -> str:
        kind = "convex losses" if self.convex else "losses bounded below"
        if self.jumps:
            return (
                rf"the {kind} on $\mathbb R^d$ with $G$-Lipschitz records; only functions of "
                rf"{ALONG} are drawn"
            )
        return (
            rf"the {kind} on $\mathbb R^d$ with an $L$-Lipschitz gradient, from which those of the "
            r"records differ by at most $G$ in the root mean square; only quadratics and functions "
            rf"of {ALONG} are drawn"
        )


def _vector(rng: np.random.Generator, d: int) -> tuple[Fraction, ...]:
    found = tuple(Fraction(int(x)) for x in rng.integers(-3, 4, size=d))
    return found if any(found) else (Fraction(1),) * d
