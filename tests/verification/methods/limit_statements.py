"""Limits, by what is found out about them."""

from fractions import Fraction as F

from verification.notation import V as SHARED

from verify.language import E, between, number, real, tends

V = SHARED.extended(w=real(unit="1"), share=between(0, 1, unit="1", ends="()"))
a, n, T, w, share = V.a, V.n, V.T, V.w, V.share


VERIFIED = {
    "zero": tends(1 / T, T, "oo", 0),
    "zero by a logarithm": tends(1 / (T + 1).log(), T, "oo", 0),
    "from 10^30 down": tends(10**30 * (-T / number(10**6)).exp(), T, "oo", 0),
    "the number e": tends((1 + number(1) / n) ** n, n, "oo", E),
    "at a point": tends((1 - (-a).exp()) / a, a, 0, 1),
}

SUPPORTED = {"up first, then down": tends(share**T * T**2, T, "oo", 0)}

INCONCLUSIVE = {"a power of a hundredth": tends(T ** F(1, 100) / T ** F(1, 50), T, "oo", 0)}

REFUTED = {
    "five digits of e": tends((1 + number(1) / n) ** n, n, "oo", F(271828, 100000)),
    "from above alone": tends(w / (w**2).sqrt(), w, 0, 1),
    "twelve digits of e": tends((1 + number(1) / n) ** n, n, "oo", F(2718281828459, 10**12)),
    "a floor": tends(F(1, 2000) + 1 / T, T, "oo", 0),
    "a floor far away": tends(2 + 1 / T, T, "oo", 0),
    "a millionth": tends(1 / T, T, "oo", F(1, 10**6)),
    "slowly to another": tends(10**30 * (-T / number(10**6)).exp(), T, "oo", 1),
    "half and a thousandth": tends(a.exp() / (1 + a.exp()), a, 0, F(501, 1000)),
    "without bound": tends(T * F(1, 10**9), T, "oo", 0),
    "a floor that hangs on a letter": tends(a / T + a / 1000, T, "oo", 0),
}
