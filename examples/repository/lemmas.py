"""The lemmas of a draft on averaged gradients, as its authors state them."""

from verify.language import (
    claim,
    dot,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    positive,
    says,
    total,
    vector,
)

V = notation(
    d=natural("d"),
    n=natural("n"),
    i=natural("i"),
    g=vector("d", "g", unit="gradient"),
    h=vector("d", "h", unit="gradient"),
    c=positive("c", unit="gradient"),
    a=nonnegative("a", unit="gradient"),
)

YOUNG = says(2 * dot(V.g, V.h) <= norm(V.g) ** 2 + norm(V.h) ** 2)
# Noise that grows with the iteration: what n steps of it add up to.
GROWING = says(total(V.i, 1, V.n, V.i * V.a) <= V.n**2 * V.a)
# A gradient of length a that is divided by a + c keeps less than its length over c.
NORMALISED = says(number(0) <= V.a / V.c - V.a / (V.a + V.c))

CLAIMS = (
    claim("draft/young", "Lemma 1", "Young's inequality", YOUNG),
    claim("draft/growing", "Lemma 2", "noise that grows", GROWING),
    claim("draft/normalised", "Lemma 3", "what normalising keeps", NORMALISED),
)
