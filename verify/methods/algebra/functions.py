"""Elementary functions of rational functions of atoms, taken apart where that holds pointwise.

A power of a base that may be 0 is split only into powers with exponents >= 0 (0**0 = 1), a root or
a logarithm only into factors whose sign is known.
"""

from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction
from verify.language.symbols import Real
from verify.methods.algebra.field import Beyond, Field
from verify.methods.algebra.lowest import factored
from verify.methods.algebra.symbolic import sympy

POSITIVE = Real(Fraction(0), None, True)
NONNEGATIVE = Real(Fraction(0))
LARGEST = 10**18
MOST_POWER = 64


class Functions(Field):
    """The field with exp, log, roots, absolute values, powers, floor and ceil."""

    def exp(self, u: Any) -> Any:
        """exp of a sum as a product; exp of a multiple of a logarithm as a power."""
        top, bottom = sympy.fraction(self.canonical(u))
        scale, bottom = bottom.primitive()
        result = sympy.Integer(1)
        for term in sympy.Add.make_args(sympy.expand(top)):
            coefficient, monomial = term.as_coeff_Mul()
            if coefficient != 0:
                result *= self._exp(coefficient / scale, monomial / bottom)
        return result

    def _exp(self, c: Any, m: Any) -> Any:
        if abs(c.p) > MOST_POWER:
            return self.atom("exp", c * m, 1, bounds=self._beside_one(c * m))
        if m.is_Symbol and self.keys[m][0] == "log":
            argument = self.keys[m][1]
            return argument**c if c.is_Integer else self.root(argument, int(c.q)) ** int(c.p)
        bounds = self._beside_one(m)
        one = self.atom("exp", m, 1, bounds=bounds)
        if c.q != 1:
            one = self.atom("exp", m, int(c.q), bounds=bounds, power=(int(c.q), one))
        return one ** int(c.p)

    def _beside_one(self, exponent: Any) -> Real:
        """Where exp lies for an exponent of a known sign."""
        sign, strict = self.sign(exponent)
        if sign > 0:
            return Real(Fraction(1), None, strict)
        return Real(Fraction(0), Fraction(1), True, strict) if sign < 0 else POSITIVE

    def _beside_zero(self, argument: Any) -> Real:
        """Where log lies for an argument on a known side of 1."""
        sign, strict = self.sign(argument - 1)
        if sign > 0:
            return Real(Fraction(0), None, strict)
        return Real(None, Fraction(0), False, strict) if sign < 0 else Real()

    def log(self, u: Any) -> Any:
        """log of a product of factors that are known to be positive as a sum."""
        self.need(u, "positive")
        result, rest = sympy.Integer(0), sympy.Integer(1)
        for f, k in self.factors(u):
            if f.is_Symbol and self.keys[f][0] == "exp":
                result += k * self.keys[f][1] / self.keys[f][2]
            elif self.positive(f):
                result += k * self.atom("log", f, bounds=self._beside_zero(f))
            else:
                rest *= f**k
        if rest == 1:
            return result
        if rest.is_Pow and rest.exp.is_Integer and rest.exp % 2:
            # An odd power is positive only where its base is.
            return result + rest.exp * self.atom("log", rest.base)
        return result + self.atom("log", self.canonical(rest))

    def factors(self, u: Any) -> list[tuple[Any, int]]:
        """Irreducible factors with their powers; of a number its primes and, where < 0, -1.

        A factor that is known to be <= 0 is turned round.
        """
        found: list[tuple[Any, int]] = []
        odd = 0
        for part, side in zip(sympy.fraction(self.canonical(u)), (1, -1), strict=True):
            constant, irreducible = factored(part)
            for n, way in ((int(constant.p), side), (int(constant.q), -side)):
                if n == 0:
                    return [(sympy.Integer(0), 1)]
                if abs(n) > LARGEST:
                    raise Beyond("a number too large to factor")
                odd += n < 0
                primes = sympy.factorint(abs(n))
                found += [(sympy.Integer(p), way * k) for p, k in primes.items()]
            for f, k in irreducible:
                turned = self.sign(f)[0] < 0
                odd += k if turned else 0
                found.append((-f if turned else f, side * k))
        return found + ([(sympy.Integer(-1), 1)] if odd % 2 else [])

    def root(self, u: Any, q: int) -> Any:
        """The q-th root of something >= 0."""
        self.need(u, "nonnegative")
        result, rest = sympy.Integer(1), sympy.Integer(1)
        for f, k in self.factors(u):
            if f == 0:
                return sympy.Integer(0)
            outside, inside = divmod(k, q)
            if f.is_Symbol and self.keys[f][0] == "exp":
                result *= self.exp(self.keys[f][1] * sympy.Rational(k, q * self.keys[f][2]))
            elif self.nonnegative(f):
                result *= f**outside * self._root(f, q) ** inside
            elif q % 2 == 0:
                # |f| leaves the root as often as f**q does; the root of what stays is one atom.
                result *= self.abs(f) ** outside
                rest *= f**inside
            else:
                rest *= f**k
        rest = self.canonical(rest)
        return result * (1 if rest == 1 else self._root(rest, q))

    def _root(self, f: Any, q: int) -> Any:
        return self.atom("root", f, q, bounds=NONNEGATIVE, power=(q, f))

    def abs(self, u: Any) -> Any:
        """|u| as a product."""
        result = sympy.Integer(1)
        for f, k in self.factors(u):
            if f == 0:
                return sympy.Integer(0)
            sign = self.sign(f)[0]
            if sign or k % 2 == 0:
                result *= (sign * f if k % 2 else f) ** k
            else:
                f = -f if f.could_extract_minus_sign() else f
                result *= self.atom("abs", f, bounds=NONNEGATIVE, power=(2, f**2)) ** k
        return result

    def power(self, base: Any, exponent: Any) -> Any:
        """base**exponent with 0**0 = 1."""
        base, exponent = self.canonical(base), self.canonical(exponent)
        if exponent.is_Rational:
            if abs(exponent.p) > MOST_POWER:
                raise Beyond("a power of many factors")
            if exponent < 0:
                self.need(base, "nonzero")
            if base == 0:
                if exponent < 0:
                    raise Beyond("a division by 0")
                return sympy.Integer(int(exponent == 0))
            root = base if exponent.is_Integer else self.root(base, int(exponent.q))
            return root ** int(exponent.p)
        if base == 1:
            return sympy.Integer(1)
        if self.positive(base):
            return self.exp(exponent * self.log(base))
        least = self.lower(exponent)
        whole = self.integral(exponent)
        if not whole:
            self.need(base, "nonnegative")
        if not self.trusted and (least is None or least < 0):
            raise Beyond("a power whose exponent may be negative")
        if least is None or least < 0:
            return self._power(base, exponent)
        if base == 0:
            return sympy.Integer(0) if least > 0 else self._power(base, exponent)
        factors = self.factors(base)
        if not whole and not all(self.nonnegative(f) for f, _ in factors):
            return self._power(base, exponent)
        result = sympy.Integer(1)
        for f, k in factors:
            if self.positive(f):
                result *= self.exp(k * exponent * self.log(f))
            else:
                result *= self._split(f, abs(k) * exponent) ** (1 if k > 0 else -1)
        return result

    def _split(self, f: Any, exponent: Any) -> Any:
        """f**exponent for an exponent with a bound >= 0, as powers with exponents >= 0."""
        exponent = self.canonical(exponent)
        least = self.lower(exponent)
        if least is None or least < 0 or least > MOST_POWER:
            return self._power(f, exponent)
        pieces = [t.as_coeff_Mul() for t in sympy.Add.make_args(sympy.expand(exponent))]
        ends = [Fraction(1) if m == 1 else self.lower(m) for _, m in pieces]
        if all(m == 1 or (c.is_Integer and c > 0) for c, m in pieces) and all(
            end is not None and end >= 0 and end.denominator == 1 for end in ends
        ):
            known = sum(fraction(c) * (end or 0) for (c, _), end in zip(pieces, ends, strict=True))
            if known >= 0 and known.denominator == 1:
                result = f ** int(known)
                for (c, m), end in zip(pieces, ends, strict=True):
                    if m != 1:
                        result *= self._power(f, m - int(end or 0)) ** int(c)
                return result
        floor = least.numerator // least.denominator
        return f**floor * self._power(f, exponent - floor)

    def _power(self, base: Any, exponent: Any) -> Any:
        exponent = self.canonical(exponent)
        bounds = NONNEGATIVE if self.nonnegative(base) else None
        return self.atom("power", base, exponent, bounds=bounds)

    def floor(self, u: Any) -> Any:
        """The largest whole number below."""
        return self._rounded("floor", self.canonical(u))

    def ceil(self, u: Any) -> Any:
        """The smallest whole number above."""
        return self._rounded("ceil", self.canonical(u))

    def _rounded(self, name: str, u: Any) -> Any:
        if self.integral(u):
            return u
        if u.is_Rational:
            value = fraction(u)
            return sympy.Integer(value.__floor__() if name == "floor" else value.__ceil__())
        found = self.atom(name, u)
        self.whole.add(found)
        return found

    def extreme(self, name: str, values: list[Any]) -> Any:
        """max or min as an atom of the distinct values, in a fixed order."""
        distinct = sorted({self.canonical(v) for v in values}, key=str)
        return distinct[0] if len(distinct) == 1 else self.atom(name, *distinct)
