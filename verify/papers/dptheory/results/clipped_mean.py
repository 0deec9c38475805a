r"""The mean of the clipped gradients against what a step descends.

:math:`\nabla f=su` with a unit vector u, :math:`g=\nabla f+e`, :math:`Ee=0`,
:math:`|e|\le\tau_0+\tau_1s`, clipped at c. For :math:`s\ge b=\tau_0/(1-\tau_1)` no e is longer than
s. A factor from (0, 1] then leaves :math:`m=E\,\bar hg` in the ball with the diameter su, and
clipping at c in the ball with the diameter cu: :math:`|m|^2\le\min(s,c)\langle u,m\rangle`. A
ball is said by its support function, for every direction a; at :math:`a=m-su/2` (cu/2) the
square follows. The mean square of the records is twice the descent at most; for s < b and
:math:`c\ge2b` nothing is clipped.
"""

from verify.language import Formula, claim, dot, largest, lemma, norm, says
from verify.language.symbols import between, nonnegative, real, vector
from verify.methods.derive import Derive, expect, shown, substitute
from verify.papers.nsgd.formulas import printed_a
from verify.papers.nsgd.formulas.printed_a import ALONG, CLIPPING, FULL, LARGE, SMALL, UNIT, E, mean
from verify.papers.nsgd.formulas.printed_a import GRADIENT as G
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as SYMBOLS

V = SYMBOLS.extended(
    d=SYMBOLS.d.within(search=(1, 2)),
    s=SYMBOLS.s.within("(0, inf)", search=(0.01, 10)),
    a=vector("d", "a", unit="1"),
    m=vector("d", "m", unit=GRADIENT),
    # Of the lines: a factor, |a|, <u, a>, and the components of g along a and u with its length.
    h=between(0, 1, "h", unit="1", ends="(]"),
    A=nonnegative("A", unit="1", search=(0.1, 3)),
    k=real("k", unit="1", search=(-3, 3)),
    x=real("x", unit=GRADIENT, search=(-10, 10)),
    z=real("z", unit=GRADIENT, search=(-10, 10)),
    y=nonnegative("y", unit=GRADIENT, search=(0, 10)),
)
WHERE = "docs/normalised.md"
LENGTH, ALIGNED = norm(V.a), dot(V.u, V.a)
COMPONENT, OWN = dot(V.a, G), dot(V.u, G)


def chord(x: Formula, k: Formula, A: Formula) -> Formula:
    """From 0 at the least component along a, to itself at the largest."""
    return (A + k) / (2 * A) * (x + V.s * (A - k))


def line(x: Formula, z: Formula, A: Formula) -> Formula:
    """Meets the clipped component where g is along a, and at g = 2su."""
    return V.c * A - V.c / (2 * V.s) * (A * z - x)


CHORD = lemma(
    "dptheory/factor-chord",
    V.h * V.x <= chord(V.x, V.k, V.A),
    given=[V.A > 0, -V.A <= V.k, V.k <= V.A, V.s * (V.k - V.A) <= V.x, V.x <= V.s * (V.k + V.A)],
)
LINE = lemma(
    "dptheory/clipped-component-line",
    V.c / largest(V.c, V.y) * V.x <= line(V.x, V.z, V.A),
    given=[V.x <= V.A * V.y, V.z <= V.y, V.y**2 <= 2 * V.s * V.z, V.c <= 2 * V.s],
)


def ball(diameter: Formula) -> Formula:
    """The largest component along a in the ball with the diameter from 0 to this times u."""
    return diameter / 2 * (LENGTH + ALIGNED)


KEPT = mean(CLIPPING * COMPONENT)
OF_THE_GRADIENT = says(
    KEPT <= ball(V.s),
    given=[UNIT, LARGE, LENGTH > 0],
    by=Derive(
        expect(
            V.P, E, substitute(CHORD, {"h": CLIPPING, "x": COMPONENT, "k": ALIGNED, "A": LENGTH})
        )
    ),
)
MEAN_OF_LINE = line(dot(V.a, FULL), dot(V.u, FULL), LENGTH)
OF_THE_THRESHOLD = says(
    KEPT <= ball(V.c),
    given=[UNIT, LARGE, V.c <= 2 * V.s],
    by=Derive(
        expect(V.P, E, substitute(LINE, {"x": COMPONENT, "z": OWN, "y": norm(G), "A": LENGTH})),
        shown(MEAN_OF_LINE == ball(V.c)),
    ),
)


def square(diameter: Formula) -> Formula:
    """The ball's inequality at a = m - centre, for which <a, m> is what the mean has along a."""
    off = V.m - diameter * V.u / 2
    return dot(off, V.m) <= diameter / 2 * (norm(off) + dot(V.u, off))


HALF_SQUARE = CLIPPING**2 * norm(G) ** 2 / 2
OF_RECORDS = says(
    mean(HALF_SQUARE) <= mean(CLIPPING * ALONG),
    given=[UNIT, LARGE],
    by=Derive(expect(V.P, E, shown(HALF_SQUARE <= CLIPPING * ALONG))),
)
UNCLIPPED = [UNIT, SMALL, printed_a.THRESHOLD]
# No e is longer than b.
LONGEST_SQUARE = V.s**2 + 2 * dot(FULL, E) + printed_a.BORDER**2
MEAN = (
    claim(
        "dptheory/clipped-mean",
        WHERE,
        "The mean of the clipped gradients lies in two balls; its square against the descent",
    )
    .says(
        {
            "in the ball of the gradient": OF_THE_GRADIENT,
            "in the ball of the threshold": OF_THE_THRESHOLD,
            "squares in the first": says(
                norm(V.m) ** 2 <= V.s * dot(V.u, V.m), given=[UNIT, square(V.s)]
            ),
            "squares in the second": says(
                norm(V.m) ** 2 <= V.c * dot(V.u, V.m), given=[UNIT, square(V.c)]
            ),
            "squares of the records": OF_RECORDS,
            "small gradients": says(
                KEPT == V.s * ALIGNED,
                given=UNCLIPPED,
                by=Derive(expect(V.P, E, shown(CLIPPING * COMPONENT == COMPONENT))),
            ),
            "records at small gradients": says(
                mean(CLIPPING**2 * norm(G) ** 2) <= V.s**2 + printed_a.BORDER**2,
                given=[UNIT, SMALL],
                by=Derive(expect(V.P, E, shown(CLIPPING**2 * norm(G) ** 2 <= LONGEST_SQUARE))),
            ),
        }
    )
    .rejects("9/10 of the first ball", part="in the ball of the gradient", right=ball(9 * V.s / 10))
)
