"""Products of conditions that may take part in a refutation, found from the terms that need them.

A refutation is a sum of products of conditions that is zero identically although it is positive. A
term of one product is cancelled by a term of the opposite sign in another one: what is looked for,
round after round, are products that contain the terms still wanted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.methods.reals.polynomials import Ring, coefficients

if TYPE_CHECKING:
    import numpy as np

Powers = tuple[int, ...]
MOST_SQUARED = 160  # monomials from which the ends of a square are taken
MOST_IN_PRODUCT = 400  # terms


@dataclass(frozen=True)
class Factors:
    """Conditions that multiply one another, by place, and their product.

    Attributes:
        places: of the conditions. strict: it is positive. free: it is zero, by an equation.
        polynomial: the product, multiplied out.
    """

    places: tuple[int, ...]
    strict: bool
    free: bool
    polynomial: Any


@dataclass(frozen=True)
class Term:
    """A product that is not negative where the conditions hold, and zero where it is free.

    Attributes:
        places: the conditions among its factors.
        powers: a monomial, nowhere negative (any, where it is free).
        square: a polynomial that is squared, or None.
        parts: exponents and coefficients of the product. strict: it is positive.
    """

    places: tuple[int, ...]
    powers: Powers
    square: Any
    parts: tuple[tuple[Powers, Fraction], ...]
    strict: bool
    free: bool


class Pool:
    """The terms of one search, and the monomials that wait to be cancelled.

    Attributes:
        terms: the products so far. rows: the monomials in them, numbered.
    """

    def __init__(
        self, ring: Ring, signs: Mapping[str, str], factors: Sequence[Factors], most: int
    ) -> None:
        """The factors themselves as terms.

        Args:
            ring: the polynomials.
            signs: positive or nonnegative by generator; the others are real.
            factors: what monomials multiply, the negation of the goal first.
            most: terms that are looked at.
        """
        import numpy as np

        self.ring, self.most = ring, most
        self.terms: list[Term] = []
        self.rows: dict[Powers, int] = {}
        self._real = np.array([n not in signs for n in ring.names])
        self._positive = [signs.get(n) == "positive" for n in ring.names]
        self._factors = factors
        self._goal = dict(coefficients(factors[0].polynomial)) if factors else {}
        self._added: set[Any] = set()
        self._wanted: dict[tuple[Powers, int], bool] = {}  # whether it still waits
        listed = [(i, m, c) for i, f in enumerate(factors) for m, c in coefficients(f.polynomial)]
        self._monomials = np.array([m for _, m, _ in listed], dtype=np.int64)
        self._owner = np.array([i for i, _, _ in listed])
        self._rises = np.array([c > 0 for _, _, c in listed])
        self._free = np.array([factors[i].free for i, _, _ in listed])
        for each in factors:
            self._add(each, (0,) * len(ring.names))

    def _add(self, factors: Factors, powers: Powers, square: Any = None) -> None:
        """One product, unless it is there already or there is no room."""
        key = (factors.places, powers, str(square))
        if key in self._added or len(self.terms) >= self.most:
            return
        self._added.add(key)
        product = factors.polynomial * self.ring.context.from_dict({powers: 1})
        if square is not None:
            product = product * square * square
        if len(product) > MOST_IN_PRODUCT:
            return
        strict = (
            square is None
            and factors.strict
            and all(not p or s for p, s in zip(powers, self._positive, strict=True))
        )
        parts = tuple(coefficients(product))
        self.terms.append(Term(factors.places, powers, square, parts, strict, factors.free))
        for m, c in parts:
            self.rows.setdefault(m, len(self.rows))
            # A positive term wants a negative one elsewhere, and the other way round.
            for sign in (1, -1) if factors.free else (1 if c < 0 else -1,):
                self._wanted.setdefault((m, sign), True)

    def grow(self) -> bool:
        """One round of terms that contain what was wanted; False where nothing is new."""
        import numpy as np

        before = len(self.terms)
        waiting = [key for key, waits in self._wanted.items() if waits]
        one = Factors((), True, False, self.ring.one)
        for m, sign in waiting:
            if len(self.terms) >= self.most:
                break
            self._wanted[m, sign] = False
            here = np.array(m)
            if sign > 0 and self._plain(here):
                self._add(one, m)
            rests = here - self._monomials
            fits = (rests >= 0).all(axis=1)
            odd = (rests[:, self._real] % 2).any(axis=1)
            fits &= self._free | ((self._rises == (sign > 0)) & ~odd)
            for k in np.flatnonzero(fits):
                self._add(self._factors[self._owner[k]], tuple(map(int, rests[k])))
            for rest, square in self._squares(here, sign):
                self._add(one, rest, square)
        return len(self.terms) > before

    def _plain(self, powers: "np.ndarray") -> bool:
        """Whether a monomial is nowhere negative."""
        return not (powers[self._real] % 2).any()

    def _squares(self, m: "np.ndarray", sign: int) -> Iterator[tuple[Powers, Any]]:
        """Squares of two monomials, times a plain one, of which m is the mixed term."""
        import numpy as np

        if len(self.rows) > MOST_SQUARED:
            return
        ends = np.array(list(self.rows))
        others = 2 * m - ends
        for k in np.flatnonzero((others >= 0).all(axis=1)):
            u, v = tuple(map(int, ends[k])), tuple(map(int, others[k]))
            rest = np.minimum(ends[k], others[k])
            if u < v and v in self.rows and self._plain(rest):
                a, b = (
                    self.ring.context.from_dict({tuple(map(int, (w - rest) // 2)): 1})
                    for w in (ends[k], others[k])
                )
                for weight in self._weights(u, tuple(map(int, m)), v):
                    turned = b * self.ring.polynomial(weight if sign > 0 else -weight)
                    yield tuple(map(int, rest)), a + turned

    def _weights(self, u: Powers, m: Powers, v: Powers) -> set[Fraction]:
        """What the second monomial of a square is times: 1, and the weights that the goal has."""
        first, middle, last = (abs(self._goal.get(each, Fraction(0))) for each in (u, m, v))
        found = {Fraction(1)}
        if middle and first:
            found.add(middle / (2 * first))
        if middle and last:
            found.add(2 * last / middle)
        return found
