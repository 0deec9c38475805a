r"""Section 3, Figure 2 middle, Appendix D: DP-Adam follows DP-SGD with momentum.

On the problems of ``laboratory/twins`` runs have 1000 steps of step size 0.01, and
:math:`\Phi` is 6000 times the mean square of the first gradients, the proportion of Table 2.
Trajectories agree if their ends are much less apart than they are from the start.
"""

from verify.language import behaves, between, claim, positive, says
from verify.papers.adambc import notation
from verify.papers.adambc.laboratory.twins import cells, distance_over_way

V = notation.V.extended(
    Phi=notation.V.Phi.within("(0, inf)", search=(0.01, 4)),
    second=positive(r"\hat{v}_t^p", unit=notation.SQUARE, search=(0.01, 4)),
    share=between(0, 1, r"\epsilon", unit="1", ends="[)"),
)
PROBLEMS = ("quadratic", "logistic")
# A step: the twin's is m_hat over the root of Phi, for gamma = 0.
STEP = says(
    abs(V.M / V.second.sqrt() - V.M / V.Phi.sqrt())
    <= (1 / (1 - V.share).sqrt() - 1) * (abs(V.M) / V.Phi.sqrt()),
    given=[abs(V.second - V.Phi) <= V.share * V.Phi],
)
TRAJECTORIES = behaves("much less", cells(PROBLEMS, (6000,), 1000), distance_over_way)
ADAM_FOLLOWS_SGDM = (
    claim("adambc/adam-follows-sgdm", "§3, Fig 2 middle; App D", "DP-Adam as DP-SGD with momentum")
    .says(
        {"a step": STEP, "trajectories": TRAJECTORIES},
        needs_data=("the losses of DP-Adam and DP-SGDM on SNLI and CIFAR10 (Figures 2 and 7)",),
    )
    .rejects("after the first step", part="trajectories", cells=cells(PROBLEMS, (6000,), 1))
    .rejects(
        "noise that does not dominate", part="trajectories", cells=cells(("logistic",), (1,), 100)
    )
)
