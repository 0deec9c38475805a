r"""Section 4, Theorem 1, (6): with the learning rate of the proof.

The constant depends on everything but :math:`\varrho` and T. The hypothesis is what the descent
lemma and :math:`L\ge L_*` give when all steps are summed (:mod:`.lemmas.telescope`): the descents
of a step are worth :math:`\sqrt{M/T}D` on average, where
:math:`D=\sqrt{2(L_0-L_*)\mathcal L(1+\sigma^2d/B^2)}`. Lemma A.1 and the union over the groups are
not needed: the proof is that of :mod:`dptheory.bounds.grouped`, whose bound leaves nothing to an O
(ledger: dptheory/grouped-convergence).
"""

from verify.language import claim, instance
from verify.papers.groupwise.lemmas.convergence import LEVEL, PROVED, probable
from verify.papers.groupwise.settings import CIFAR100_LARGE

# Without noise, one step, a gradient of 1: its descent is 4/5.
ONE = instance(
    "M=1 T=1 B=1 d=1 noise=0/1 smooth=1/1 gap=1/1 xi=0/1 gamma=1/4 rho=1/2 "
    "seen=((1/1,(((1/1,0/1),((1/1,(0/1,0/1)),)),)),)"
)
THM_1 = (
    claim(
        "groupwise/thm-1",
        "§4, Thm 1, (6)",
        "DP-SGD with group-wise clipping, at the learning rate of the proof",
    )
    .says(probable(LEVEL).but(by=PROVED), settings=CIFAR100_LARGE[:2])
    .quoting(
        r"\max_t P\big(\|g_t\|<O(\varrho^{-3/2}T^{-1/4})\big)\ge1-\varrho",
        reading="The O has a constant free of T and of the failure probability; the step is "
        "drawn uniformly, and no step is more probable than the best one.",
    )
    .rejects("a fifth", probable(LEVEL / 5).but(at=ONE))
)
