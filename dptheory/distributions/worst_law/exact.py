"""The worst law in rational arithmetic: an exact law, a dual certificate and the gap between.

Source: own; Theorem 2 of docs/worst_law.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import comb, isqrt, lcm
from typing import Any

from dptheory.distributions.worst_law.problem import Piece, Problem
from dptheory.distributions.worst_law.solver import Atom, solve
from dptheory.results import explained

BITS = 120  # of the places of the atoms
POLISHED = 6  # steps of Newton's method at most; each doubles the digits
SETTLED = Fraction(1, 10**14)  # of the radius: what the last step changes
FAR = Fraction(1, 10**2)  # a step of this share of the radius is not taken
HALVINGS = 40
# Shares of the value that the certificate gives away, the first one that will do.
SHARES = (Fraction(0), Fraction(1, 10**15), Fraction(1, 10**12), Fraction(1, 10**9))
LAST = Fraction(1, 10**24)  # of the size of the functional, where the value nearly vanishes

Polynomial = list[Fraction]  # coefficients of 1, y, y^2, ...


@explained
@dataclass(frozen=True)
class Certified:
    """The least value between rational numbers, with what proves both.

    Attributes:
        problem: in rational numbers.
        lower, upper: the least value is between; ``upper`` is the value of the law of ``atoms``.
        slope: of the dual certificate of ``lower``.
        atoms: one or two.
        cuts: for each piece, inner points between which Bernstein coefficients prove it.
    """

    problem: Problem
    lower: Fraction
    upper: Fraction
    slope: Fraction
    atoms: tuple[Atom, ...]
    cuts: tuple[tuple[Fraction, ...], ...]


def certify(problem: Problem) -> Certified:
    """The least value, proved in rational arithmetic.

    The gap is at most 1e-9 of the value, or 1e-24 of the functional's size if that is more.

    Args:
        problem: the functional, the gradient and the bound of the deviation.

    Raises:
        ArithmeticError: no certificate is found (a defect; none is known).
    """
    problem = problem.over(Fraction)
    law, pieces = solve(problem), list(problem.pieces())
    places = [pieces[i] for i in law.places]
    if len(law.atoms) == 1:
        slope, atoms = _one(problem, places[0])
    else:
        slope, atoms = _two(problem, places, [a.y for a in law.atoms])
    value = Fraction(sum(a.weight * problem.value(a.x, a.y) for a in atoms))
    for share in (*SHARES, None):
        lost = LAST * _size(problem, pieces) if share is None else share * abs(value)
        cuts = _all_cuts(problem, pieces, value - lost, slope, [a.y for a in atoms])
        if cuts is not None:
            return Certified(problem, value - lost, value, slope, atoms, cuts)
    raise ArithmeticError(f"a certificate must be found. Found none for {problem}.")


def _size(problem: Problem, pieces: Sequence[Piece]) -> Fraction:
    """The largest absolute value of the functional at the ends of the pieces."""
    ends = ((piece, y) for piece in pieces for y in (piece.start, piece.end))
    return Fraction(max(abs(_functional(problem, piece, y)) for piece, y in ends))


def _functional(problem: Problem, piece: Piece, y: Any) -> Any:
    """The functional on an edge."""
    size = problem.along * piece.place(y) + problem.constant
    return piece.k * size / (piece.m + piece.n * y)


def _one(problem: Problem, piece: Piece) -> tuple[Fraction, tuple[Atom, ...]]:
    """The slope and the law of an atom at x = s, inside D by what its place is rounded."""
    s = problem.gradient
    if piece.x[2] == 0:
        y, rate = s, Fraction(1)
    else:
        y = _root_below(s * s + problem.radius**2)
        rate = s / y
    bottom = piece.m + piece.n * y
    size = problem.along * s + problem.constant
    slope = piece.k * (problem.along * bottom - piece.n * rate * size) / bottom**2
    return Fraction(slope), (Atom(s, y, Fraction(1)),)


def _two(
    problem: Problem, places: Sequence[Piece], start: Sequence[float]
) -> tuple[Fraction, tuple[Atom, ...]]:
    """The slope and the law of two atoms, whose places are polished unless they are ends."""
    ys, inner = [], []
    for piece, y in zip(places, start, strict=True):
        ends = {float(end): end for end in (piece.start, piece.end)}
        inner.append(y not in ends)
        ys.append(Fraction(ends.get(y, y)))
    slope = _chord(problem, places, ys)
    for _ in range(POLISHED if any(inner) else 0):
        before = list(ys)
        for i, piece in enumerate(places):
            if inner[i]:
                ys[i] = _polished(problem, piece, ys[i], slope)
        slope = _rounded(_chord(problem, places, ys), slope)
        if all(abs(y - z) <= SETTLED * problem.radius for y, z in zip(ys, before, strict=True)):
            break
    left, right = (piece.place(y) for piece, y in zip(places, ys, strict=True))
    share = (problem.gradient - left) / (right - left)
    return slope, (Atom(left, ys[0], 1 - share), Atom(right, ys[1], share))


def _chord(problem: Problem, places: Sequence[Piece], ys: Sequence[Fraction]) -> Fraction:
    """The slope of the line through the contacts."""
    (a, c), (b, d) = (
        (piece.place(y), _functional(problem, piece, y))
        for piece, y in zip(places, ys, strict=True)
    )
    return Fraction((d - c) / (b - a))


def _polished(problem: Problem, piece: Piece, y: Fraction, slope: Fraction) -> Fraction:
    """A step of Newton's method towards where the gap is stationary on an edge."""
    bottom, x = [piece.m, piece.n], list(piece.x)
    dx = _derivative(x)
    size = [problem.along * v for v in x]
    size[0] += problem.constant
    inner = _sum(_times([piece.k * problem.along], dx, bottom), _times([-piece.k * piece.n], size))
    inner = _sum(inner, _times([-slope], dx, bottom, bottom))
    value, rate = _at(inner, y), _at(_derivative(inner), y)
    if rate == 0 or abs(value) > FAR * problem.radius * abs(rate):
        return y
    moved = _rounded(y - value / rate, problem.radius)
    return Fraction(min(max(moved, piece.start), piece.end))


def _all_cuts(
    problem: Problem,
    pieces: Sequence[Piece],
    lower: Fraction,
    slope: Fraction,
    contacts: Sequence[Fraction],
) -> tuple[tuple[Fraction, ...], ...] | None:
    """The cuts of all pieces, unless one has none that will do."""
    found = []
    for piece in pieces:
        cuts = _cuts(piece, problem, lower, slope, contacts)
        if cuts is None:
            return None
        found.append(tuple(cuts))
    return tuple(found)


def _cuts(
    piece: Piece, problem: Problem, lower: Fraction, slope: Fraction, contacts: Sequence[Fraction]
) -> list[Fraction] | None:
    """Inner points between which the gap's Bernstein coefficients are nonnegative, if any."""
    gap = _gap(piece, problem, lower, slope)
    points = sorted({piece.start, piece.end, *(y for y in contacts if piece.start < y < piece.end)})
    found: list[Fraction] = []
    for a, b in pairwise(points):
        between = _halved(gap, a, b, HALVINGS)
        if between is None:
            return None
        found += [*between, b]
    return found[:-1]


def _gap(piece: Piece, problem: Problem, lower: Fraction, slope: Fraction) -> list[int]:
    """A positive multiple of (F - lower - slope (x - s)) times the denominator of h."""
    k, m, n = piece.k, piece.m, piece.n
    level = slope * problem.gradient - lower
    gap = [level * m + k * problem.constant, level * n, Fraction(0), Fraction(0)]
    for i, v in enumerate(piece.x):
        if v:
            gap[i] += (k * problem.along - slope * m) * v
            gap[i + 1] -= slope * n * v
    bottom = lcm(*(c.denominator for c in gap))
    return [c.numerator * (bottom // c.denominator) for c in gap]


def _halved(gap: Sequence[int], a: Fraction, b: Fraction, deepest: int) -> list[Fraction] | None:
    """Inner points of [a, b], by halving."""
    coefficients = _bernstein(gap, a, b)
    if min(coefficients) >= 0:
        return []
    if deepest == 0 or coefficients[0] < 0 or coefficients[-1] < 0:
        return None
    middle = _rounded((a + b) / 2, b - a)
    left = _halved(gap, a, middle, deepest - 1)
    right = None if left is None else _halved(gap, middle, b, deepest - 1)
    return None if left is None or right is None else [*left, middle, *right]


def _bernstein(p: Sequence[int], a: Fraction, b: Fraction) -> list[int]:
    """Positive multiples of the coefficients of p on [a, b] in Bernstein's basis."""
    n, bottom = len(p) - 1, lcm(a.denominator, b.denominator)
    start, width = int(a * bottom), int((b - a) * bottom)
    shifted = [c * bottom ** (n - k) for k, c in enumerate(p)]
    for i in range(n):  # Horner's scheme: the coefficients of p(a + y)
        for k in range(n - 1, i - 1, -1):
            shifted[k] += start * shifted[k + 1]
    whole = lcm(*(comb(n, i) for i in range(n + 1)))
    found = [c * width**i * (whole // comb(n, i)) for i, c in enumerate(shifted)]
    for i in range(n):  # binomial sums
        for k in range(n, i, -1):
            found[k] += found[k - 1]
    return found


def _times(*factors: Sequence[Any]) -> Polynomial:
    """The product of polynomials."""
    product = [Fraction(1)]
    for factor in factors:
        new = [Fraction(0)] * (len(product) + len(factor) - 1)
        for i, a in enumerate(product):
            for j, b in enumerate(factor):
                new[i + j] += a * b
        product = new
    return product


def _sum(p: Polynomial, q: Polynomial) -> Polynomial:
    """The sum of polynomials."""
    return [a + b for a, b in zip_longest(p, q, fillvalue=Fraction(0))]


def _derivative(p: Sequence[Any]) -> Polynomial:
    """The derivative of a polynomial."""
    return [Fraction(k * a) for k, a in enumerate(p)][1:]


def _at(p: Polynomial, y: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((a * y**k for k, a in enumerate(p)), Fraction(0))


def _rounded(x: Fraction, scale: Fraction) -> Fraction:
    """x to BITS binary places of the scale."""
    if scale == 0:
        return x
    top, bottom = abs(scale).as_integer_ratio()
    places = BITS - (top.bit_length() - bottom.bit_length())
    unit = Fraction(1, 2) ** places
    return round(x / unit) * unit


def _root_below(x: Fraction) -> Fraction:
    """A little less than the square root of x > 0."""
    top, bottom = x.as_integer_ratio()
    shift = max(0, BITS - (top.bit_length() - bottom.bit_length()) // 2)
    return Fraction(isqrt((top << 2 * shift) // bottom), 1 << shift)
