r"""What a step descends at least, for the worst law, and what this makes of the smallest gradient.

:math:`b=\tau_0/(1-\tau_1)`. The deviation e is at most the larger of s and b long. Near 0 the
factor h lies between 1/(r + 2b) and 1/r: as E e = 0, only its distance to the middle counts.
"""

from verify.formula.expression import Node, dot, expectation, largest, least, norm
from verify.formula.expression import substitute as instance
from verify.language.claim import Lemma
from verify.language.notation import law, positive, vector
from verify.language.says import Draft, at_least, at_most
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, cases, chain, expect, shown, substitute, words
from verify.papers.nsgd.formulas.printed_a import (
    ALONG,
    BORDER,
    CLIPPING,
    NORMALISING,
    UNIT,
    E,
    mean,
)
from verify.papers.nsgd.notation import GRADIENT as UNIT_OF_G
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    floor=positive("F", unit=UNIT_OF_G, search=(0.01, 2)),
    cap=positive("b", unit=UNIT_OF_G, search=(0.01, 5)),
    kappa=positive(r"\kappa", unit="gradient^2", search=(0.01, 10)),
    theta=positive(r"\theta", unit=UNIT_OF_G, search=(0.01, 5)),
    m=vector(1, "m", unit=UNIT_OF_G),
    Q=law("Q", unit=UNIT_OF_G),
)
REACH = V.r + 2 * BORDER
FLOOR = BORDER**2 / V.r
NORMALISED, CLIPPED = mean(NORMALISING * ALONG), mean(CLIPPING * ALONG)


def averaged(line: Node, step: Node, bound: Node) -> Derive:
    """A line in e below the step, for every e, and then on average."""
    return Derive(chain(shown(bound.equals(mean(line))), expect(V.P, E, shown(line <= step))))


ALONG_E, SQUARE = V.s * dot(V.u, E), dot(V.s * V.u, V.s * V.u)
MIDDLE, HALF = (1 / V.r + 1 / REACH) / 2, BORDER / (V.r * REACH)
NEAR = Lemma(
    id="nsgd/normalised-descent-near",
    says=at_least(
        V,
        NORMALISED,
        V.s * (V.s - FLOOR) / REACH,
        where=[UNIT, V.s < BORDER],
        by=averaged(
            V.s**2 / REACH + MIDDLE * ALONG_E - HALF * BORDER * V.s,
            NORMALISING * ALONG,
            V.s * (V.s - FLOOR) / REACH,
        ),
    ),
)
FAR = Lemma(
    id="nsgd/normalised-descent-far",
    says=at_least(
        V,
        NORMALISED,
        V.s * BORDER / REACH,
        where=[UNIT, V.s >= BORDER],
        by=Derive(
            chain(
                shown(SQUARE / (V.r + 2 * V.s) >= V.s * BORDER / REACH),
                shown((SQUARE / (V.r + 2 * V.s)).equals(mean(ALONG / (V.r + 2 * V.s)))),
                expect(V.P, E, shown(ALONG / (V.r + 2 * V.s) <= NORMALISING * ALONG)),
            )
        ),
    ),
)
CLIPPED_NEAR = Lemma(
    id="nsgd/clipped-descent-near",
    says=at_least(
        V,
        CLIPPED,
        V.s**2,
        where=[UNIT, V.s < BORDER, V.c >= 2 * BORDER],
        by=averaged(V.s**2 + ALONG_E, CLIPPING * ALONG, V.s**2),
    ),
)
CAPPED = V.s * least(V.s, V.c / 2)
COMPONENT, OWN = dot(V.u, V.s * V.u + E), dot(V.u, V.s * V.u)


def far_clipped(factor: Node) -> Link:
    """The descent where the factor of every gradient, times s, is at least a given one."""
    return chain(
        shown(factor * OWN >= CAPPED),
        shown((factor * OWN).equals(mean(factor * COMPONENT))),
        expect(V.P, E, shown(factor * COMPONENT <= CLIPPING * ALONG)),
    )


CLIPPED_FAR = Lemma(
    id="nsgd/clipped-descent-far",
    says=at_least(
        V,
        CLIPPED,
        CAPPED,
        where=[UNIT, V.s >= BORDER],
        by=Derive(cases(V.c <= 2 * V.s, far_clipped(V.c / 2), far_clipped(V.s))),
    ),
)
WIDTH = V.cap - V.floor


def descent(size: Node) -> Node:
    """What a step descends at least where the gradient has a size, over eta and a constant."""
    excess = largest(0, size - V.floor)
    return excess * least(excess, WIDTH)


TANGENT = Lemma(
    id="nsgd/tangent-of-the-descent",
    says=at_most(
        V,
        V.s,
        V.floor + (descent(V.s) + V.theta**2 / 4) / V.theta,
        where=[V.floor < V.cap, V.theta <= WIDTH],
    ),
)

# Every nonnegative random number is the size of a centred one.
SMALLEST = norm(V.m)
BUDGET = expectation(V.Q, V.m, descent(SMALLEST))
LEVEL = V.floor + (BUDGET + V.theta**2 / 4) / V.theta


def jensen() -> Derive:
    """The tangent of slope theta, on average."""
    line = V.floor + (descent(SMALLEST) + V.theta**2 / 4) / V.theta
    own = {"s": SMALLEST, "floor": V.floor, "cap": V.cap, "theta": V.theta}
    return Derive(
        chain(
            expect(V.Q, V.m, substitute(TANGENT.says, own)),
            shown(expectation(V.Q, V.m, line).equals(LEVEL)),
        )
    )


SMALLEST_GRADIENT = Lemma(
    id="nsgd/smallest-gradient",
    says=at_most(
        V,
        expectation(V.Q, V.m, SMALLEST),
        LEVEL,
        where=[V.floor < V.cap, V.theta <= WIDTH],
        by=jensen(),
    ),
)
BEST_SLOPE = Lemma(
    id="nsgd/best-slope",
    says=at_most(
        V,
        V.kappa / least(WIDTH, 2 * V.kappa.sqrt()) + least(WIDTH, 2 * V.kappa.sqrt()) / 4,
        largest(V.kappa.sqrt(), 2 * V.kappa / WIDTH),
        where=[V.floor < V.cap],
    ),
)
AVERAGE = expectation(V.Q, V.m, SMALLEST)
REACHED = V.floor + largest(V.kappa.sqrt(), 2 * V.kappa / WIDTH)


def of_a_run(floor: Node, cap: Node, worth: Node) -> Draft:
    """The bound of E[min] of every run, Q being the law of the smallest gradient.

    The first hypothesis is (12), or (19), summed until the first gradient below the floor.

    Args:
        floor: F. cap: b. worth: kappa, what the descents of the run add up to at most.
    """
    own = {"floor": floor, "cap": cap, "kappa": worth}
    average, reached, budget = (instance(node, own) for node in (AVERAGE, REACHED, BUDGET))
    text = "The lemma on the smallest gradient, at its best slope."
    return at_most(
        V,
        average,
        reached,
        where=[budget <= worth, floor < cap],
        by=Derive(words(text, average <= reached)),
    )


LEMMAS = (NEAR, FAR, CLIPPED_NEAR, CLIPPED_FAR, TANGENT, SMALLEST_GRADIENT, BEST_SLOPE)
