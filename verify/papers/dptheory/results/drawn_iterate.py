r"""The gradient at an iterate drawn uniformly, from what the descents of all steps are worth.

:mod:`dptheory.bounds.nonconvex`: in a step from a point with gradient norm s the loss falls by
:math:`w\,s(\min(s,b)-F)-v` or more. T steps are summed; a tangent of the descent, of slope
:math:`\theta`, gives the mean of s.
"""

from fractions import Fraction
from functools import partial

from dptheory.bounds.nonconvex import Descents, drawn_gradient
from verify.language import Formula, claim, expectation, index, least, lemma, norm, says, total
from verify.language.symbols import Real, law, nonnegative, positive, real, sequence, vector
from verify.methods.derivation.chance import expect
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as SYMBOLS

SQUARE = "gradient^2"
V = SYMBOLS.extended(
    T=SYMBOLS.T.within(search=(1, 6)),
    F=nonnegative("F", unit=GRADIENT, search=(0, 2)),
    b=positive("b", unit=GRADIENT, search=(0.01, 5)),
    kappa=positive(r"\kappa", unit=SQUARE, search=(0.01, 10)),
    theta=positive(r"\theta", unit=GRADIENT, search=(0.01, 5)),
    x=real("x", unit=SQUARE, search=(-10, 10)),
    # The gradient norm at the drawn iterate: every nonnegative random number is a centred one's.
    m=vector(1, "m", unit=GRADIENT),
    Q=law("Q", unit=GRADIENT),
    # Of a step: what it is worth, by what factor, the second order, and how much more f falls.
    worth=sequence("T", r"E\,s(\min(s,b)-F)", unit=SQUARE, entry=Real()),
    w=positive("w", unit="length^2/loss", search=(0.01, 10)),
    v=nonnegative("v", unit="loss", search=(0, 10)),
    more=sequence("T", "z", unit="loss", entry=Real(Fraction(0))),
)
k = index("k")
over_steps = partial(total, k, 1, V.T)

WORTH, FALL = over_steps(V.worth[k]), over_steps(V.w * V.worth[k] - V.v + V.more[k])
SUMMED = says(
    WORTH / V.T <= (V.Df + V.T * V.v) / (V.T * V.w),
    given=[FALL <= V.Df],
    by=Derive(
        multiply(
            chain(
                sum_over(k, 1, V.T, shown(V.w * V.worth[k] + V.more[k] >= V.w * V.worth[k])),
                add(given(FALL <= V.Df), shown(V.T * V.v == V.T * V.v)),
            ),
            1 / (V.T * V.w),
        )
    ),
)

SIZE = norm(V.m)


def descent(s: Formula) -> Formula:
    """What a step is worth."""
    return s * (least(s, V.b) - V.F)


def tangent(worth: Formula) -> Formula:
    """The line over the size of a gradient, of slope 1/theta in what the step is worth."""
    return (worth + (V.F + V.theta) ** 2 / 4) / V.theta


SLOPE = [V.F < V.b, (V.theta == least((V.F**2 + 4 * V.kappa).sqrt(), V.b - V.F))]
AVERAGE, ON_AVERAGE = (expectation(V.Q, V.m, x) for x in (SIZE, descent(SIZE)))
BOUND = V.of(lambda F, b, kappa: drawn_gradient(Descents(F, b, kappa)))
TANGENT = lemma(
    "dptheory/tangent-of-a-step",
    V.s <= tangent(descent(V.s)),
    given=[V.F < V.b, V.theta <= V.b - V.F],
)
SLOPES = lemma(
    "dptheory/drawn-gradient-slope",
    AVERAGE <= tangent(ON_AVERAGE),
    given=SLOPE,
    by=Derive(expect(V.Q, V.m, substitute(TANGENT, {"s": SIZE}))),
)
LEVEL = lemma(
    "dptheory/tangent-of-the-level", tangent(V.x) <= tangent(V.kappa), given=[V.x <= V.kappa]
)
AT_THE_SLOPE = lemma("dptheory/tangent-at-its-slope", tangent(V.kappa) <= BOUND, given=SLOPE)
DRAWN = says(
    AVERAGE <= BOUND,
    given=[*SLOPE, ON_AVERAGE <= V.kappa],
    by=Derive(
        substitute(SLOPES, {}), substitute(LEVEL, {"x": ON_AVERAGE}), substitute(AT_THE_SLOPE, {})
    ),
)
DRAWN_CLAIM = (
    claim(
        "dptheory/drawn-iterate", "docs/normalised.md", "The gradient at an iterate drawn uniformly"
    )
    .says({"the sum over a run": SUMMED, "the gradient": DRAWN})
    .rejects("4/5 of the bound", part="the gradient", right=4 * BOUND / 5)
)
