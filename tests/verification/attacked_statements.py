"""Statements that an attack breaks, and true ones."""

from fractions import Fraction as F

from verify.language import (
    expectation,
    law,
    natural,
    nonnegative,
    notation,
    number,
    positive,
    real,
    sequence,
)

V = notation(
    x=nonnegative(unit="1", search=(0, 1)),
    y=positive(unit="1", search=(1, 2)),
    r=real(unit="1", search=(-1, 1)),
    n=natural("n", search=(1, 5)),
    a=sequence("n", unit="1"),
    P=law("P", unit="1"),
    v=real(unit="1"),
)
x, y, r, a, P, v = V.x, V.y, V.r, V.a, V.P, V.v

square = expectation(P, v, v**2)
fourth = expectation(P, v, v**4)

FALSE = {
    "far outside of the search box": V.of(lambda x: x) <= 10**9,
    "close to the end of a set": number(F(1, 10**9)) < V.of(lambda y: y),
    "large and negative": V.of(lambda r: r) >= -(10**6),
    "an atom of small mass": fourth <= 50 * square**2,
    "one entry of a sequence": a[1] <= 10**8,
}

TRUE = {
    "an amount and its square": V.of(lambda x: 2 * x) <= V.of(lambda x: 1 + x**2),
    "moments": fourth >= square**2,
}
