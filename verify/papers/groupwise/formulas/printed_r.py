r"""The bound :math:`\mathcal M` of Lemma A.1, its printed inverse (17), and the radius of (16).

:math:`\mathcal M` is a gradient norm times a quotient of gradient norms: a gradient.
"""

import math

from verify.language import Formula, between, nonnegative, positive
from verify.papers.groupwise.formulas.printed_1 import INSIDE as SQUARE_D
from verify.papers.groupwise.formulas.printed_1 import V as THEOREM
from verify.papers.groupwise.notation import STABILITY

V = THEOREM.extended(
    r=between(1, math.inf, "r", unit="1", ends="()", search=(1, 20)),
    a=positive("a", unit="gradient", search=(0.001, 2)),
    s=nonnegative(r"\Vert g_t^{(m)}\Vert", unit="gradient", search=(0, 20)),
)
NOISE = V.xi / V.M.sqrt()  # of a group
SHIFT = V.xi / (V.r * V.M.sqrt())
INSIDE = V.a * (V.r**2 - 1) < 2 * V.gamma  # the values that M takes
BEYOND = V.a * (V.r**2 - 1) > 2 * V.gamma


def growth(x: Formula) -> Formula:
    """M(x; r, xi, gamma) of (10)."""
    long, short = ((V.r + sign) * (x + SHIFT) + V.gamma for sign in (-1, 1))
    return x * (V.gamma / long - V.gamma / short)


def inverse(x: Formula) -> Formula:
    """(17)."""
    root = (SHIFT**2 + 2 * NOISE * x + 2 * V.gamma * x + x**2).sqrt()
    top = -SHIFT * V.gamma + (V.r**2 - 1) * SHIFT * x + V.r * V.gamma * x + V.gamma * root
    return top / (2 * V.gamma - (V.r**2 - 1) * x)


SLOPE = (V.r**2 * (NOISE + V.gamma) ** 2 - NOISE**2) / (2 * NOISE * V.gamma * V.r)  # of (18)
RADIUS = V.M.sqrt() * inverse(V.a) + V.xi / V.r  # (16)
# After (16): FACTOR r + REST/r, and what becomes of its value at the vertex.
FACTOR = V.a * V.M * (NOISE + V.gamma) ** 2 / (2 * V.xi * V.gamma)
REST = V.xi - V.a * V.xi / (2 * V.gamma)
VERTEX = 2 * (FACTOR * REST).sqrt()
FINAL = (2 * V.a * (V.xi + V.gamma * V.M.sqrt()) ** 2 / V.gamma).sqrt()


def fourth_root(x: Formula) -> Formula:
    """Of a nonnegative formula."""
    return x.sqrt().sqrt()


# The first term of the theorem's display: 20 is 2/sqrt(gamma), 1/5 is 2 sqrt(gamma).
CONSTANT = 2 * (V.xi + STABILITY * V.M.sqrt()) / STABILITY.sqrt()
LEADING = CONSTANT * fourth_root(V.M * SQUARE_D / (V.rho * V.T))
