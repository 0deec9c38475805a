r"""The descent of a normalised step for the worst law of the deviation, in closed form.

:math:`\nabla f=su` with a unit vector u, :math:`g=\nabla f+e`, :math:`Ee=0`,
:math:`|e|\le\tau_0+\tau_1s`, :math:`h=1/(r+|g|)`. With :math:`x=\langle u,g\rangle` the function
:math:`h(|g|)(x-\alpha s)` lies above its tangent at :math:`x=-t` (where :math:`|g|=t`), if this
passes below it at the longest gradient. If the tangent meets it there, two atoms do as badly.
Values, also of the other cases: :mod:`dptheory.distributions.worst_law`.
"""

from fractions import Fraction

from verify.language import between, claim, instance, lemma, nonnegative, positive, real, says
from verify.language.formulas import Formula, dot, expectation, norm, number
from verify.methods.derive import Derive, multiply, substitute
from verify.papers.dptheory.formulas.deviation import COMPONENT, WHERE, on_average
from verify.papers.nsgd.formulas.printed_a import BORDER, FULL, UNIT, E
from verify.papers.nsgd.formulas.printed_a import GRADIENT as G
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as SYMBOLS

V = SYMBOLS.extended(
    d=SYMBOLS.d.within(search=(1, 2)),
    alpha=between(0, 1, r"\alpha", unit="1", ends="[)"),
    x=real("x", unit=GRADIENT, search=(-10, 10)),
    y=nonnegative("y", unit=GRADIENT, search=(0, 10)),
    m=nonnegative("m", unit=GRADIENT, search=(0, 10)),
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
    t=nonnegative("t", unit=GRADIENT, search=(0, 10)),
)
FACTOR = 1 / (V.r + norm(G))
STEP = FACTOR * dot(FULL, G) - V.alpha * FACTOR * V.s**2
DESCENT = expectation(V.P, E, STEP)
LONGEST = V.s + V.tau0 + V.tau1 * V.s
LOST = V.alpha * V.s


def tangent(x: Formula, m: Formula) -> Formula:
    """The tangent at x = -t of (x - m)/(r - x)."""
    return ((V.r - m) * x - V.t**2 - m * (V.r + 2 * V.t)) / (V.r + V.t) ** 2


def sides(q: Formula, m: Formula) -> tuple[Formula, Formula]:
    """The tangent passes below (q - m)/(r + q) at q if the first is at most the second."""
    return (V.r - m) * q**2, 2 * q * (V.r + V.t) * (V.t + m) + (V.r - m) * V.t**2


def below(q: Formula, m: Formula) -> Formula:
    """The tangent passes below the step of length q."""
    left, right = sides(q, m)
    return left <= right


LINE = lemma(
    "dptheory/normalised-line",
    (V.x - V.m) / (V.r + V.y) >= tangent(V.x, V.m),
    given=[-V.y <= V.x, V.x <= V.y, V.y <= V.q, V.m <= V.r, below(V.q, V.m)],
)


def line(g: Formula) -> Formula:
    """s times the tangent, as a function of g."""
    rest = V.s * (V.t**2 + LOST * (V.r + 2 * V.t))
    return ((V.r - LOST) * dot(FULL, g) - rest) / (V.r + V.t) ** 2


LEAST = V.s * ((V.r - LOST) * V.s - V.t**2 - LOST * (V.r + 2 * V.t)) / (V.r + V.t) ** 2
ABOVE = multiply(substitute(LINE, {"x": COMPONENT, "y": norm(G), "q": LONGEST, "m": LOST}), V.s)
NO_WORSE = says(
    DESCENT >= LEAST,
    given=[UNIT, V.r >= LOST, below(LONGEST, LOST)],
    by=on_average(LEAST, line, ABOVE),
)


def gain(x: Formula, length: Formula) -> Formula:
    """What the normalised gradient xu gains, less alpha s^2 of its factor."""
    return V.s * (x - LOST) / (V.r + length)


# The law of mean su on -tu and on qu, the longest gradient.
ATOMS = ((V.q - V.s) * gain(-V.t, V.t) + (V.s + V.t) * gain(V.q, V.q)) / (V.q + V.t)
LEFT, RIGHT = sides(V.q, LOST)
AS_BAD = says(ATOMS == LEAST, given=[V.s <= V.q, (LEFT == RIGHT), V.r >= LOST])

# Without alpha: t = 5q/12 will do at every r, and the exact t is below (sqrt(2) - 1) q.
PLAIN = expectation(V.P, E, FACTOR * dot(FULL, G))
SHARE = Fraction(5, 12)
RATIONAL = V.s * (V.r * V.s - (SHARE * LONGEST) ** 2) / (V.r + SHARE * LONGEST) ** 2
ORDER = (V.r * V.s**2 / 2 - BORDER**4 / (4 * V.r)) / (V.r + SHARE * LONGEST) ** 2
EVERY_R = says(
    PLAIN >= RATIONAL,
    given=[UNIT],
    by=Derive(substitute(NO_WORSE, {"t": SHARE * LONGEST, "alpha": 0})),
)
NORMALISED = claim(
    "dptheory/normalised-descent", WHERE, "Descent of a normalised step for the worst law"
).says({"a bound for every law": NO_WORSE})
ATTAINED = claim(
    "dptheory/normalised-descent-attained",
    WHERE,
    "The law that attains the bound of a normalised step, where the tangent meets the longest "
    "gradient",
).says({"a law with two points attains it": AS_BAD})
TOUCHES = V.r * V.q**2 == 2 * V.q * (V.r + V.t) * V.t + V.r * V.t**2
ROOT = number(2).function("sqrt") - 1
INSTANCE = (instance("r=3 q=3 t=1"),)
LOSS = claim(
    "dptheory/normalised-loss", WHERE, "How far a normalised step goes uphill on average, at most"
).says({"for every r": EVERY_R, "small gradients": says(RATIONAL >= ORDER, given=[V.s <= BORDER])})
SHARES = claim(
    "dptheory/normalised-share",
    WHERE,
    "How long the backward gradient of the worst law of a normalised step is, against the longest "
    "gradient",
).says(
    {
        "from above": says(V.t <= ROOT * V.q, given=[TOUCHES], at=INSTANCE),
        "from below": says(V.t >= ROOT * V.q - V.q**2 / (8 * V.r), given=[TOUCHES], at=INSTANCE),
    }
)
