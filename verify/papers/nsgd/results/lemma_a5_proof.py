"""Appendix A, proof of Lemma A.5: its two cases."""

from fractions import Fraction as F

from verify.formula.expression import Node, dot, norm
from verify.language.claim import Control, claim
from verify.language.notation import real, vector
from verify.language.says import at_least, at_most, equal
from verify.methods.derive import Derive, add, chain, expect, monotone, multiply, shown, substitute
from verify.papers.nsgd import notation
from verify.papers.nsgd.formulas.printed_a import (
    ALONG,
    BORDER,
    CLIPPING,
    GRADIENT,
    LARGE,
    LONGEST,
    LOST,
    RADIUS,
    SMALL,
    THRESHOLD,
    UNIT,
    E,
    mean,
)
from verify.papers.nsgd.notation import GRADIENT as UNIT_OF_G
from verify.papers.nsgd.settings import CLIPPING as CLIPPING_NORMS

V = notation.V.extended(e=vector("d", "e", unit=UNIT_OF_G), level=real("l", unit=f"1/{UNIT_OF_G}"))
CONSTANT = equal(V, mean(V.level), V.level)
STEP, SHARE = V.c * ALONG / (V.c + norm(GRADIENT)), V.alpha / norm(GRADIENT)
LEFT = mean(STEP) + -(V.s**2 * mean(SHARE))
FIRST = V.c * V.s**2 / (V.c + LONGEST)
SHORTEST = (1 - V.tau1) * V.s - V.tau0  # of g
# Two atoms, one of which nearly ends the gradient; the paper's c = 6.4.
NEARLY_NONE = {
    "d": 1, "c": F(32, 5), "tau0": F(2), "tau1": F(0), "alpha": F(1, 2), "s": F(21, 10),
    "u": (F(1),), "P": ((F(1, 2), (F(2),)), (F(1, 2), (F(-2),))),
}  # fmt: skip
CASE = at_least(V, LEFT, FIRST - LOST * V.s, where=[UNIT, LARGE, THRESHOLD], look=[NEARLY_NONE])


def proof() -> Derive:
    """Each expectation by what it is at most or least under every step."""
    full = dot(V.s * V.u, V.s * V.u)

    def line(along: Node) -> Node:
        return V.c / (V.c + LONGEST) * along

    kept = chain(
        shown(FIRST.equals(line(full))),
        shown(line(full).equals(mean(line(ALONG)))),
        expect(V.P, E, shown(line(ALONG) <= STEP)),
    )
    most = V.alpha / SHORTEST
    lost = multiply(
        chain(expect(V.P, E, shown(most >= SHARE)), substitute(CONSTANT, {"level": most})), V.s**2
    )
    # As a sum: the derivation ends in the very formula of the statement.
    return Derive(add(kept, monotone("negative", lost)))


REPAIRED = CASE.but(
    left=FIRST + -(V.s**2 * (V.alpha / SHORTEST)),
    where=[UNIT, V.s > BORDER, THRESHOLD],
    by=proof(),
)
CASE_1 = claim(
    "nsgd/lemma-a5-case-1",
    "App A, proof of Lemma A.5, case 1",
    "case 1: a large gradient",
    CASE,
    repaired=REPAIRED,
    settings=CLIPPING_NORMS,
    rejects=(
        Control(
            name="twice the first term",
            says=REPAIRED.but(left=2 * FIRST - V.alpha / SHORTEST * V.s**2),
        ),
    ),
)

INSIDE = [SMALL, THRESHOLD]
SHORT = at_most(V, norm(GRADIENT), V.c, where=[UNIT, *INSIDE, norm(E) <= RADIUS])
CASE_2 = claim(
    "nsgd/lemma-a5-case-2",
    "App A, proof of Lemma A.5, case 2",
    "case 2: no gradient is clipped",
    {
        "threshold": at_most(V, BORDER, (V.c - V.tau0) / (1 + V.tau1), where=[THRESHOLD]),
        "length": SHORT,
        "factor": equal(V, CLIPPING, 1, where=[UNIT, *INSIDE, norm(E) <= RADIUS]),
    },
    settings=CLIPPING_NORMS,
    rejects=(
        Control(
            name="half the threshold",
            says=SHORT.but(where=[UNIT, SMALL, V.c >= BORDER, norm(E) <= RADIUS]),
        ),
    ),
)

CLAIMS = (CASE_1, CASE_2)
