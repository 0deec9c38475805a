r"""What Appendix C prints about clipping, errors left in.

:math:`\nabla f` is ``V.G``, a per-sample gradient ``V.g``; the step size is ``V.rate``, whose unit
is not that of normalising.
"""

from verify.language import Formula, largest, norm
from verify.papers.nsgd.notation import V

SIZE = norm(V.G)
DEVIATION = V.g - V.G
ASSUMED = norm(DEVIATION) <= V.tau0 + V.tau1 * SIZE  # Assumption 2.2
BORDER = 2 * V.tau0 / (1 - V.tau1)  # of the two cases of Lemma C.1
FACTOR = V.c / largest(V.c, norm(V.g))  # min{1, c/|g|}, with its value at g = 0
GROWTH = V.L0 + V.L1 * SIZE  # a_k
CURVATURE = V.L1 * (V.c + V.tau0) + V.L0
MIXED = V.L0 * (1 - V.tau1) + 2 * V.L1 * V.tau0


def limits(alpha: Formula, variance: Formula = V.noise**2) -> tuple[Formula, Formula, Formula]:
    """(34): the upper limits of the step size; where L_1 = 0 there is no first one."""
    return (
        alpha / (6 * V.L1 * V.d * V.c * variance),
        alpha * (1 - V.tau1) / (2 * V.L0 * (1 - V.tau1) + 4 * V.L1 * V.tau0),
        alpha * V.tau0 * (1 - V.tau1) / (4 * V.c * MIXED),
    )


def step(variance: Formula = V.noise**2) -> Formula:
    """(8), (41): the step size, from sigma^2."""
    return (2 / (CURVATURE * V.T * V.d * V.c**2 * variance)).sqrt()


ALPHA_0 = V.tau0 * (1 - V.tau1) / (V.c * (1 - V.tau1) + 2 * V.tau0)  # (39)
LARGE_THRESHOLD = V.c * (1 - V.tau1) > 2 * V.tau0  # Theorem 3.4
# sigma^2 in Corollary 3.5, from Lemma 3.1.
LOGARITHM = (1 / V.delta).log()
PRIVATE = V.c2**2 * V.B**2 * V.T * LOGARITHM / (V.N**2 * V.eps**2)
# Letters of a quote: in Appendix C alpha_0 is that of (39), and SIZE the norm of the gradient.
PRINTED = {r"\alpha_0": ALPHA_0, r"\|\nabla f(x_k)\|": SIZE}
