r"""Appendix A, proof of Theorem 1: the sensitivity of the query and post-processing.

Neighbouring data sets differ in one record: :math:`\nabla f_i` becomes :math:`\nabla f_{i'}` at
the same weights, and the sum of the other gradients stays.
"""

from verify.formula.expression import Node, dot, norm
from verify.language.claim import Control, claim
from verify.language.says import at_most, equal
from verify.papers.lssgd.lemmas.one_release import ONE_RELEASE
from verify.papers.lssgd.notation import V

MEMBERS = ["b <= n", "norm(g) <= G", "norm(h) <= G"]
QUERY = (V.n / V.b) * ((V.r + V.g) / V.n), (V.n / V.b) * ((V.r + V.h) / V.n)
SENSITIVITY = norm(QUERY[0] - QUERY[1])  # of q_k = (n/b) grad F
GRADIENTS = norm(V.g - V.h)


def cost(gap: Node) -> Node:
    """What a release with noise nu^2 I costs, in units of alpha/2: the squared gap over nu^2."""
    return dot(gap, gap) / V.nu**2


EQUALITY = equal(V, SENSITIVITY, GRADIENTS, where=MEMBERS)
BOUND = at_most(V, SENSITIVITY, 2 * V.G / V.b, where=MEMBERS)
# By the lemma, smoothing changes nothing: M~_k costs what grad F + n costs.
PROCESSING = at_most(
    V, cost((V.r + V.g) / V.n - (V.r + V.h) / V.n), cost(QUERY[0] - QUERY[1]), where=["b <= n"]
)

PROOF_SENSITIVITY = claim(
    "lssgd/proof-1-sensitivity",
    "App A, proof of Thm 1",
    "sensitivity in the proof",
    {"equality": EQUALITY, "bound": BOUND, "post-processing": PROCESSING},
    repaired={"equality": EQUALITY.but(right=GRADIENTS / V.b)},
    rests_on=(ONE_RELEASE,),
    rejects=(
        Control(name="the printed middle term", says=BOUND.but(left=GRADIENTS)),
        Control(name="sensitivity G/b", says=BOUND.but(right=V.G / V.b)),
        Control(name="batches larger than n", says=PROCESSING.but(where=())),
    ),
)

CLAIMS = (PROOF_SENSITIVITY,)
