"""Points at which two sides meet, irrational ones included: roots of their difference.

A strict inequality fails where its sides are equal, and a search comes close to such a point
without hitting it. With all symbols but one at rational values the difference of two rational
functions is a quotient of polynomials in that one: at a root of a factor of the numerator the sides
are equal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.formula.arithmetic import fraction
from verify.formula.evaluate import BALLS, PRECISIONS, evaluate, value_at
from verify.formula.expression import free_names
from verify.language.statement import Compare, Statement
from verify.language.symbols import Real, Symbol
from verify.methods.algebra.symbolic import sympy
from verify.methods.algebra.terms import to_sympy

MOST_DEGREE = 24
WIDTH = Fraction(1, 10**40)  # of the interval around a root


@dataclass(frozen=True)
class Root:
    """A real root of an irreducible polynomial.

    Attributes:
        polynomial: for a reader. low, high: rationals between which it is the only root.
    """

    polynomial: str
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"the root {float(self.low):.7g} of {self.polynomial}"

    def ball(self) -> Any:
        """An enclosure."""
        ends = (arb(fmpq(*end.as_integer_ratio())) for end in (self.low, self.high))
        return next(ends).union(next(ends))


@dataclass(frozen=True)
class Contact:
    """A point at which both sides are equal.

    Attributes:
        value: of both sides; a float where neither is a rational number.
    """

    point: Mapping[str, Any]
    value: Any


def contacts_of(statement: Statement, base: Mapping[str, Any]) -> Iterator[Contact]:
    """Points at which the sides of a strict inequality are equal, with one symbol at a root.

    They lie in the sets and meet the hypotheses.
    """
    a = statement.assertion
    if not isinstance(a, Compare) or a.relation != "lt":
        return
    if not all(symbol.scalar for symbol in statement.symbols):
        return
    for symbol in statement.symbols:
        if isinstance(symbol.kind, Real):
            for value in _roots(statement, a, symbol, base):
                point = {**base, symbol.name: value}
                if _inside(statement, a, symbol, point):
                    yield Contact(point, _value(a, point))


def _roots(
    statement: Statement, a: Compare, symbol: Symbol, base: Mapping[str, Any]
) -> list[Fraction | Root]:
    """Where the numerator of the difference is 0; nothing where this is no polynomial."""
    try:
        gap = to_sympy(a.left - a.right, statement.symbols)
        names = {str(s): s for s in gap.free_symbols}
        if symbol.name not in names:
            return []
        others = {s: sympy.Rational(*Fraction(base[n]).as_integer_ratio())
                  for n, s in names.items() if n != symbol.name}  # fmt: skip
        top, _ = sympy.fraction(sympy.together(gap.subs(others)))
        polynomial = sympy.Poly(top, names[symbol.name], domain="QQ")
    except (NotImplementedError, TypeError, ArithmeticError, sympy.SympifyError,
            sympy.polys.polyerrors.BasePolynomialError):  # fmt: skip
        return []
    if not 1 <= polynomial.degree() <= MOST_DEGREE:
        return []
    return [root for factor, _ in polynomial.factor_list()[1] for root in _of(factor)]


def _of(factor: Any) -> list[Fraction | Root]:
    """The real roots of an irreducible polynomial."""
    eps = sympy.Rational(*WIDTH.as_integer_ratio())
    intervals = [tuple(map(fraction, ends)) for ends, _ in factor.intervals(eps=eps)]
    if factor.degree() == 1:
        return [-fraction(factor.nth(0)) / fraction(factor.nth(1))]
    return [Root(str(factor.as_expr()).replace("**", "^"), low, high) for low, high in intervals]


def _inside(statement: Statement, a: Compare, symbol: Symbol, point: Mapping[str, Any]) -> bool:
    """Whether a point surely lies in the sets and meets the hypotheses, and the sides have values.

    The symbol's set is an interval: it contains a root if it contains both ends around it.
    """
    value = point[symbol.name]
    ends = (value.low, value.high) if isinstance(value, Root) else (value,)
    if not all(symbol.kind.contains(end, point) for end in ends):
        return False
    with ctx.workprec(PRECISIONS[1]):
        enclosed = _enclosed(point)
        try:
            for side in (a.left, a.right):
                evaluate(side, enclosed, BALLS)
            return all(bool(evaluate(c, enclosed, BALLS)) for c in statement.where)
        except ArithmeticError:
            return False


def _value(a: Compare, point: Mapping[str, Any]) -> Any:
    """The value that the sides have in common: exact where one of them knows no root."""
    rational = {n: v for n, v in point.items() if not isinstance(v, Root)}
    for side in (a.left, a.right):
        if free_names(side) <= rational.keys():
            return value_at(side, rational)
    with ctx.workprec(PRECISIONS[1]):
        return float(evaluate(a.left, _enclosed(point), BALLS))


def _enclosed(point: Mapping[str, Any]) -> dict[str, Any]:
    """The point with balls for roots."""
    return {n: v.ball() if isinstance(v, Root) else v for n, v in point.items()}
