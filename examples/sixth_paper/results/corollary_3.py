r"""Corollary 3: for a pure budget :math:`\varepsilon` of one run, that of the best."""

from verify.language import claim, says, tends

from ..notation import V
from ..settings import GEOMETRIC
from .theorem_2 import bound

PURE = claim(
    "sixth-paper/cor-3",
    "Corollary 3",
    "Theorem 2 as both orders tend to infinity",
    {
        "the order of the proof": tends(
            bound(V.eps, V.eps, V.lamh, V.eta, V.mu),
            V.lamh,
            "oo",
            (2 + V.eta) * V.eps + V.mu.log() / (V.lam - 1),
        ),
        "the order of the budget": tends(
            (2 + V.eta) * V.eps + V.mu.log() / (V.lam - 1), V.lam, "oo", (2 + V.eta) * V.eps
        ),
    },
)
LIU_TALWAR = claim(
    "sixth-paper/cor-3-fixed",
    "(consequence, not printed)",
    "a mean number of runs above 2 + eta costs more by composition than by Corollary 3",
    says((2 + V.eta) * V.eps <= V.mu * V.eps, given=[V.mu >= 2 + V.eta]),
    settings=(GEOMETRIC,),
    ours=True,
)
