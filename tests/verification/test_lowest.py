"""Factors and lowest terms by flint, as sympy writes them."""

import pytest

from verify.methods.algebra.lowest import factored
from verify.methods.algebra.symbolic import sympy

X = sympy.Symbol("x")


def test_factors_multiply_to_the_polynomial() -> None:
    constant, factors = factored((X**2 - 1) / 2)
    assert sympy.expand(constant * sympy.prod(f**k for f, k in factors)) == (X**2 - 1) / 2


def test_a_quotient_is_refused() -> None:
    with pytest.raises(ValueError, match="must be a polynomial"):
        factored((X**2 - 1) / X)
