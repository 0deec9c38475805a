r"""Appendix A.1: the toy law and the two steps under it.

:math:`\tau_1=0`; the deviation is :math:`\tau_0u` with probability 1/3 and :math:`-\tau_0u/2` else.
"""

from verify.language import Formula, dot, largest, norm
from verify.papers.nsgd.notation import V

FULL = V.s * V.u
AHEAD, BACK = FULL + V.tau0 * V.u, FULL - V.tau0 / 2 * V.u  # the two gradients


def normalised(g: Formula) -> Formula:
    """<grad f, h g>."""
    return dot(FULL, g) / (V.r + norm(g))


def clipping(g: Formula) -> Formula:
    """The factor of clipping, which is 1 at g = 0."""
    return V.c / largest(V.c, norm(g))


def on_axis(x: Formula) -> Formula:
    """The same for the gradient x u."""
    return V.s * x / (V.r + abs(x))


DESCENT = V.eta * (normalised(AHEAD) / 3 + 2 * normalised(BACK) / 3)
CLIPPED = clipping(AHEAD) * dot(FULL, AHEAD) / 3 + 2 * clipping(BACK) * dot(FULL, BACK) / 3
# The same descent in components along u.
COMPONENTS = V.eta * (on_axis(V.s + V.tau0) / 3 + 2 * on_axis(V.s - V.tau0 / 2) / 3)
