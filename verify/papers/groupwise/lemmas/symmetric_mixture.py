r"""What a symmetric law can do at worst: pairs across the gradient, and long ones along it.

In the symbols of ``lemmas/symmetric_pair`` a pair is worth
:math:`(G^2(m+\gamma)-D^2m)/((m+\gamma)^2-D^2)`, which is concave in :math:`D^2`, while
:math:`|e|^2=m^2+D^2-G^2` is linear: at a given m the ends of :math:`0\le D^2\le G^2` do as badly.
D = 0 is e across g, worth :math:`G^2/(m+\gamma)` with :math:`|e|^2=m^2-G^2`; D = G is e along g,
worth :math:`\gamma G^2/((m+\gamma)^2-G^2)` with :math:`|e|=m\ge G`. Both lie above the line
through :math:`\gamma G^2/((\varrho+\gamma)^2-G^2)` at :math:`e=0` that falls to 0 at
:math:`|e|=\varrho`, for every :math:`\varrho\ge G`: the bound of Lemma A.1.
"""

from verify.language import Formula, expectation, lemma, norm, positive
from verify.methods.derive import Derive, add, expect, multiply, substitute
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENT, SPREAD, E
from verify.papers.groupwise.lemmas.symmetric_descent import V as SYMBOLS
from verify.papers.groupwise.lemmas.symmetric_pair import INSIDE, LENGTHS, MEAN, SIZE, pair

V = SYMBOLS.extended(rho=positive(r"\varrho", unit="gradient", search=(0.01, 10)))
SHARE = V.D**2 / V.G**2


def across(m: Formula) -> Formula:
    """A pair across the gradient, each of length m."""
    return V.G**2 / (m + V.gamma)


def along(m: Formula, square: Formula = V.G**2) -> Formula:
    """A pair along the gradient, with |e| = m."""
    return V.gamma * square / ((m + V.gamma) ** 2 - square)


def line(variance: Formula, square: Formula = V.G**2, rho: Formula = V.rho) -> Formula:
    """From the value of a long pair at e = 0 down to 0 at |e| = rho."""
    return along(rho, square) * (1 - variance / rho**2)


ENDS = lemma(
    "groupwise/symmetric-ends",
    MEAN >= (1 - SHARE) * across(V.m) + SHARE * along(V.m),
    given=[*INSIDE, V.G > 0],
)
ACROSS = lemma(
    "groupwise/symmetric-across",
    across(V.m) >= line(V.m**2 - V.G**2),
    given=[V.m >= V.G, V.rho >= V.G],
)
ALONG = lemma(
    "groupwise/symmetric-along",
    along(V.m) >= line(V.m**2),
    given=[V.m >= V.G, V.rho >= V.G, V.m > 0],
)
LINE_LENGTHS = lemma(
    "groupwise/symmetric-line-lengths",
    MEAN >= line(SIZE),
    given=[*INSIDE, V.G > 0, V.rho >= V.G],
    by=Derive(
        add(multiply(substitute(ACROSS, {}), 1 - SHARE), multiply(substitute(ALONG, {}), SHARE)),
        substitute(ENDS, {}),
    ),
)
SQUARE = norm(V.g) ** 2
VALUES = {name: LENGTHS[name] for name in ("G", "m", "D")}
AT_E = line(norm(V.e) ** 2, SQUARE)
PAIR_LINE = lemma(
    "groupwise/symmetric-pair-line",
    pair(V.g, V.e) >= AT_E,
    given=[norm(V.g) <= V.rho, norm(V.g) > 0],
    by=Derive(substitute(LINE_LENGTHS, VALUES)),
)
MEAN_LINE = lemma(
    "groupwise/symmetric-mean-line",
    V.a * (1 - SPREAD / V.rho**2) == expectation(V.Q, E, V.a * (1 - norm(E) ** 2 / V.rho**2)),
)
AGAINST_LINE = lemma(
    "groupwise/symmetric-descent-line",
    DESCENT >= line(SPREAD, SQUARE),
    given=[norm(V.g) <= V.rho, norm(V.g) > 0],
    by=Derive(
        substitute(MEAN_LINE, {"a": along(V.rho, SQUARE)}),
        expect(V.Q, E, substitute(PAIR_LINE, {})),
    ),
)
