"""Rational functions in lowest terms: flint reckons, sympy holds the result."""

import functools
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx

from verify.methods.algebra.symbolic import sympy

# The scopes of one derivation, and its neighbours, come to the same expressions again and again.
KEPT = 20_000


@functools.lru_cache(maxsize=KEPT)
def cancel(e: Any) -> Any:
    """Numerator over denominator without a common factor, as ``sympy.cancel`` writes them.

    Raises:
        ArithmeticError: the expression divides by zero, or holds more than symbols and numbers.
    """
    if e.is_Rational:
        return e
    symbols, ring = _ring(e)
    top, bottom = _quotient(e, dict(zip(symbols, ring.gens(), strict=True)), ring)
    if bottom.is_zero():
        raise ArithmeticError("a division by 0")
    common = top.gcd(bottom)
    common = common if bottom.leading_coefficient() > 0 else -common
    return _expression(top / common, symbols) / _expression(bottom / common, symbols)


@functools.lru_cache(maxsize=KEPT)
def factored(polynomial: Any) -> tuple[Any, tuple[tuple[Any, int], ...]]:
    """A rational number and irreducible polynomials with their powers.

    By flint: sympy draws points at random for its factors, and some draws take it minutes.

    Raises:
        ValueError: a symbol is in its denominator.
    """
    if polynomial.is_Rational:
        return polynomial, ()
    symbols, ring = _ring(polynomial)
    top, bottom = _quotient(polynomial, dict(zip(symbols, ring.gens(), strict=True)), ring)
    if not bottom.is_constant():
        raise ValueError(f"what is factored must be a polynomial. Found {polynomial}.")
    constant, found = top.factor()
    factors = tuple((_expression(factor, symbols), int(power)) for factor, power in found)
    return sympy.Rational(int(constant), int(bottom.leading_coefficient())), factors


def _ring(e: Any) -> tuple[list[Any], Any]:
    """The symbols of an expression, and polynomials in them with whole coefficients."""
    symbols = sorted(e.free_symbols, key=lambda s: (len(s.name), s.name))
    # The sign of a denominator or factor follows from its first term in this order.
    return symbols, fmpz_mpoly_ctx.get(tuple(s.name for s in symbols), Ordering.lex)


def _quotient(e: Any, generators: dict[Any, Any], ring: Any) -> tuple[Any, Any]:
    """Polynomials whose quotient an expression is."""
    if e.is_Symbol:
        return generators[e], ring.constant(1)
    if e.is_Rational:
        return ring.constant(int(e.p)), ring.constant(int(e.q))
    if e.is_Pow and e.exp.is_Integer:
        top, bottom = _quotient(e.base, generators, ring)
        k = int(e.exp)
        return (top**k, bottom**k) if k > 0 else (bottom**-k, top**-k)
    if not e.is_Add and not e.is_Mul:
        raise ArithmeticError(f"an expression must be a rational function. Found {e}.")
    parts = (_quotient(a, generators, ring) for a in e.args)
    top, bottom = next(parts)
    for above, below in parts:
        if e.is_Mul:
            top, bottom = top * above, bottom * below
        elif bottom == below:
            top = top + above
        else:
            common = bottom.gcd(below)
            left, right = bottom / common, below / common
            top, bottom = top * right + above * left, bottom * right
    return top, bottom


def _expression(polynomial: Any, symbols: list[Any]) -> Any:
    terms = []
    for powers, coefficient in polynomial.terms():
        factors = [s ** int(k) for s, k in zip(symbols, powers, strict=True) if k]
        terms.append(sympy.Mul(int(coefficient), *factors))
    return sympy.Add(*terms)
