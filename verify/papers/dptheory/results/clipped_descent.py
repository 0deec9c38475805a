r"""The descent of a clipped step for the worst law of the deviation, in closed form.

:math:`\nabla f=su` with a unit vector u, :math:`g=\nabla f+e`, :math:`Ee=0`,
:math:`|e|\le\varrho=\tau_0+\tau_1s`, clipped at c. As a function of :math:`x=\langle u,g\rangle` a
step lies above a line through two atoms, of which the right one is the longest gradient.
Values, also between these cases: :mod:`dptheory.distributions.worst_law`.
"""

from collections.abc import Callable

from verify.language import Claim, Draft, Lemma, claim, lemma, nonnegative, positive, real, says
from verify.language.formulas import Formula, dot, expectation, largest, least, norm
from verify.methods.derive import Derive, chain, multiply, shown, substitute
from verify.papers.dptheory.formulas.deviation import COMPONENT, WHERE, on_average
from verify.papers.nsgd.formulas.printed_a import BORDER, FULL, UNIT, E
from verify.papers.nsgd.formulas.printed_a import GRADIENT as G
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as SYMBOLS

V = SYMBOLS.extended(
    d=SYMBOLS.d.within(search=(1, 2)),
    x=real("x", unit=GRADIENT, search=(-10, 10)),
    y=nonnegative("y", unit=GRADIENT, search=(0, 10)),
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
    m=positive("m", unit=GRADIENT, search=(0.01, 10)),
)
RADIUS = V.tau0 + V.tau1 * V.s
LONGEST = V.s + RADIUS


def factor(y: Formula) -> Formula:
    """min(1, c/y), also at y = 0."""
    return V.c / largest(V.c, y)


def gain(x: Formula, s: Formula) -> Formula:
    """What the clipped gradient xu gains."""
    return s * factor(abs(x)) * x


STEP = factor(norm(G)) * dot(FULL, G)
DESCENT = expectation(V.P, E, STEP)
INSIDE = [-V.y <= V.x, V.x <= V.y, V.y <= V.q, V.c <= V.q]


def far(x: Formula, q: Formula) -> Formula:
    """Through -c at x = -c and c at x = q."""
    return V.c * (2 * x + V.c - q) / (q + V.c)


def near(x: Formula, q: Formula) -> Formula:
    """Through itself at x = 2s - q and c at x = q."""
    return (V.c + 2 * V.s - q) / 2 + (V.c + q - 2 * V.s) / (2 * (q - V.s)) * (x - V.s)


FAR_LINE = lemma("dptheory/clipped-far-line", factor(V.y) * V.x >= far(V.x, V.q), given=INSIDE)
NEAR_LINE = lemma(
    "dptheory/clipped-near-line",
    factor(V.y) * V.x >= near(V.x, V.q),
    given=[*INSIDE, 2 * V.s - V.q <= V.x, 2 * V.s <= V.q, V.s < V.q],
)
LARGE_LINE = lemma(
    "dptheory/clipped-large-line",
    factor(V.y) * V.x >= V.m / V.s * V.x,
    given=[V.x >= 0, V.y <= 2 * V.s, V.m <= V.s, 2 * V.m <= V.c, V.s > 0],
)


def proof(
    bound: Formula, line: Callable[[Formula], Formula], scaled: Formula, lemma: Lemma
) -> Derive:
    """The line under every step, then on average.

    Args:
        bound: the mean of the line. line: s times the line, as a function of g.
        scaled: the same, as the lemma has it. lemma: the line under a step over s.
    """
    values = {"x": COMPONENT, "y": norm(G)}
    values |= {"q": LONGEST} if lemma is not LARGE_LINE else {}
    above = chain(
        multiply(substitute(lemma, values), V.s), shown(V.s * (factor(norm(G)) * COMPONENT) == STEP)
    )
    return on_average(bound, line, above)


def along_near(g: Formula) -> Formula:
    """s times the second line."""
    slope = (V.c + LONGEST - 2 * V.s) / (2 * (LONGEST - V.s))
    return V.s * (V.c + 2 * V.s - LONGEST) / 2 + slope * (dot(FULL, g) - V.s**2)


def atoms(left: Formula, right: Formula, s: Formula = V.s) -> Formula:
    """The mean for the law of mean su on left u and right u."""
    values = (right - s) * gain(left, s) + (s - left) * gain(right, s)
    return values / (right - left)


FAR = V.s * V.c * (V.s + V.c - RADIUS) / (V.s + V.c + RADIUS)
NEAR = V.s * (V.s + V.c - RADIUS) / 2
NO_WORSE_FAR = says(
    DESCENT >= FAR,
    given=[UNIT, V.c <= LONGEST],
    by=proof(
        FAR,
        lambda g: V.c * (2 * dot(FULL, g) + V.s * (V.c - LONGEST)) / (LONGEST + V.c),
        V.s * far(COMPONENT, LONGEST),
        FAR_LINE,
    ),
)
NO_WORSE_NEAR = says(
    DESCENT >= NEAR,
    given=[UNIT, V.c <= LONGEST, V.s <= RADIUS],
    by=proof(NEAR, along_near, V.s * near(COMPONENT, LONGEST), NEAR_LINE),
)
NO_WORSE_LARGE = says(
    DESCENT >= V.m * V.s,
    given=[UNIT, V.s >= BORDER, V.m <= BORDER, 2 * V.m <= V.c],
    by=proof(V.m * V.s, lambda g: V.m * dot(V.u, g), V.s * (V.m / V.s * COMPONENT), LARGE_LINE),
)
AS_FAR = says(atoms(-V.c, LONGEST) == FAR, given=[V.s + V.c <= RADIUS])
AS_NEAR = says(
    atoms(V.s - RADIUS, LONGEST) == NEAR, given=[V.c <= LONGEST, V.s <= RADIUS, V.s + V.c >= RADIUS]
)
AS_LARGE = says(atoms(0 * V.c, 2 * BORDER, BORDER) == least(BORDER, V.c / 2) * BORDER)


def for_the_worst_law(id: str, region: str, no_worse: Draft, attained: Draft) -> Claim:
    """The descent for a region of s and c."""
    title = f"Descent of a clipped step for the worst law, {region}"
    return claim(
        id,
        WHERE,
        title,
        {"a bound for every law": no_worse, "a law with two points attains it": attained},
    )


FAR_CLAIM = for_the_worst_law(
    "dptheory/clipped-descent-far", "gradient and threshold within the radius", NO_WORSE_FAR, AS_FAR
)
NEAR_CLAIM = for_the_worst_law(
    "dptheory/clipped-descent-near",
    "gradient and threshold beyond the radius",
    NO_WORSE_NEAR,
    AS_NEAR,
)
LARGE_CLAIM = for_the_worst_law(
    "dptheory/clipped-descent-large", "large gradients", NO_WORSE_LARGE, AS_LARGE
)
UPHILL = claim(
    "dptheory/clipped-uphill", WHERE, "Where a clipped step goes uphill on average"
).says(
    {
        "for some law": says(atoms(-V.c, LONGEST) < 0, given=[V.s > 0, V.s + V.c < RADIUS]),
        "for none": says(
            DESCENT >= 0,
            given=[UNIT, V.c <= LONGEST, V.s + V.c >= RADIUS],
            by=Derive(chain(shown(FAR >= 0), substitute(NO_WORSE_FAR, {}))),
        ),
    }
)
