"""Section 3.3, text with (11): both steps descend in proportion to a large gradient."""

from verify.language import Draft, Formula, claim, dot, norm, says
from verify.methods.derive import Derive, chain, expect, multiply, shown
from verify.papers.nsgd.formulas.printed_a import (
    ALONG,
    BORDER,
    CLIPPING,
    GRADIENT,
    LARGE,
    LONGEST,
    NORMALISING,
    RADIUS,
    REACH,
    REACH_C,
    UNIT,
    E,
    mean,
)
from verify.papers.nsgd.lemmas.drift import CLIPPED_DRIFT
from verify.papers.nsgd.notation import V

FULL = V.s * V.u


def proof(step: Formula, share: Formula, least: Formula, rate: Formula) -> Derive:
    """The least factor of a step under every step, then on average; the rate before it."""
    return Derive(
        multiply(
            chain(
                shown(least <= share * dot(FULL, FULL)),
                shown(share * dot(FULL, FULL) == mean(share * ALONG)),
                expect(V.P, E, shown(share * ALONG <= step)),
            ),
            rate,
        )
    )


def descends(rate: Formula, factor: Formula, share: Formula, least: Formula) -> Draft:
    """A step descends at least in proportion to the gradient."""
    return says(
        rate * mean(factor * ALONG) >= rate * (least * V.s),
        given=[UNIT, LARGE],
        by=proof(factor * ALONG, share, least * V.s, rate),
    )


NORMALISED = descends(V.eta, NORMALISING, 1 / (V.r + LONGEST), V.tau0 / REACH)
CLIPPED = descends(V.rate, CLIPPING, V.c / (V.c + LONGEST), V.tau0 * V.c / REACH_C)


def normalised(e: Formula) -> Formula:
    """A normalised step along the gradient, for a deviation."""
    return dot(FULL, FULL + e) / (V.r + norm(FULL + e))


def between(share: Formula, factor: Formula) -> Draft:
    """By (11), for every gradient and then on average, where both descend."""
    return says(
        V.rate * mean(share * ALONG) <= V.rate * mean(factor * ALONG),
        given=[UNIT, LARGE],
        by=Derive(multiply(expect(V.P, E, shown(share * ALONG <= factor * ALONG)), V.rate)),
    )


AT_C = V.c / (V.c + norm(GRADIENT))  # c h for r = c

LARGE_GRADIENTS = (
    claim(
        "nsgd/large-gradient-descent",
        "§3.3, text with (11)",
        "descent where the gradient is large",
        {
            "normalising": NORMALISED,
            "clipping": CLIPPED,
            "clipping, once normalising": between(AT_C, CLIPPING),
            "clipping, twice normalising": between(CLIPPING, 2 * AT_C),
        },
        notes=(
            # No larger constant: the deviations RADIUS u and -RADIUS u, at the border.
            says(
                (normalised(RADIUS * V.u) + normalised(-RADIUS * V.u)) / 2 == V.tau0 / REACH * V.s,
                given=[UNIT, (V.s == BORDER)],
            ),
            # Clipping at c >= 2 tau_0/(1 - tau_1) keeps more, at alpha = 0 too.
            CLIPPED_DRIFT.says,
        ),
    )
    .rejects("normalising, twice", part="normalising", right=2 * V.eta * V.tau0 / REACH * V.s)
    .rejects(
        "clipping, three times", part="clipping", right=3 * V.rate * V.tau0 * V.c / REACH_C * V.s
    )
)

CLAIMS = (LARGE_GRADIENTS,)
