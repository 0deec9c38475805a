r"""Cosines and sines: whole turns dropped, angles taken apart by the addition theorem.

An angle is a sum of monomials. In units of a turn, :math:`2\pi r`, a monomial r that is a whole
number for every value of its symbols is dropped; a rational one is brought into [0, 1), where the
angles whose cosine and sine are known (multiples of a twelfth) are put in. What stays is taken
apart:

.. math:: \cos(x+y)=\cos x\cos y-\sin x\sin y,\qquad \sin(x+y)=\sin x\cos y+\cos x\sin y,

a whole multiple of an angle as a repeated sum. Cosine and sine of an angle that cannot be taken
apart are atoms between -1 and 1, and :math:`\sin^2=1-\cos^2`. As sin and cos are entire, each of
these holds at every point at which the angle has a value.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction
from verify.language.symbols import Real
from verify.methods.algebra.field import rational
from verify.methods.algebra.functions import Functions
from verify.methods.algebra.symbolic import sympy

UNIT = Real(Fraction(-1), Fraction(1))
MOST_MULTIPLE = 12
KNOWN: dict[Fraction, Fraction] = {  # the cosine of a share of a turn
    Fraction(0): Fraction(1),
    Fraction(1, 6): Fraction(1, 2),
    Fraction(1, 4): Fraction(0),
    Fraction(1, 3): Fraction(-1, 2),
    Fraction(1, 2): Fraction(-1),
}


@dataclass(frozen=True)
class Turned:
    """The cosine and the sine of an angle."""

    cos: Any
    sin: Any

    def plus(self, other: "Turned") -> "Turned":
        """Those of the sum of two angles."""
        return Turned(
            sympy.expand(self.cos * other.cos - self.sin * other.sin),
            sympy.expand(self.sin * other.cos + self.cos * other.sin),
        )


class Trigonometric(Functions):
    """The field with cosines and sines."""

    def cos(self, u: Any) -> Any:
        """The cosine of a sum of angles."""
        return self._of_angle(u).cos

    def sin(self, u: Any) -> Any:
        """The sine of a sum of angles."""
        return self._of_angle(u).sin

    def _of_angle(self, u: Any) -> Turned:
        found = Turned(sympy.Integer(1), sympy.Integer(0))
        u = self.canonical(u)
        if u == 0:
            return found
        top, bottom = sympy.fraction(u)
        rest = Fraction(0)  # turns
        for term in sympy.Add.make_args(sympy.expand(top)):
            angle = self.canonical(term / bottom)
            turns = self._turns(angle)
            if turns is None:
                found = found.plus(self._of_monomial(angle, sympy.Integer(1)))
            elif turns.is_Rational:
                rest += fraction(turns)
            elif not self.integral(turns):
                found = found.plus(self._of_monomial(turns, 2 * self.atoms["pi",]))
        return found.plus(self._of_share(rest % 1)) if rest % 1 else found

    def _turns(self, angle: Any) -> Any:
        """An angle over 2 pi, or None where pi is no factor of it."""
        pi = self.atoms.get(("pi",))
        turns = None if pi is None else self.canonical(angle / (2 * pi))
        return None if turns is None or pi in turns.free_symbols else turns

    def _of_share(self, turns: Fraction) -> Turned:
        """Cosine and sine of a rational share of a turn, in [0, 1)."""
        cosine, quarter = (min(s, 1 - s) for s in (turns, (turns - Fraction(1, 4)) % 1))
        if cosine in KNOWN or quarter in KNOWN:
            return Turned(self._known_cosine(cosine), self._known_cosine(quarter))
        return self._angle_atoms(rational(turns) * 2 * self.atoms["pi",])

    def _known_cosine(self, share: Fraction) -> Any:
        """The cosine of a multiple of a twelfth of a turn, from 0 to a half."""
        if share in KNOWN:
            return rational(KNOWN[share])
        half_root = self.root(sympy.Integer(3), 2) / 2
        return half_root if share < Fraction(1, 4) else -half_root

    def _of_monomial(self, monomial: Any, unit: Any) -> Turned:
        """Cosine and sine of a monomial times a unit, as a whole multiple of a smaller angle."""
        top, bottom = sympy.fraction(monomial)
        coefficient, letters = (top / bottom).as_coeff_Mul()
        count = abs(int(coefficient.p))
        if count > MOST_MULTIPLE:
            count, letters = 1, letters * abs(coefficient.p)
        one = self._angle_atoms(self.canonical(letters * unit / coefficient.q))
        found = one
        for _ in range(count - 1):
            found = found.plus(one)
        return found if coefficient > 0 else Turned(found.cos, -found.sin)

    def _angle_atoms(self, angle: Any) -> Turned:
        """Atoms for an angle that is not taken apart; its coefficient is positive."""
        cosine = self.atom("cos", angle, bounds=UNIT)
        sine = self.atom("sin", angle, bounds=UNIT, power=(2, 1 - cosine**2))
        return Turned(cosine, sine)
