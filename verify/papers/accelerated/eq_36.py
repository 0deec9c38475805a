"""Section 5, (36): the gradient of the log-likelihood, and how far one record moves it."""

from fractions import Fraction
from typing import Any

from verify.claim import Lemma, claim
from verify.expression import Node, external, lift
from verify.methods.derivation.instance import Substitute
from verify.methods.derivation.links import Add, Given, Multiply, SumOver
from verify.methods.derive import Derive
from verify.notation import nonnegative, positive, real
from verify.papers.accelerated import logistic
from verify.papers.accelerated.logistic import (
    COORDINATES,
    DISTANCE,
    MARGIN,
    MARGIN_2,
    ONE_COORDINATE,
    PUT_IN,
    i,
    size,
    slope,
)
from verify.papers.accelerated.settings import LOGISTIC
from verify.statement import at_most, equal, tends

V = logistic.V.extended(
    h=real("h", unit="length", search=(-1, 1)),
    away=nonnegative("k", unit="length", search=(0, 2)),
    k=positive("k", unit="length", search=(0.01, 2)),
    depth=nonnegative("M", unit="1", search=(0, 10)),
)


def printed(z: Node, p: Node, top: Node, bottom: Node) -> Node:
    """z u e^top/(1 + e^bottom), a coordinate."""
    return z * p * top.exp() / (1 + bottom.exp())


def likelihood(z: Any) -> Node:
    """p(z|u, x)."""
    return 1 / (1 + (-z * V.s).exp())


def log_likelihood(s: Node) -> Node:
    """ln p(z|u, x) at u'x = s."""
    return -(1 + (-V.z * s).exp()).log()


FIRST = equal(V, printed(V.z, V.p, V.z * V.s, V.z * V.s), slope(V.z, V.p, V.s))
# The exponent of the second record's numerator has the first one's label.
SECOND = equal(V, printed(V.z2, V.p2, V.z * V.s2, V.z2 * V.s2), slope(V.z2, V.p2, V.s2))
LABELS = equal(V, likelihood(0) + likelihood(1), 1)
GRADIENT = claim(
    "accelerated/eq-36-gradient",
    "§5, (36)",
    "gradient of the log-likelihood",
    {"first record": FIRST, "second record": SECOND, "labels 0 and 1": LABELS},
    repaired={
        "first record": FIRST.but(left=printed(V.z, V.p, -V.z * V.s, -V.z * V.s)),
        "second record": SECOND.but(
            left=printed(V.z2, V.p2, -V.z2 * V.s2, -V.z2 * V.s2), forall="z"
        ),
        "labels 0 and 1": LABELS.but(left=likelihood(-1) + likelihood(1)),
    },
    notes=(
        # The right sides are the gradient: one coordinate of x moves by h.
        tends(
            V,
            (log_likelihood(V.s + V.h * V.p) - log_likelihood(V.s)) / V.h,
            "h",
            0,
            slope(V.z, V.p, V.s),
        ),
    ),
)

BOUND = at_most(V, DISTANCE, size(V.u) + size(V.u2), by=Derive((COORDINATES,)))
# The bound is approached: u and u' along two axes, x far out.
FAR = {"d": 2, "R": 20, "x": (-1, -1), "u": (20, 0), "u2": (0, 20), "z": 1, "z2": 1}
DIFFERENCE = claim(
    "accelerated/eq-36-bound",
    "§5, (36)",
    "difference of two gradients",
    BOUND.but(look=(FAR,)),
    rests_on=(ONE_COORDINATE,),
)

# Before (36) -------------------------------------------------------------------------------------

RADII = (size(V.u) <= V.R, size(V.u2) <= V.R)
DEEP = (-V.depth <= V.z * MARGIN, -V.depth <= V.z2 * MARGIN_2)
WEIGHT = 1 / (1 + (-V.depth).exp())
WITHIN = Lemma(
    id="accelerated/one-coordinate-within",
    says=at_most(
        V,
        abs(slope(V.z, V.p, V.s) - slope(V.z2, V.p2, V.s2)),
        WEIGHT * (abs(V.p) + abs(V.p2)),
        where=[-V.depth <= V.z * V.s, -V.depth <= V.z2 * V.s2],
    ),
)
# All records whose z u'x is at least -M; all of them at x = 0, where M = 0.
INSIDE = at_most(
    V,
    DISTANCE,
    2 * V.R * WEIGHT,
    where=(*RADII, *DEEP),
    look=(FAR | {"depth": 20},),
    by=Derive(
        (
            SumOver(i, lift(1), V.d, Substitute(WITHIN.says.build(), PUT_IN)),
            Multiply(Add((Given(RADII[0]), Given(RADII[1]))), WEIGHT),
        )
    ),
)


def enclosed_sensitivity(R: Fraction, k: Fraction) -> Any:
    """S_1(x) at x = -k (e_1 + e_2): INSIDE for M = R k bounds it, and APART attains this."""
    from flint import arb, fmpq

    radius, distance = (arb(fmpq(a.numerator, a.denominator)) for a in map(Fraction, (R, k)))
    return 2 * radius / (1 + (-radius * distance).exp())


def sensitivity(R: float, k: float) -> float:
    """The same in floating point."""
    return float(enclosed_sensitivity(Fraction(R), Fraction(k)))


S_1 = external("S_1", sensitivity, V.R, V.away, balls=enclosed_sensitivity)
APART = abs(slope(lift(1), V.R, -V.k * V.R)) * 2
SENSITIVITY = claim(
    "accelerated/eq-36-sensitivity",
    "§5, before (36)",
    "sensitivity of the logistic gradient",
    {
        "a bound for all x": at_most(
            V,
            DISTANCE,
            2 * V.R,
            where=RADII,
            look=(FAR,),
            by=Derive((COORDINATES, Add((Given(RADII[0]), Given(RADII[1]))))),
        ),
        "attained at every x": equal(V, S_1, 2 * V.R),
    },
    instead={"attained at every x": INSIDE},
    rests_on=(ONE_COORDINATE, WITHIN),
    settings=(LOGISTIC,),
    notes=(
        # Both labels of the same covariates, a coordinate: R apart at every x.
        equal(V, slope(lift(1), V.p, V.s) - slope(lift(-1), V.p, V.s), V.p),
        # u = R e_1 and u' = R e_2 at x = -k (e_1 + e_2) attain INSIDE with M = R k; 2 R far out.
        equal(V, APART, 2 * V.R / (1 + (-V.R * V.k).exp())),
        tends(V, APART, "k", "oo", 2 * V.R),
    ),
)

CLAIMS = (GRADIENT, DIFFERENCE, SENSITIVITY)
