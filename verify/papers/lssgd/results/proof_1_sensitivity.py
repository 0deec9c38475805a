r"""Appendix A, proof of Theorem 1: the sensitivity of the query and post-processing.

Neighbouring data sets differ in one record: :math:`\nabla f_i` becomes :math:`\nabla f_{i'}` at
the same weights, and the sum of the other gradients stays.
"""

from verify.language import Formula, claim, dot, norm, says
from verify.papers.lssgd.notation import V

MEMBERS = ["b <= n", "norm(g) <= G", "norm(h) <= G"]
QUERY = (V.n / V.b) * ((V.r + V.g) / V.n), (V.n / V.b) * ((V.r + V.h) / V.n)
SENSITIVITY = norm(QUERY[0] - QUERY[1])  # of q_k = (n/b) grad F
GRADIENTS = norm(V.g - V.h)


def cost(gap: Formula) -> Formula:
    """What a release with noise nu^2 I costs, in units of alpha/2: the squared gap over nu^2."""
    return dot(gap, gap) / V.nu**2


EQUALITY = says(SENSITIVITY == GRADIENTS, given=MEMBERS)
BOUND = says(SENSITIVITY <= 2 * V.G / V.b, given=MEMBERS)
# By one-release, smoothing changes nothing: M~_k costs what grad F + n costs.
PROCESSING = says(
    cost((V.r + V.g) / V.n - (V.r + V.h) / V.n) <= cost(QUERY[0] - QUERY[1]), given=["b <= n"]
)

PROOF_SENSITIVITY = (
    claim(
        "lssgd/proof-1-sensitivity",
        "App A.1, proof of Thm 1",
        "Sensitivity in the proof of Theorem 1",
    )
    .says({"equality": EQUALITY, "bound": BOUND, "post-processing": PROCESSING})
    .quoting(
        r"\Delta(f)=\max_{\|S-S'\|_1=1}\|f(S)-f(S')\|_2",
        part="bound",
        reading="For every two neighbours, and so for the most distant ones.",
    )
    .quoting(
        r"\mathcal M_k=\frac nb\nabla F(\mathbf w^k)+\mathbf n",
        part="post-processing",
        reading="What it leaks, by the distance of its means over the noise.",
    )
    .quoting(
        r"q_k=\frac nb\nabla F(w^k)", part="equality", reading="It is put in on both data sets."
    )
    .quoting(
        r"\Delta(q_k)=\|\nabla f_{i_k}-\nabla f_{i_k'}\|_2\le 2G/b",
        part=("equality", "bound"),
        letters={r"\Delta(q_k)": SENSITIVITY, r"\nabla f_{i_k}": V.g, r"\nabla f_{i_k'}": V.h},
    )
    .repaired(part="equality", right=GRADIENTS / V.b)
    .rejects("the printed middle term", part="bound", left=GRADIENTS)
    .rejects("sensitivity G/b", part="bound", right=V.G / V.b)
    .rejects("batches larger than n", part="post-processing", given=())
)
