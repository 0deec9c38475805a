r"""A normalised step for the worst symmetric law of the deviation.

A gradient g of length G, per-sample gradients g + e with a law of e that is symmetric about 0 (here
e drawn from Q, with a fair sign) and :math:`E|e|^2\le s^2`. The bound below is exact without
deviation, and asymptotically for large s; it is concave in :math:`G^2`, so that it adds up over
groups of parameters. Exact values: :mod:`dptheory.distributions.symmetric_law`.
"""

from typing import Any

from dptheory.distributions.symmetric_law import WIDEST, worst_symmetric
from verify.formula.evaluate import Undefined
from verify.language import Formula, between, claim, external, instance, lemma, norm, positive, says
from verify.methods.derive import Derive, chain, substitute
from verify.papers.groupwise.lemmas.symmetric_descent import BOUND, DESCENDS, DESCENT, SPREAD
from verify.papers.groupwise.lemmas.symmetric_mixture import AGAINST_LINE, ENDS, SQUARE, along, line
from verify.papers.groupwise.lemmas.symmetric_mixture import V as SYMBOLS
from verify.papers.groupwise.lemmas.symmetric_pair import kept

V = SYMBOLS.extended(
    k=between(0, 0.5, "k", unit="1", ends="[)"),
    x=positive("x", unit="gradient^2", search=(0.01, 10)),
    y=positive("y", unit="gradient^2", search=(0.01, 10)),
)
WHERE = "docs/symmetric_law.md"
LENGTH = norm(V.g)


def rooted(share: Formula) -> Formula:
    """The form that was asked for, with a share of the squared gradient under the root."""
    return V.gamma * SQUARE / ((V.s**2 + share).sqrt() + V.gamma) ** 2


FORMS = {
    "a quarter": rooted(SQUARE / 4),
    "a third": rooted(SQUARE / 3),
    "the length apart": V.gamma * SQUARE / ((V.s + V.gamma) ** 2 + V.gamma * LENGTH),
}
WEAKER = {
    name: lemma(f"dptheory/symmetric-{name.replace(' ', '-')}", says(BOUND >= form))
    for name, form in FORMS.items()
}
NO_WORSE = says(DESCENT >= BOUND, given=[V.s**2 >= SPREAD], by=Derive(substitute(DESCENDS, {})))
SYMMETRIC = claim(
    "dptheory/symmetric-descent",
    WHERE,
    "what a normalised step keeps, for every symmetric law",
    {
        "no law does worse": NO_WORSE,
        "without deviation": says(kept(V.G**2, 0 * V.x) == V.G**2 / (V.G + V.gamma)),
        "two groups": says(kept(V.x, V.s**2) + kept(V.y, V.s**2) >= kept(V.x + V.y, V.s**2)),
    },
).rejects("one per cent more", part="no law does worse", right=BOUND * 101 / 100)
QUARTER = claim(
    "dptheory/symmetric-descent-forms",
    WHERE,
    "simpler forms: a quarter under the root, and no less",
    {
        **{
            name: NO_WORSE.but(
                right=form, by=Derive(chain(substitute(WEAKER[name], {}), substitute(DESCENDS, {})))
            )
            for name, form in FORMS.items()
        },
        # k^2 under the root, for any k below 1/2: too much without deviation, for a large gamma.
        "less than a quarter": says(
            V.G**2 / (V.G + V.gamma) < V.gamma * V.G**2 / (V.k * V.G + V.gamma) ** 2,
            given=[V.G > 0, V.k**2 * V.G < V.gamma * (1 - 2 * V.k)],
        ),
    },
)
LINE = claim(
    "dptheory/symmetric-line",
    WHERE,
    "a line below the worst law, for small stability constants",
    says(
        DESCENT >= line(SPREAD, SQUARE),
        given=[V.rho >= LENGTH, LENGTH > 0],
        by=Derive(substitute(AGAINST_LINE, {})),
    ),
)


def worst(g: Any, s: Any, gamma: Any) -> float:
    """The least mean, less what rounding may add.

    Raises:
        Undefined: the stability constant is out of the range of the library.
    """
    length, stability = float(g), float(gamma)
    if not length > 0 or not length / WIDEST <= stability <= length * WIDEST:
        raise Undefined("a stability constant out of range")
    return worst_symmetric(length, float(s), stability).value * (1 - 1e-12)


LEAST = external("least mean of a symmetric law", worst, LENGTH, V.s, V.gamma)
EXACT = says(DESCENT >= LEAST, given=[V.s**2 >= SPREAD, LENGTH > 0]).argued(
    "Pairs across the gradient and long ones along it suffice, and the worst mean is the "
    "convex hull of their two curves: docs/symmetric_law.md."
)
LAW = claim(
    "dptheory/symmetric-law",
    WHERE,
    "the worst symmetric law has two kinds of pairs",
    {
        "pairs are no worse than a mixture": ENDS.says,
        "along is worse than across": says(
            along(V.m) < V.G**2 / (V.q + V.gamma),
            given=[V.G > 0, V.m >= V.G, (V.q**2 == V.G**2 + V.m**2)],
            at=instance("G=3 m=4 q=5 gamma=1"),
        ),
        "no law is worse than the library's": EXACT,
    },
).rejects("one per cent more", part="no law is worse than the library's", right=LEAST * 101 / 100)

CLAIMS = (SYMMETRIC, QUARTER, LINE, LAW)
