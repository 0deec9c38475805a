r"""What a step descends at least, for the worst law, and what this makes of the smallest gradient.

:math:`b=\tau_0/(1-\tau_1)`. The deviation e is at most the larger of s and b long. Near 0 the
factor h lies between 1/(r + 2b) and 1/r: as E e = 0, only its distance to the middle counts.
"""

from verify.language import Formula, dot, expectation, largest, least, lemma, norm, put
from verify.language.symbols import law, nonnegative, positive, real, vector
from verify.methods.derivation.chance import expect
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, cases, chain, given, multiply, shown, substitute
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    floor=nonnegative("F", unit="gradient", search=(0.01, 2)),
    cap=positive("b", unit="gradient", search=(0.01, 5)),
    kappa=positive(r"\kappa", unit="gradient^2", search=(0.01, 10)),
    theta=positive(r"\theta", unit="gradient", search=(0.01, 5)),
    spent=real("x", unit="gradient^2", search=(0, 10)),
    m=vector(1, "m", unit="gradient"),
    Q=law("Q", unit="gradient"),
)
REACH = V.r + 2 * p.BORDER
FLOOR = p.BORDER**2 / V.r
NORMALISED, CLIPPED = p.mean(p.NORMALISING * p.ALONG), p.mean(p.CLIPPING * p.ALONG)


def averaged(line: Formula, step: Formula) -> Derive:
    """A line in e below the step, for every e, and then on average."""
    return Derive(expect(V.P, p.E, shown(line <= step)))


ALONG_E = V.s * dot(V.u, p.E)
MIDDLE, HALF = (1 / V.r + 1 / REACH) / 2, p.BORDER / (V.r * REACH)
STEADY, SWAY = V.s**2 / REACH, MIDDLE * ALONG_E - HALF * norm(p.E) * V.s
NEAR_FOR_EVERY = chain(
    shown(STEADY + MIDDLE * ALONG_E - HALF * p.BORDER * V.s <= STEADY + SWAY),
    add(shown(STEADY <= p.NORMALISING * V.s**2), shown(SWAY <= p.NORMALISING * ALONG_E)),
    shown(p.NORMALISING * V.s**2 + p.NORMALISING * ALONG_E == p.NORMALISING * p.ALONG),
)
NEAR = lemma(
    "nsgd/normalised-descent-near",
    NORMALISED >= V.s * (V.s - FLOOR) / REACH,
    given=[p.UNIT, V.s < p.BORDER],
    by=Derive(expect(V.P, p.E, NEAR_FOR_EVERY)),
)
FAR = lemma(
    "nsgd/normalised-descent-far",
    NORMALISED >= V.s * p.BORDER / REACH,
    given=[p.UNIT, V.s >= p.BORDER],
    by=Derive(
        shown(p.SQUARED / (V.r + 2 * V.s) >= V.s * p.BORDER / REACH),
        expect(V.P, p.E, shown(p.ALONG / (V.r + 2 * V.s) <= p.NORMALISING * p.ALONG)),
    ),
)
CLIPPED_NEAR = lemma(
    "nsgd/clipped-descent-near",
    CLIPPED >= V.s**2,
    given=[p.UNIT, V.s < p.BORDER, V.c >= 2 * p.BORDER],
    by=averaged(V.s**2 + ALONG_E, p.CLIPPING * p.ALONG),
)
CAPPED = V.s * least(V.s, V.c / 2)
COMPONENT, OWN = dot(V.u, p.GRADIENT), dot(V.u, p.FULL)


def far_clipped(factor: Formula) -> Link:
    """The descent where the factor of every gradient, times s, is at least a given one."""
    return chain(
        shown(factor * OWN >= CAPPED),
        expect(V.P, p.E, shown(factor * COMPONENT <= p.CLIPPING * p.ALONG)),
    )


CLIPPED_FAR = lemma(
    "nsgd/clipped-descent-far",
    CLIPPED >= CAPPED,
    given=[p.UNIT, V.s >= p.BORDER],
    by=Derive(cases(V.c <= 2 * V.s, far_clipped(V.c / 2), far_clipped(V.s))),
)
WIDTH = V.cap - V.floor


def descent(size: Formula) -> Formula:
    """What a step descends at least where the gradient has a size, over eta and a constant."""
    excess = largest(0, size - V.floor)
    return excess * least(excess, WIDTH)


TANGENT = lemma(
    "nsgd/tangent-of-the-descent",
    V.s <= V.floor + (descent(V.s) + V.theta**2 / 4) / V.theta,
    given=[V.floor < V.cap, V.theta <= WIDTH],
)

# Every nonnegative random number is the size of a centred one.
SMALLEST = norm(V.m)
BUDGET = expectation(V.Q, V.m, descent(SMALLEST))
LEVEL = V.floor + (BUDGET + V.theta**2 / 4) / V.theta

# The tangent of slope theta, on average.
LINE = V.floor + (descent(SMALLEST) + V.theta**2 / 4) / V.theta
AT = {"s": SMALLEST, "floor": V.floor, "cap": V.cap, "theta": V.theta}
SMALLEST_GRADIENT = lemma(
    "nsgd/smallest-gradient",
    expectation(V.Q, V.m, SMALLEST) <= LEVEL,
    given=[V.floor < V.cap, V.theta <= WIDTH],
    by=Derive(expect(V.Q, V.m, substitute(TANGENT, AT))),
)
BEST_SLOPE = lemma(
    "nsgd/best-slope",
    V.kappa / least(WIDTH, 2 * V.kappa.sqrt()) + least(WIDTH, 2 * V.kappa.sqrt()) / 4
    <= largest(V.kappa.sqrt(), 2 * V.kappa / WIDTH),
    given=[V.floor < V.cap],
)
AVERAGE = expectation(V.Q, V.m, SMALLEST)


def reached(floor: Formula, cap: Formula, kappa: Formula) -> Formula:
    """The bound of E[min].

    Args:
        floor: F. cap: b. kappa: what the steps of a run are worth.
    """
    return floor + largest(kappa.sqrt(), 2 * kappa / (cap - floor))


REACHED = reached(V.floor, V.cap, V.kappa)
SLOPE = least(WIDTH, 2 * V.kappa.sqrt())
AT_BEST_SLOPE = lemma(
    "nsgd/smallest-gradient-at-its-best-slope",
    AVERAGE <= put(LEVEL, {"theta": SLOPE}),
    given=[V.floor < V.cap],
    by=Derive(substitute(SMALLEST_GRADIENT, {"theta": SLOPE})),
)
WITHIN = lemma(
    "nsgd/within-the-worth-of-a-run",
    V.floor + (V.spent + SLOPE**2 / 4) / SLOPE <= REACHED,
    given=[V.spent <= V.kappa, V.floor < V.cap],
    by=Derive(
        add(
            multiply(given(V.spent <= V.kappa), 1 / SLOPE),
            shown(V.floor + SLOPE / 4 <= V.floor + SLOPE / 4),
        ),
        add(substitute(BEST_SLOPE, {}), shown(V.floor <= V.floor)),
    ),
)
# Of every run: Q is the law of its smallest gradient; (12), or (19), summed until the first
# gradient below the floor F is the first hypothesis, with kappa for what a run's steps are worth.
OF_A_RUN = lemma(
    "nsgd/smallest-gradient-of-a-run",
    AVERAGE <= REACHED,
    given=[BUDGET <= V.kappa, V.floor < V.cap],
    by=Derive(chain(substitute(AT_BEST_SLOPE, {}), substitute(WITHIN, {"spent": BUDGET}))),
)
