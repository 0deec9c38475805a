"""Section 5, (35): the regularised maximum likelihood problem, with mu = 2 lambda."""

from verify.formula.expression import Node, dot
from verify.language.claim import claim
from verify.language.says import at_most
from verify.papers.accelerated.lemmas.logistic import V
from verify.papers.accelerated.settings import LOGISTIC

STEP = V.x - V.y


def falls(sign: int) -> Node:
    """-<grad f(x) - grad f(y), x - y> of a record's f = ln p + sign lambda |x|^2."""
    weights = [1 / (1 + (V.z * dot(V.u, point)).exp()) for point in (V.x, V.y)]
    record, penalty = V.z * dot(V.u, STEP) * (weights[1] - weights[0]), 2 * V.lam * dot(STEP, STEP)
    return record - penalty if sign > 0 else record + penalty


# mu = 2 lambda: what is maximised is mu-strongly concave, every record's f, hence their mean.
CONCAVE = at_most(V, 2 * V.lam * dot(STEP, STEP), falls(1))
MAXIMISER = claim(
    "accelerated/eq-35",
    "§5, (35)",
    "regularised maximum likelihood",
    CONCAVE,
    repaired=CONCAVE.but(right=falls(-1)),
    settings=(LOGISTIC,),
)
CLAIMS = (MAXIMISER,)
