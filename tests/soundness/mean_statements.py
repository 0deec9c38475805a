"""Statements about expectations and entries, which provers see as numbers of their own."""

from fractions import Fraction as F

from verify.language import (
    dot,
    expectation,
    law,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    of_kind,
    positive,
    real,
    says,
    total,
    vector,
)
from verify.language.laws import without_replacement

V = notation(
    d=natural(search=(1, 3)),
    m=natural(search=(1, 3)),
    a=positive(),
    b=real(),
    s=nonnegative(),
    x=vector("d"),
    w=vector("d"),
    P=law("P", dimension="d"),
    Q=law("Q", dimension="d"),
    One=law("O", dimension=1),
    R=positive(),
    Within=law("B", dimension=1, radius=notation(R=positive()).R),
    e=vector(1),
    Batch=of_kind(without_replacement("d", "m")),
    i=natural(),
)
P, Q, w, x, e = V.P, V.Q, V.w, V.x, V.e


def over(body, law=P):
    return expectation(law, w, body)


def one(body):
    return expectation(V.One, e, body)


def within(body):
    return expectation(V.Within, e, body)


def bernstein(rate, share=1):
    right = rate**2 * within(e[1] ** 2) / 2 / (1 - rate * V.R / 3)
    return within((rate * e[1]).exp()) <= (share * right).exp()


second = over(norm(w) ** 2)
moment = within((V.a * e[1]).exp())

FALSE = {
    "a second moment": second <= 1,
    "a third moment is 0": one(e[1] ** 3) <= 0,
    "a third moment is positive": number(0) <= one(e[1] ** 3),
    "a fourth moment": one(e[1] ** 4) <= one(e[1] ** 2) ** 2,
    "a bound of a hypothesis": says(second <= F(99, 100) * V.s, given=[second <= V.s]),
    "half a square": over(norm(x + w) ** 2) <= norm(x) ** 2 + second / 2,
    "less than the mean's": over(norm(x + w) ** 2) <= norm(x) ** 2,
    "a direction": over(dot(x, w) ** 2) <= norm(x) ** 2 * second / 2,
    "a mean that is not 0": says(expectation(V.Batch, w, w[1]) <= 0, given=[V.m <= V.d]),
    "two laws": second <= over(norm(w) ** 2, Q),
    "what is drawn and what is not": norm(w) ** 2 <= second,
    "a length": over(norm(w)) ** 2 <= F(99, 100) * second,
    "an entry for the length": norm(w) ** 2 <= w[1] ** 2 + V.s,
    "most of the length": w[1] ** 2 <= F(99, 100) * norm(w) ** 2,
    "one mean inside another": over(expectation(Q, x, dot(x, x + w))) <= second,
    "Hoeffding, 49/100": moment <= (F(49, 100) * (V.a * V.R) ** 2).exp(),
    "Hoeffding without a square": moment <= (V.a * V.R / 2).exp(),
    "Bernstein, 99/100": says(bernstein(V.a, F(99, 100)), given=[V.a * V.R < 3]),
    "Bernstein of any sign": says(bernstein(V.b), given=[V.b * V.R < 3]),
}
# Without a value somewhere, or false where a quick search does not look.
NOT_PROVED = {
    "Bernstein, anywhere": bernstein(V.a),
    "a coefficient without a value": one(e[1] / V.b) <= 0,
    "a root without a value": one(e[1] * V.b.sqrt()) <= 0,
    "a root of what is drawn": number(0) <= one(e[1].sqrt()),
    "an entry beyond the dimension": number(0) <= w[2] ** 2,
    "an entry that may not be": says(number(0) <= w[V.i] ** 2),
    "a sum of moments": total(V.i, 1, V.m, one(e[1] ** (2 * V.i))) <= V.m * one(e[1] ** 2),
}
# By classics, whose lemmas are proved on boxes, which the second checker does not read.
CLASSICS = {
    "Hoeffding": moment <= ((V.a * V.R) ** 2 / 2).exp(),
    "Bernstein": says(bernstein(V.a), given=[V.a * V.R < 3]),
}
TRUE = {
    "a second moment": number(0) <= second,
    "a bound of a hypothesis": says(V.a * second <= 2 * V.a * V.s, given=[second <= V.s]),
    "a square with a mean": over(norm(x + w) ** 2) == norm(x) ** 2 + second,
    "a step": says(
        over(norm(x - V.a * (x / 2 + w)) ** 2) <= (1 - V.a / 2) ** 2 * norm(x) ** 2 + V.a**2 * V.s,
        given=[second <= V.s],
    ),
    "a shift": V.b**2 <= one((V.b + e[1]) ** 2),
    "an entry": number(0) <= w[1] ** 2,
    "products of entries": 2 * w[1] * V.b <= w[1] ** 2 + V.b**2,
    "an exponential": number(0) <= one((V.b * e[1]).exp()),
    "something else beside a mean": says(number(0) <= V.b**2, given=[second <= V.s]),
}
