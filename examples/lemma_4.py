"""A lemma that is almost true: docs/claims.md draws where it fails."""

from verify.language import claim, nonnegative, notation, says

V = notation(a=nonnegative("a", unit="1"), b=nonnegative("b", unit="1"))
LEMMA_4 = says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)
CLAIMS = (claim("draft/lemma-4", "Lemma 4", "with too small a constant", LEMMA_4),)
