r"""Appendix B, Lemma 6, (11)-(12): residues, for :math:`f=z^k\bar z^m/(z-c)^n`.

The powers :math:`z^k` span the polynomials. The derivative of order q of :math:`z^k` is
:math:`k(k-1)\cdots(k-q+1)z^{k-q}`.
"""

import math
from typing import Any

from verify.language import Setting, claim, instance, says, symbols
from verify.language.formulas import Formula, external, index, indicator, product, total
from verify.methods.derive import Derive, add, multiply, shown, sum_over, term_apart, words
from verify.papers.lssgd.notation import j

V = symbols.notation(
    k=symbols.natural("k", least=0, search=(0, 5)),
    n=symbols.natural("n", search=(1, 4)),
    m=symbols.natural("m", least=0, search=(0, 3)),
    # A pole at a whole number, at which (11) has a derivative, and one inside of the circle.
    z=symbols.natural("c", search=(1, 4)),
    c=symbols.between(-1, 1, "c", unit="1", ends="()", search=(-0.9, 0.9)),
)


def coefficient(pole: Formula) -> Formula:
    """The residue of z^k/(z - c)^n: the coefficient of (z - c)^(n-1) in z^k."""
    return product(j, 1, V.n - 1, (V.k - j + 1) / j) * pole ** (V.k - V.n + 1)


def derived(order: Formula) -> Formula:
    """(11) with a derivative of this order."""
    falling = product(j, 1, order, V.k - j + 1) * V.z ** (V.k - order)
    return product(j, 1, V.n - 1, 1 / j) * falling


# For smaller k derivative, residue and integral are 0.
RESIDUE = says(derived(V.z - 1) == coefficient(V.z), given=["z - 1 <= k", "n - 1 <= k"])
MEANT = RESIDUE.but(left=derived(V.n - 1))


def contour(k: Any, n: Any, m: Any, c: Any) -> Any:
    r"""The integral around the unit circle, by the expansion of the integrand in powers of c/z."""
    power = int(k - m - n + 1)
    return math.comb(power + int(n) - 1, int(n) - 1) * c**power if power >= 0 else 0


INTEGRAL = external(
    r"\frac{1}{2\pi i}\oint\frac{z^k\bar z^m}{(z-c)^n}dz", contour, V.k, V.n, V.m, V.c
)
# On the circle the conjugate of z is 1/z, but inside of it f has no pole besides c.
CONTOUR = says(INTEGRAL == coefficient(V.c), given=["n - 1 <= k", "c != 0"])
P = index("p")
HIT = indicator(P == V.k - V.n + 1)


def expanded(place: Formula) -> Formula:
    """The coefficient of z^(-n-p) in 1/(z - c)^n, for |z| > |c|."""
    return product(j, 1, V.n - 1, (place + V.n - j) / j) * V.c**place


NOT_HIT = multiply(shown(HIT == 0), expanded(P))
AT_HIT = V.k - V.n + 1
# Of the terms of the expansion the one with z^(-1) is left.
ONE_TERM = Derive(
    words(
        "On the circle 1/(z - c)^n is the sum of binom(p + n - 1, n - 1) c^p z^(-n-p), and the "
        "integral of z^(k-n-p) is 2 pi i where k - n - p is -1 and 0 otherwise.",
        INTEGRAL == total(P, 0, V.k, expanded(P) * HIT),
    ),
    term_apart(P, 0, V.k, AT_HIT, expanded(P) * HIT),
    add(
        sum_over(P, 0, AT_HIT - 1, NOT_HIT),
        multiply(shown(indicator(AT_HIT == V.k - V.n + 1) == 1), expanded(AT_HIT)),
        sum_over(P, AT_HIT + 1, V.k, NOT_HIT),
    ),
)
MEROMORPHIC = CONTOUR.but(also=["m == 0"], by=ONE_TERM)
LEMMA_6 = (
    claim("lssgd/lemma-6", "App B, Lemma 6, (11)-(12)", "Residue theorem")
    .says(
        {"residue": RESIDUE, "contour": CONTOUR},
        repaired={"residue": MEANT, "contour": MEROMORPHIC},
        # Lemma 7 applies it to rational functions.
        settings=(Setting(name="(14)", values=instance("m=0")),),
    )
    .quoting(
        r"\mathrm{Res}(f,c)=\frac1{(n-1)!}\lim_{z\to c}\frac{d^{n-1}}{dz^{z-1}}"
        r"\left((z-c)^nf(z)\right)",
        part="residue",
        reading=(
            "For a power of z over $(z-c)^n$, with the derivative of the printed order written out."
        ),
    )
    .quoting(r"|z|<1", part="contour", reading="The pole c lies between -1 and 1.")
    .quoting(
        r"\oint f(z)dz=2\pi i\sum_{c_i}Res(f,c_i)",
        part="contour",
        reading=r"For functions with one pole, both sides divided by $2\pi i$.",
    )
    .rejects("order n", MEANT.but(left=derived(V.n), given=["n <= k"]))
    .rejects("half the residue", MEROMORPHIC.but(right=coefficient(V.c) / 2))
)
