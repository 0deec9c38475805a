r"""What Appendix B prints about normalising, errors left in.

:math:`\nabla f` is ``V.G``, a per-sample gradient ``V.g``, and :math:`h=1/(r+\Vert g\Vert)`.
"""

from verify.language import Formula, norm
from verify.papers.nsgd.notation import V

SIZE = norm(V.G)
DEVIATION = V.g - V.G
ASSUMED = norm(DEVIATION) <= V.tau0 + V.tau1 * SIZE  # Assumption 2.2
BORDER = V.tau0 / (1 - V.tau1)  # of the two kinds of iterates
FACTOR = 1 / (V.r + norm(V.g))
GROWTH = V.L0 + V.L1 * SIZE  # a_k
CURVATURE = V.L1 * (V.r + V.tau0) + V.L0

# (22), each condition as a bound on eta; where L_1 = 0 there is only the first one.
GAP = V.r - V.tau0


def limits(alpha: Formula, variance: Formula = V.noise**2) -> tuple[Formula, Formula, Formula]:
    """(22): the upper limits of the step size."""
    return (
        GAP * alpha / (4 * V.L0),
        (1 - V.tau1) * alpha / (4 * V.L1),
        alpha / (6 * V.L1 * V.d * variance),
    )


def step(variance: Formula = V.noise**2) -> Formula:
    """(4), (29): the step size, from sigma^2."""
    return (2 / (CURVATURE * V.T * V.d * variance)).sqrt()


ALPHA_0 = V.tau0 * (1 - V.tau1) / (2 * V.r * (1 - V.tau1) + 4 * V.tau0)  # (27)
# sigma^2 in Corollary 3.3, from Lemma 3.1.
LOGARITHM = (1 / V.delta).log()
PRIVATE = V.c2**2 * V.B**2 * V.T * LOGARITHM / (V.N**2 * V.eps**2)
# Lemma B.2: the step size without L_0, and the least T, a term for each condition of (22).
STEP_B2 = (2 / (V.L1 * (V.r + V.tau0) * V.T * V.d * V.noise**2)).sqrt()
SCALE = ALPHA_0**2 * (V.r + V.tau0)
ENOUGH_STEPS = (
    32 * V.L0**2 / (GAP**2 * SCALE * V.L1 * V.d * V.noise**2),
    32 * V.L1 / (V.tau1**2 * SCALE * V.d * V.noise**2),
    72 * V.L1 * V.d / SCALE,
)
# Letters of a quote: in Appendix B alpha_0 is that of (27), and s the norm of the gradient.
PRINTED = {r"\alpha_0": ALPHA_0, r"\|\nabla f(x_k)\|": SIZE}
