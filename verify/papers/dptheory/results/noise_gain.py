"""The noise gain that the LMI certifies beside the exact one on quadratics (H2 norm)."""

from verify.language import Formula, claim, instance, lemma, number, positive, real, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, words
from verify.papers.accelerated.formulas.printed import eq_22
from verify.papers.accelerated.lemmas.lyapunov_bound import DOMINANCE
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
    "dptheory/exact-noise-gain", V.curvature * V.v / 2 == exact(V.curvature), given=STATIONARY
)
# sup E(F - F*) per unit of E|w|^2, by V_+ <= rho^2 V + alpha^2 (Lc/2 + P_11) E|w|^2.
GAIN = V.alpha**2 * (V.L * V.c / 2 + V.P11) / ((1 - V.rho**2) * (V.c + 2 * V.s / V.L))
# s = P_11 - P_12^2/P_22, or less.
LARGEST = ["(P11 - s) * P22 >= P12**2", "s <= P11", "c + 2 * s / L > 0"]
# Gradient descent at 2/(mu + L), V = |x|^2: the certified gain is the exact one.
ATTAINED = instance("alpha=2/3 beta=0 mu=1 L=2 rho=1/3 P11=1 P12=0 P22=0 c0=2/9 c=0 s=1")
# On F = L x^2/2: E x_t^2, E x_t x_{t-1} over it, and the second moments of (x_t, x_{t-1}, g).
SIZE = 2 * exact(V.L) / V.L
LAG = (1 + V.beta - V.alpha * V.L) / (1 + V.beta)
MOMENTS = ((1, LAG, V.L), (LAG, 1, V.L * LAG), (V.L, V.L * LAG, V.L**2))
MATRIX = eq_22(*(V.alpha, V.beta, V.mu, V.L, V.rho**2, (V.P11, V.P12, V.P22), V.c0, V.c), -V.alpha)
PAIRED = sum(MATRIX[i][j] * MOMENTS[i][j] for i in range(3) for j in range(3)) * SIZE
ALL = V.P11 + 2 * V.P12 * LAG + V.P22  # of V_P per E x_t^2
LOST = (1 - V.rho**2) * (ALL + V.c * V.L / 2) * SIZE
ROOM = 1 / ((1 - V.rho**2) * (V.c + 2 * V.s / V.L))
STATIONARY_GAIN = V.alpha**2 * (V.L * V.c / 2 + V.P11)


def dominated(sign: int) -> Link:
    """s at most V_P at (1, sign), weighted so that both signs add up to the moments."""
    return multiply(substitute(DOMINANCE, {"x": 1, "y": sign}), (1 + sign * LAG) / 2)


FLOOR = V.c * V.L / 2
ABOVE_EXACT = Derive(
    multiply(
        chain(
            multiply(
                add(dominated(1), dominated(-1), shown(FLOOR == FLOOR)), SIZE * (1 - V.rho**2)
            ),
            add(
                shown(LOST == LOST),
                words(
                    "The trace of a positive semidefinite matrix times the matrix of the "
                    "stationary second moments of exact-noise-gain is not negative.",
                    number(0) <= PAIRED,
                    cites=[EXACT],
                ),
            ),
            shown(LOST + PAIRED <= STATIONARY_GAIN),
        ),
        ROOM,
    )
)
ABOVE = claim(
    "dptheory/noise-gain-above-h2",
    "docs/lmi.md, Section 7",
    "Noise gain certified by (22) of Kuru et al. against the $H_2$ norm on quadratics",
).says(
    {
        "the worst quadratic has curvature L": says(
            exact(V.curvature) <= exact(V.L), given=["curvature <= L", "alpha * L < 2 * (1 + beta)"]
        ),
        "every certified gain is above": says(
            exact(V.L) <= GAIN,
            given=["mu <= L", "alpha * L < 2 * (1 + beta)", *LARGEST, SOLVED],
            at=(ATTAINED, *SOLUTIONS),
            by=ABOVE_EXACT,
        ),
    }
)
