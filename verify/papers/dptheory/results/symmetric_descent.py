r"""A normalised step for the worst symmetric law of the deviation.

A gradient g of length G, per-sample gradients g + e with a law of e that is symmetric about 0 (here
e drawn from Q, with a fair sign) and :math:`E|e|^2\le s^2`. The bound below is exact without
deviation, and asymptotically for large s; it is concave in :math:`G^2`, so that it adds up over
groups of parameters. Exact values: :mod:`dptheory.distributions.symmetric_law`.
"""

from typing import Any

from dptheory.distributions.symmetric_law import WIDEST, SymmetricLaw, worst_symmetric
from verify.formula.evaluate import Undefined
from verify.language import between, claim, instance, lemma, positive, real, says
from verify.language.formulas import Formula, external, norm, number, put
from verify.methods import derive
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute
from verify.papers.groupwise.lemmas import symmetric_descent, symmetric_mixture
from verify.papers.groupwise.lemmas.symmetric_descent import BOUND, DESCENDS, DESCENT, SPREAD, E
from verify.papers.groupwise.lemmas.symmetric_mixture import ENDS, SHARE, SQUARE, across, along
from verify.papers.groupwise.lemmas.symmetric_mixture import V as SYMBOLS
from verify.papers.groupwise.lemmas.symmetric_pair import INSIDE, MEAN, SIZE, kept, pair

V = SYMBOLS.extended(
    k=between(0, 0.5, "k", unit="1", ends="[)"),
    x=positive("x", unit="gradient^2", search=(0.01, 10)),
    y=positive("y", unit="gradient^2", search=(0.01, 10)),
    least=real("c", unit="gradient", search=(-10, 10)),
    slope=real(r"\lambda", unit="1/gradient", search=(-10, 10)),
)
WHERE = "docs/worst_law.md"
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
    name: lemma(f"dptheory/symmetric-{name.replace(' ', '-')}", BOUND >= form)
    for name, form in FORMS.items()
}
NO_WORSE = says(DESCENT >= BOUND, given=[V.s**2 >= SPREAD], by=Derive(substitute(DESCENDS, {})))
SYMMETRIC = (
    claim(
        "dptheory/symmetric-descent", WHERE, "What a normalised step keeps, for every symmetric law"
    )
    .says(
        {
            "a bound for every law": NO_WORSE,
            "without deviation": says(kept(V.G**2, 0 * V.x) == V.G**2 / (V.G + V.gamma)),
            "two groups": says(kept(V.x, V.s**2) + kept(V.y, V.s**2) >= kept(V.x + V.y, V.s**2)),
        }
    )
    .rejects("one per cent more", part="a bound for every law", right=BOUND * 101 / 100)
)
QUARTER = claim(
    "dptheory/symmetric-descent-forms",
    WHERE,
    "Simpler bounds for symmetric laws: a quarter under the root, and no less",
).says(
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
    }
)
BELOW_A_LINE = claim(
    "dptheory/symmetric-line",
    WHERE,
    "A bound for symmetric laws that is linear in the variance, for small stability constants",
).says(
    says(
        DESCENT >= symmetric_mixture.line(SPREAD, SQUARE),
        given=[V.rho >= LENGTH, LENGTH > 0],
        by=Derive(substitute(symmetric_mixture.AGAINST_LINE, {})),
    )
)


def library(g: Any, s: Any, gamma: Any) -> SymmetricLaw:
    """The library's law.

    Raises:
        Undefined: the stability constant is out of the range of the library.
    """
    length, stability = float(g), float(gamma)
    if not length > 0 or not length / WIDEST <= stability <= length * WIDEST:
        raise Undefined("a stability constant out of range")
    return worst_symmetric(length, float(s), stability)


def worst(g: Any, s: Any, gamma: Any) -> float:
    r"""The library's value: the least mean of $\langle g,g+e\rangle/(\lVert g+e\rVert+\gamma)$ over
    laws of pairs $\pm e$ across $g$ and along $g$ with the mean square $s^2$ at most, less a margin
    for rounding.
    """
    return library(g, s, gamma).value * (1 - 1e-12)


def steepness(g: Any, s: Any, gamma: Any) -> float:
    """How fast the least mean falls with s^2."""
    return -library(g, s, gamma).slope


LEAST = external("least mean of a symmetric law", worst, LENGTH, V.s, V.gamma)
SLOPE = external(r"\lambda", steepness, LENGTH, V.s, V.gamma)


def falling(variance: Formula, least: Formula = V.least, slope: Formula = V.slope) -> Formula:
    """A line through the least mean at s^2."""
    return least + slope * (V.s**2 - variance)


BELOW = lemma(
    "dptheory/symmetric-above-a-line",
    MEAN >= falling(SIZE),
    given=[
        *INSIDE,
        V.G > 0,
        across(V.m) >= falling(V.m**2 - V.G**2),
        along(V.m) >= falling(V.m**2),
    ],
    by=Derive(
        shown(falling(SIZE) == (1 - SHARE) * falling(V.m**2 - V.G**2) + SHARE * falling(V.m**2)),
        add(
            multiply(given(across(V.m) >= falling(V.m**2 - V.G**2)), 1 - SHARE),
            multiply(given(along(V.m) >= falling(V.m**2)), SHARE),
        ),
        substitute(ENDS, {}),
    ),
)
PAIRS = {**symmetric_mixture.VALUES, "least": LEAST, "slope": SLOPE}  # at e
CURVES = (
    "docs/worst_law.md: what a step keeps of g at pairs across it, and at pairs along it, are two "
    "curves over |e|^2. The library's line touches the convex hull of both from below."
)
LONGER = shown(put(V.m, PAIRS) >= LENGTH)
ABOVE = [
    derive.words(CURVES, put(across(V.m), PAIRS) >= put(falling(V.m**2 - V.G**2), PAIRS)),
    derive.words(CURVES, put(along(V.m), PAIRS) >= put(falling(V.m**2), PAIRS)),
]
OF_A_PAIR = lemma(
    "dptheory/symmetric-pair-above-a-line",
    pair(V.g, V.e) >= falling(norm(V.e) ** 2, LEAST, SLOPE),
    given=[LENGTH > 0],
    by=Derive(
        shown(falling(norm(V.e) ** 2, LEAST, SLOPE) == put(falling(SIZE), PAIRS)),
        derive.having([LONGER], derive.having(ABOVE, substitute(BELOW, PAIRS))),
        shown(put(MEAN, PAIRS) == pair(V.g, V.e)),
    ),
)
ENOUGH, REST = V.s**2 >= SPREAD, LEAST - SLOPE * SPREAD
EXACT = says(
    DESCENT >= LEAST,
    given=[ENOUGH, LENGTH > 0],
    by=Derive(
        derive.having(
            [derive.words("The least mean does not grow with s^2.", number(0) <= SLOPE)],
            add(multiply(given(ENOUGH), SLOPE), shown(REST == REST)),
        ),
        substitute(symmetric_descent.LINE, {"a": LEAST, "c": SLOPE}),
        derive.expect(V.Q, E, substitute(OF_A_PAIR, {})),
    ),
)
LAW = (
    claim(
        "dptheory/symmetric-law",
        WHERE,
        "The worst symmetric law has pairs of two kinds, across the gradient and along it",
    )
    .says(
        {
            "pairs are no worse than a mixture": ENDS.says,
            "along is worse than across": says(
                along(V.m) < V.G**2 / (V.q + V.gamma),
                given=[V.G > 0, V.m >= V.G, (V.q**2 == V.G**2 + V.m**2)],
                at=instance("G=3 m=4 q=5 gamma=1"),
            ),
            "no law is worse than the library's": EXACT,
        }
    )
    .rejects(
        "one per cent more", part="no law is worse than the library's", right=LEAST * 101 / 100
    )
)
