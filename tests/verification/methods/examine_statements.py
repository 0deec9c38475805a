"""Statements for all methods in turn."""

from fractions import Fraction as F
from typing import Any

from verify.language import (
    Escape,
    Real,
    dot,
    expectation,
    index,
    law,
    natural,
    norm,
    norm1,
    notation,
    positive,
    real,
    says,
    sequence,
    total,
    vector,
)

V = notation(
    x=positive(unit="1", search=(0.01, 5)),
    y=real(unit="1", search=(-3, 3)),
    c=positive(unit="1"),
    T=natural(search=(1, 5)),
    bounded=natural(most=9),
    n=natural(),
    other=natural(),
    k=natural(least=0, search=(0, 5)),
    d=natural(search=(1, 3)),
    a=sequence("T", unit="1", entry=Real(F(0))),
    s=sequence("n", unit="1", entry=Real(F(0), F(1))),
    u=vector("d", unit="1"),
    P=law(unit="1", dimension="d"),
)
x, c, T, n, other, k, a, s, u, P = V.x, V.c, V.T, V.n, V.other, V.k, V.a, V.s, V.u, V.P

i = index("i")
e = index("e")


def mean(value: Any) -> Any:
    return expectation(P, e, value)


# No constant bounds T: every one is passed beyond a bound.
def escaping(**beyond: Any) -> Any:
    return says(T <= c, exists={"c": None}, by=Escape(family={}, beyond=beyond))


small = norm1(u) <= x
inside = ["k >= 1", "k <= T"]
term = (x + 1) / (x + 1 - s[i])

FAILS = {
    "a constant, passed beyond a bound": escaping(T=c + 1),
    "entries of a sequence": says(a[k] <= a[1], given=inside),
    "with a hypothesis in no numbers": says(norm(u) <= x / 2, given=[small]),
    "equal irrational lengths": says(norm(u) < norm(u), given=[norm(u) > 1]),
    "the mean of a square": mean(dot(e, e)) == 0,
    "the mean of the square of a form": mean(dot(u, e) ** 2) == 0,
}

COVERED = {
    "entries of a sequence": says(2 * a[k] * a[1] <= a[k] ** 2 + a[1] ** 2, given=inside),
    "the mean of a linear form in R^d": mean(dot(u, u + e)) == dot(u, u),
    "a hypothesis in no numbers is left out": says(norm(u) <= norm(u) + x, given=[small]),
}

# What may have no value.
OPEN = {
    "an entry anywhere": 0 <= a[k],
    "an entry before the first": says(0 <= a[k], given=inside[1:]),
    "an entry beyond the last": says(0 <= a[k], given=inside[:1]),
}

# Sums that words may speak of, and those that may have no value.
SUMS = {"fine": total(i, 1, n, term)}

NO_SUMS = {
    "zero": total(i, 1, n, 1 / s[i]) + 100,
    "vanishing": total(i, 1, n, 1 / (1 - s[i])),
    "beyond the last": total(i, 1, n + 1, term),
    "before the first": total(i, 0, n, term),
    "another length": total(i, 1, other, term),
}
