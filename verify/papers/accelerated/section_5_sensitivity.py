"""Section 5, (36): how much one record moves the logistic gradient."""

from fractions import Fraction
from functools import partial
from typing import Any

import sympy

from dptheory.numbers import exp
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.papers.accelerated import printed_5
from verify.papers.accelerated.section_5_model import INVERSE, ODDS, weight

F = Fraction

# (36): the bound --------------------------------------------------------------------------------


def released_difference(first: Any, second: Any, odds: Any, other: Any) -> Any:
    """|z u_j w - z' u'_j w'|: one coordinate of the difference of two records' gradients."""
    return abs(first * weight(odds) - second * weight(other))


def first_larger(sign: int, odds: Any, other: Any, q: Any, gap: Any) -> dict[str, Any]:
    """Equal signs, the first weighted coordinate larger by the gap."""
    first = sign * (gap + q * weight(other)) * (1 + odds)
    return {"first": first, "second": sign * q, "odds": odds, "other": other}


def second_larger(sign: int, odds: Any, other: Any, q: Any, gap: Any) -> dict[str, Any]:
    """Equal signs, the second weighted coordinate larger by the gap."""
    second = sign * (gap + q * weight(odds)) * (1 + other)
    return {"first": sign * q, "second": second, "odds": odds, "other": other}


def opposite(sign: int, odds: Any, other: Any, q: Any, gap: Any) -> dict[str, Any]:
    """Opposite signs, coordinates of sizes q and gap."""
    return {"first": sign * q, "second": -sign * gap, "odds": odds, "other": other}


TRIANGLE = {"odds": "positive", "other": "positive", "q": "nonnegative", "gap": "nonnegative"}
COORDINATE = Range(-20, 20, corners=(20, -20, 0))
BOUND = Inequality(
    name="(36), coordinate by coordinate",
    lhs=released_difference,
    rhs=lambda first, second, odds, other: abs(first) + abs(second),
    domain=Domain({"first": COORDINATE, "second": COORDINATE, "odds": ODDS, "other": ODDS}),
    proof=Split(
        tuple(
            Decomposition(TRIANGLE, case.__name__, substitution=partial(case, sign))
            for sign in (1, -1)
            for case in (first_larger, second_larger, opposite)
        ),
        "equal or opposite signs, the first or the second term the larger; the coordinates add up "
        "to the L1 norm in any dimension",
    ),
)

DIFFERENCE = Claim(
    id="accelerated/eq-36-bound",
    where="§5, (36)",
    title="difference of two gradients",
    statement=r"$\Vert\nabla f(x;u,z)-\nabla f(x;u',z')\Vert_1\le\Vert u\Vert_1+"
    r"\Vert u'\Vert_1$ for all $x$, $u$, $u'$ and labels.",
    units={"first": INVERSE, "second": INVERSE, "odds": "1", "other": "1"},
    checks=(BOUND,),
    note="The gradient is the true one (eq-36-gradient); labels 0 would only remove a term. The "
    "bound is strict unless u = u' = 0, and approached where both records are badly misclassified "
    "(eq-36-sensitivity). The printed middle step, with the mixed exponent, is false.",
)

# Before (36): the sensitivity -------------------------------------------------------------------


def sigma_form(radius: Any, odds: Any) -> Any:
    """2 R/(1 + e^{-R |x|_inf}), an upper bound of S_1(x), odds = e^{-R |x|_inf}."""
    return printed_5.sensitivity(radius) * weight(odds)


RADIUS = Range(0.1, 100, log=True, corners=(printed_5.RADIUS, 1))
EVERY_POINT = Inequality(
    name="2 R at every point",
    lhs=lambda radius, odds: printed_5.sensitivity(radius),
    rhs=sigma_form,
    domain=Domain({"radius": RADIUS, "odds": Range(1e-6, 1, log=True, corners=(1, F(1, 2)))}),
    consequence="at x = 0 (odds e^{-R|x|} = 1) all weights are 1/2, and S_1(0) = R = 20, not 40",
)

SHARE = Range(0, 1, corners=(1, 0))
EXCESS = Range(1, 1e6, log=True, corners=(1, 2))
UPPER = Inequality(
    name="S_1(x) from above",
    part="upper bound",
    # Records of L1 norms R times a share; their odds exceed e^{-R|x|_inf} by a factor (Hoelder).
    lhs=lambda radius, odds, share, other_share, excess, other_excess: (
        radius * share * weight(odds * excess) + radius * other_share * weight(odds * other_excess)
    ),
    rhs=lambda radius, odds, **_: sigma_form(radius, odds),
    domain=Domain(
        {
            "radius": RADIUS,
            "odds": Range(1e-6, 1, log=True, corners=(1, F(1, 2))),
            "share": SHARE,
            "other_share": SHARE,
            "excess": EXCESS,
            "other_excess": EXCESS,
        }
    ),
    proof=Decomposition(
        {"radius": "positive", "odds": "positive"}
        | dict.fromkeys(("gap", "other_gap", "more", "other_more"), "nonnegative"),
        "the triangle inequality, zu'x >= -R |x|_inf, and weights that fall with the odds",
        substitution=lambda radius, odds, gap, other_gap, more, other_more: {
            "radius": radius,
            "odds": odds,
            "share": 1 - gap,
            "other_share": 1 - other_gap,
            "excess": 1 + more,
            "other_excess": 1 + other_more,
        },
    ),
)

LOWER = Identity(
    name="the same covariates with both labels",
    part="lower bound",
    lhs=lambda radius, odds: radius * weight(odds) + radius * weight(1 / odds),
    rhs=lambda radius, odds: radius + 0 * odds,
    symbols={"radius": "positive", "odds": "positive"},
    instance={"radius": F(20), "odds": F(3)},
    general="z u = -z' u' of norm R: the distance is R at every x, so that S_1(x) >= R; with the "
    "upper bound S_1(0) = R",
)


def two_records(radius: Any, k: Any) -> Any:
    """L1 distance of the gradients of z u = R e_1 and z' u' = R e_2 at x = -k (e_1 + e_2)."""
    x = (-k, -k)
    gradients = []
    for record in ((radius, 0), (0, radius)):
        odds = exp(sum(a * b for a, b in zip(record, x, strict=True)))
        gradients.append([a * weight(odds) for a in record])
    return sum(abs(a - b) for a, b in zip(*gradients, strict=True))


ATTAINED = Identity(
    name="two coordinates",
    part="attained for d >= 2",
    lhs=two_records,
    rhs=lambda radius, k: sigma_form(radius, exp(-radius * k)),
    symbols={"radius": "positive", "k": "positive"},
    instance={"radius": F(20), "k": F(1, 10)},
    general="x = -k (e_1 + e_2), for every d >= 2",
)

EVERY_VALUE = Identity(
    name="every value between R and 2 R",
    part="supremum 2 R",
    # R k = ln((1 + share)/(1 - share)) gives the distance (1 + share) R.
    lhs=lambda radius, share: two_records(
        radius, sympy.log((1 + share) / (1 - share)) / sympy.sympify(radius)
    ),
    rhs=lambda radius, share: (1 + share) * radius,
    symbols={"radius": "positive", "share": "fraction"},
    instance={"radius": F(20), "share": F(1, 3)},
    general="no constant below 2 R bounds S_1 for d >= 2",
)

SENSITIVITY = Claim(
    id="accelerated/eq-36-sensitivity",
    where="§5, before (36)",
    title="sensitivity of the logistic gradient",
    statement=r"$S_1(x)=2\sup_{u\in\mathcal U}\Vert u\Vert_1$ for all $x\in\mathbb R^d$, "
    r"$\mathcal U$ the $L_1$ ball of radius 20, so that $S_1=40$.",
    units={"radius": INVERSE, "k": "length"}
    | dict.fromkeys(("odds", "share", "other_share", "excess", "other_excess"), "1"),
    checks=(EVERY_POINT,),
    repair=Repair(
        statement=r"$R\le S_1(x)\le\frac{2R}{1+e^{-R\Vert x\Vert_\infty}}<2R$ for all $x$, "
        r"$R=\sup\Vert u\Vert_1$, $S_1(0)=R$; for $d\ge2$ $\sup_xS_1(x)=2R$, attained nowhere.",
        changes=(
            "an upper bound for all x instead of an equality",
            "d >= 2 for the sharpness of 2 R",
        ),
        checks=(UPPER, LOWER, ATTAINED, EVERY_VALUE),
        consequence="S_1 = 40 is a valid and, for all x together, the best constant of "
        "Assumption 3.2, so that the calibration stands. A state-dependent scale (12) could use "
        "the smaller bound, which matters only for |x|_inf of the order 1/R = 0.05.",
    ),
    note="For d = 1 the supremum is only about 1.05 R: margins of opposite slope cannot both be "
    "very negative. Covariates in [0,1]^20 do not lower the supremum: u = (1,...,1) and "
    "u' = u - delta e_1 with opposite labels, x between their half-spaces.",
)

CLAIMS = (DIFFERENCE, SENSITIVITY)
