"""Cosines and sines of angles, and whole numbers by rounding."""

import math
from fractions import Fraction

from verify.checker.polynomials import ONE, Number, Ratio, atom_of, constant, powers_of
from verify.checker.powers import Powers
from verify.checker.text import NotRead, Refused, Tree

MOST_TURNS = 12  # multiples of an angle


class Waves(Powers):
    """Angles, pi, and what is rounded."""

    def _constant(self, name: Tree) -> Ratio:
        if name == "e":
            return self.exponential(Ratio(ONE))
        if name != "pi":
            raise NotRead(f"the constant {name}")
        self.pi = self.atom(("pi",), "positive")
        return Ratio(atom_of(self.pi))

    def _wave(self, op: str, u: Ratio) -> Ratio:
        """cos or sin; where sums are taken apart, of a sum of angles."""
        if not self.apart_angles:
            found = self._angle(u, 1)[op == "sin"] if u.top else Ratio(constant(op == "cos"))
        else:
            cos, sin = Ratio(ONE), Ratio({})
            for monomial, c in u.top.items():
                unit = self.ring.over({monomial: 1}, u.below)
                x, y = self._angle(unit, c)
                ring = self.ring
                cos, sin = (
                    ring.subtract(ring.multiply(cos, x), ring.multiply(sin, y)),
                    ring.add(ring.multiply(sin, x), ring.multiply(cos, y)),
                )
            found = sin if op == "sin" else cos
        if found.constant is None:
            self.tell(op, u)
        return found

    def _angle(self, unit: Ratio, c: Number) -> tuple[Ratio, Ratio]:
        """cos and sin of ``c unit``: of whole multiples of a smallest angle, or of turns."""
        turn = self._turn(unit, c)
        if turn is not None:
            return Ratio(constant(turn[0])), Ratio(constant(turn[1]))
        grain = self._grain("wave", Ratio(ONE), unit, c) if self.apart_angles else 1
        small = Ratio(self.ring.scaled(unit.top, Fraction(1, grain)), unit.below)
        first, second = (self.atom((op, small)) for op in ("cos", "sin"))
        self.ring.rules[second] = (2, self.ring.minus(ONE, atom_of(first, 2)))
        one = Ratio(atom_of(first)), Ratio(atom_of(second))
        times, ring = int(c * grain), self.ring
        if abs(times) > MOST_TURNS:
            raise Refused("too large a multiple of an angle")
        cos, sin = Ratio(ONE), Ratio({})
        for _ in range(abs(times)):
            cos, sin = (
                ring.subtract(ring.multiply(cos, one[0]), ring.multiply(sin, one[1])),
                ring.add(ring.multiply(sin, one[0]), ring.multiply(cos, one[1])),
            )
        return cos, (sin if times >= 0 else ring.opposite(sin))

    def _turn(self, unit: Ratio, c: Number) -> tuple[int, int] | None:
        """cos and sin of c pi times a whole number, where c is even or that number is 1."""
        if (
            unit.below
            or len(unit.top) != 1
            or (self.pi, 1) not in (powers := powers_of(monomial := next(iter(unit.top))))
        ):
            return None
        c *= unit.top[monomial]
        others = [atom for atom, _ in powers if atom != self.pi]
        if all(atom in self.whole for atom in others) and c.denominator == 1 and c % 2 == 0:
            return 1, 0
        if others or c.denominator > 2:
            return None
        return [(1, 0), (0, 1), (-1, 0), (0, -1)][int(2 * c) % 4]

    def _rounded(self, op: str, u: Ratio) -> Ratio:
        if u.constant is not None:
            return Ratio(
                constant(math.floor(u.constant) if op == "floor" else math.ceil(u.constant))
            )
        atom = self.atom((op, u))
        self.whole.add(atom)
        self.tell(op, u)
        return Ratio(atom_of(atom))
