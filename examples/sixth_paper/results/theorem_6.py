r"""Theorem 6: a Poisson number of runs, with a mean of :math:`\mu`.

Its generating function is :math:`e^{\mu(x-1)}`, so that the divergence grows by
:math:`\frac1{\lambda-1}\log\mu+\frac\mu{\lambda-1}(\lambda q-(\lambda-1)q'-1)`.
"""

from verify.language import claim, says

from ..notation import V

EXPONENT = claim(
    "sixth-paper/thm-6-exponent",
    "Theorem 6, proof",
    "what a run with the budget (hat-eps, hat-delta) adds to the exponent",
    says(
        V.lam * V.q - (V.lam - 1) * V.r - 1 <= (V.lam - 1) * V.deltah,
        given=[1 - V.r <= V.epsh.exp() * (1 - V.q) + V.deltah, V.epsh.exp() <= 1 + 1 / (V.lam - 1)],
    ),
).rejects(
    "without the hypothesis on lambda", given=[1 - V.r <= V.epsh.exp() * (1 - V.q) + V.deltah]
)
SLOPES = claim(
    "sixth-paper/thm-6-slopes",
    "Theorem 6, proof",
    "the two slopes of the generating function as one exponential",
    says(
        (V.mu * (V.mu * (V.q - 1)).exp()) ** V.lam
        * (V.mu * (V.mu * (V.r - 1)).exp()) ** (1 - V.lam)
        == V.mu * (V.mu * (V.lam * V.q - (V.lam - 1) * V.r - 1)).exp()
    ),
)
NOTHING = claim(
    "sixth-paper/thm-6-nothing",
    "(consequence, not printed)",
    "with a mean below 1 the budget may be smaller than that of one run",
    says(
        V.eps + V.mu * V.deltah + V.mu.log() / (V.lam - 1) <= V.eps,
        given=[V.mu < 1, (V.lam - 1) * V.mu * V.deltah <= 1 - V.mu],
    ),
    ours=True,
)
