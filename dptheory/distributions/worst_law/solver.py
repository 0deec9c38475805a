"""The worst law in floats: an exchange of contacts, each with a closed form on an edge.

Source: own; Theorem 2 of docs/worst_law.md.
"""

import math
from dataclasses import dataclass
from typing import Any

from dptheory.distributions.worst_law.problem import Piece, Problem
from dptheory.results import explained

CLOSE = 1e-14  # of the size of the functional: what the search leaves
ROUNDS = 200


@explained
@dataclass(frozen=True)
class Atom:
    """A reflected pair: g has the component x along u and the length y.

    Attributes:
        x: in the unit of gradients.
        y: at least ``|x|``; the component across u is plus or minus ``sqrt(y^2 - x^2)``.
        weight: the probability of the pair.
    """

    x: Any
    y: Any
    weight: Any

    @property
    def across(self) -> float:
        """The length of the component across u."""
        return math.sqrt((self.y - self.x) * (self.y + self.x))


@dataclass(frozen=True)
class WorstLaw:
    """A law that attains the least value, to rounding.

    Attributes:
        value: the least value.
        slope: the multiplier of the mean.
        atoms: one or two, from left to right.
        places: the numbers of their pieces in :meth:`Problem.pieces`.
    """

    value: float
    slope: float
    atoms: tuple[Atom, ...]
    places: tuple[int, ...]


Contact = tuple[float, float, float, int]  # functional, x, y, number of the piece


def _stationary(piece: Piece, p: float, q: float, slope: float) -> list[float]:
    """Where the derivative of h (p x + q) - slope x along an edge vanishes, within the piece."""
    if piece.n == 0:
        return []  # linear in x
    k, m = piece.k, piece.m
    if piece.x[2] == 0:
        sign = piece.x[1]
        square = k * (p * sign * m - q) / (slope * sign) if slope else 0.0
        found = [math.sqrt(square) - m] if square > 0 else []
    else:
        x0, x2 = piece.x[0], piece.x[2]
        # k (p x' (m + y) - p x - q) - slope x' (m + y)^2, x' = 2 x2 y
        found = _roots(
            -2 * slope * x2,
            k * p * x2 - 4 * slope * x2 * m,
            2 * k * p * x2 * m - 2 * slope * x2 * m * m,
            -k * (p * x0 + q),
        )
    return [y for y in found if piece.start < y < piece.end]


def _roots(a: float, b: float, c: float, d: float) -> list[float]:
    """The real roots of a y^3 + b y^2 + c y + d."""
    if a == 0:
        if b == 0:
            return [-d / c] if c else []
        inner = c * c - 4 * b * d
        if inner < 0:
            return []
        half = -(c + math.copysign(math.sqrt(inner), c)) / 2
        return [half / b, d / half] if half else [0.0]
    import numpy as np

    return [float(z.real) for z in np.roots((a, b, c, d)) if abs(z.imag) <= 1e-6 * abs(z)]


def solve(problem: Problem) -> WorstLaw:
    """The worst law, to rounding.

    Contacts left and right of the mean are exchanged for the point that is farthest below the
    line through them, until none is.

    Args:
        problem: the functional, the gradient and the bound of the deviation.

    Raises:
        ArithmeticError: the search does not end (a defect).
    """
    pieces = [_floating(piece) for piece in problem.pieces()]
    problem = problem.over(float)
    s = problem.gradient
    ends = [_contact(problem, pieces, i, y) for i, e in enumerate(pieces) for y in (e.start, e.end)]
    size = CLOSE * max(abs(contact[0]) for contact in ends)
    for contact, slope in _single(problem, pieces):
        if _lowest(problem, pieces, ends, slope)[1] >= contact[0] - slope * s - size:
            return WorstLaw(contact[0], slope, (Atom(s, contact[2], 1.0),), (contact[3],))
    left = min((c for c in ends if c[1] <= s), key=lambda c: (c[1], c[0]))
    right = min((c for c in ends if c[1] >= s), key=lambda c: (-c[1], c[0]))
    for _ in range(ROUNDS):
        if right[1] == left[1]:  # no deviation but 0
            return WorstLaw(left[0], 0.0, (Atom(s, left[2], 1.0),), (left[3],))
        slope = (right[0] - left[0]) / (right[1] - left[1])
        found, depth = _lowest(problem, pieces, ends, slope)
        level = left[0] - slope * left[1]
        if depth >= level - size or found in (left, right):
            share = (s - left[1]) / (right[1] - left[1])
            atoms = Atom(left[1], left[2], 1 - share), Atom(right[1], right[2], share)
            value = (1 - share) * left[0] + share * right[0]
            return WorstLaw(value, slope, atoms, (left[3], right[3]))
        left, right = (found, right) if found[1] <= s else (left, found)
    raise ArithmeticError(f"the exchange must end. Found that it does not, for {problem}.")


def _floating(piece: Piece) -> Piece:
    """The piece in floats; its ends were found in the numbers given."""
    k, m, n = float(piece.k), float(piece.m), float(piece.n)
    x0, x1, x2 = map(float, piece.x)
    return Piece(float(piece.start), float(piece.end), k, m, n, (x0, x1, x2))


def _contact(problem: Problem, pieces: list[Piece], i: int, y: float) -> Contact:
    """The point of an edge at y."""
    piece = pieces[i]
    x = piece.place(y)
    return piece.k * (problem.along * x + problem.constant) / (piece.m + piece.n * y), x, y, i


def _lowest(
    problem: Problem, pieces: list[Piece], ends: list[Contact], slope: float
) -> tuple[Contact, float]:
    """The point that minimises the functional less slope x, and that minimum."""
    found = list(ends)
    for i, piece in enumerate(pieces):
        for y in _stationary(piece, problem.along, problem.constant, slope):
            found.append(_contact(problem, pieces, i, y))
    best = min(found, key=lambda c: c[0] - slope * c[1])
    return best, best[0] - slope * best[1]


def _single(problem: Problem, pieces: list[Piece]) -> list[tuple[Contact, float]]:
    """One atom at x = s on an edge, with the slope of the functional there."""
    s, found = problem.gradient, []
    for i, piece in enumerate(pieces):
        straight = piece.x[2] == 0
        if straight and piece.x[1] < 0:
            continue
        y = s if straight else math.hypot(s, problem.radius)
        if piece.start < y < piece.end:
            h = piece.k / (piece.m + piece.n * y)
            rate = 1.0 if straight else s / y  # dy/dx
            size = problem.along * s + problem.constant
            slope = h * problem.along - h * h / piece.k * piece.n * rate * size
            found.append(((h * size, s, y, i), slope))
    return found
