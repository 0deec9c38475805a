"""The noise gain that the LMI certifies beside the exact one on quadratics (H2 norm)."""

from verify.language import Formula, claim, instance, lemma, positive, real, says
from verify.papers.dptheory.formulas import lmi
from verify.papers.dptheory.formulas.lmi import SOLUTIONS, SOLVED

V = lmi.V.extended(
    curvature=positive(r"\lambda", unit="loss/length^2", search=(0.01, 10)),
    v=positive("v", unit="length^4/loss^2", search=(0.01, 10)),
    lag=real("v_1", unit="length^4/loss^2", search=(-10, 10)),
)
# Stationary moments of a coordinate per unit of the noise's variance: E e_t^2 and E e_t e_{t-1}.
TRACE = 1 + V.beta - V.alpha * V.curvature
STATIONARY = [
    ((TRACE**2 + V.beta**2) * V.v - 2 * TRACE * V.beta * V.lag + V.alpha**2 == V.v),
    (TRACE * V.v - V.beta * V.lag == V.lag),
    V.alpha * V.curvature < 2 * (1 + V.beta),
]


def exact(curvature: Formula) -> Formula:
    """lambda v/2."""
    return V.alpha * (1 + V.beta) / (2 * (1 - V.beta) * (2 + 2 * V.beta - V.alpha * curvature))


EXACT = lemma(
    "dptheory/exact-noise-gain", says(V.curvature * V.v / 2 == exact(V.curvature), given=STATIONARY)
)
# sup E(F - F*) per unit of E|w|^2, by V_+ <= rho^2 V + alpha^2 (Lc/2 + P_11) E|w|^2.
GAIN = V.alpha**2 * (V.L * V.c / 2 + V.P11) / ((1 - V.rho**2) * (V.c + 2 * V.s / V.L))
# s = P_11 - P_12^2/P_22, or less.
LARGEST = ["(P11 - s) * P22 >= P12**2", "s <= P11", "c + 2 * s / L > 0"]
# Gradient descent at 2/(mu + L), V = |x|^2: the certified gain is the exact one.
ATTAINED = instance("alpha=2/3 beta=0 mu=1 L=2 rho=1/3 P11=1 P12=0 P22=0 c0=2/9 c=0 s=1")
PROOF = (
    "docs/lmi.md, Noise: E(F - F*) is at most the gain times E|w|^2 in the limit, for every F of "
    "the class; on F = L/2 x^2 it is L v/2 times it, by exact-noise-gain, in the limit too."
)
ABOVE = claim(
    "dptheory/noise-gain-above-h2",
    "docs/lmi.md",
    "certified noise gain against the H2 norm on quadratics",
    {
        "the worst quadratic has curvature L": says(
            exact(V.curvature) <= exact(V.L), given=["curvature <= L", "alpha * L < 2 * (1 + beta)"]
        ),
        "every certified gain is above": says(
            exact(V.L) <= GAIN,
            given=["mu <= L", "alpha * L < 2 * (1 + beta)", *LARGEST, SOLVED],
            at=(ATTAINED, *SOLUTIONS),
        ).argued(PROOF, cites=[EXACT]),
    },
)

CLAIMS = (ABOVE,)
