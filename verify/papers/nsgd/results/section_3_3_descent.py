"""Section 3.3, text with (11): both steps descend in proportion to a large gradient."""

from verify.language import Draft, Formula, claim, dot, norm, says
from verify.methods.derive import Derive, chain, expect, multiply, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.drift import CLIPPED_DRIFT
from verify.papers.nsgd.notation import V


def descends(rate: Formula, factor: Formula, share: Formula, least: Formula) -> Draft:
    """A step descends in proportion to the gradient, by its least factor, under every step."""
    step = factor * p.ALONG
    proof = chain(
        shown(least * V.s <= share * p.SQUARED), expect(V.P, p.E, shown(share * p.ALONG <= step))
    )
    return says(
        rate * p.mean(step) >= rate * (least * V.s),
        given=[p.UNIT, p.LARGE],
        by=Derive(multiply(proof, rate)),
    )


def normalised(e: Formula) -> Formula:
    """A normalised step along the gradient, for a deviation."""
    return dot(p.FULL, p.FULL + e) / (V.r + norm(p.FULL + e))


def between(share: Formula, factor: Formula) -> Draft:
    """By (11), for every gradient and then on average, where both descend."""
    return says(
        V.rate * p.mean(share * p.ALONG) <= V.rate * p.mean(factor * p.ALONG),
        given=[p.UNIT, p.LARGE],
        by=Derive(multiply(expect(V.P, p.E, shown(share * p.ALONG <= factor * p.ALONG)), V.rate)),
    )


AT_C = V.c / (V.c + norm(p.GRADIENT))  # c h for r = c

LARGE_GRADIENTS = (
    claim(
        "nsgd/large-gradient-descent", "§3.3, text with (11)", "descent where the gradient is large"
    )
    .says(
        {
            "normalising": descends(V.eta, p.NORMALISING, 1 / (V.r + p.LONGEST), V.tau0 / p.REACH),
            "clipping": descends(
                V.rate, p.CLIPPING, V.c / (V.c + p.LONGEST), V.tau0 * V.c / p.REACH_C
            ),
            "clipping, once normalising": between(AT_C, p.CLIPPING),
            "clipping, twice normalising": between(p.CLIPPING, 2 * AT_C),
        },
        notes=(
            # No larger constant: the deviations RADIUS u and -RADIUS u, at the border.
            says(
                (normalised(p.RADIUS * V.u) + normalised(-p.RADIUS * V.u)) / 2
                == V.tau0 / p.REACH * V.s,
                given=[p.UNIT, (V.s == p.BORDER)],
            ),
            # Clipping at c >= 2 tau_0/(1 - tau_1) keeps more, at alpha = 0 too.
            CLIPPED_DRIFT.says,
        ),
    )
    .rejects("normalising, twice", part="normalising", right=2 * V.eta * V.tau0 / p.REACH * V.s)
    .rejects(
        "clipping, three times", part="clipping", right=3 * V.rate * V.tau0 * V.c / p.REACH_C * V.s
    )
)
