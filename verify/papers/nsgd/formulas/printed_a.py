r"""Appendix A: the first-order terms of a step and the printed bounds below them.

:math:`\nabla f=su` with a unit vector u, and :math:`g=\nabla f+e` with e of mean 0 and at most
:math:`\tau_0+\tau_1s` long. Clipping multiplies g by :math:`\min\{1,c/|g|\}`, which is 1 at g = 0
and is written :math:`c/\max\{c,|g|\}`.
"""

from functools import partial

from verify.language import dot, expectation, index, largest, norm
from verify.papers.nsgd.notation import V

E = index("e")
FULL = V.s * V.u
GRADIENT = FULL + E
ALONG, SQUARED = dot(FULL, GRADIENT), dot(FULL, FULL)
NORMALISING, CLIPPING = 1 / (V.r + norm(GRADIENT)), V.c / largest(V.c, norm(GRADIENT))
RADIUS = V.tau0 + V.tau1 * V.s  # of the deviation
LONGEST = RADIUS + V.s  # of g
UNIT = norm(V.u) == 1
# Over the deviation.
mean = partial(expectation, V.P, E)
# <h grad f, g> - alpha h |grad f|^2.
POINTWISE = NORMALISING * ALONG - V.alpha * NORMALISING * V.s**2
# E<h grad f, g> - alpha E[h] |grad f|^2, the left sides of (16) and (20).
NORMALISED = mean(NORMALISING * ALONG) - V.alpha * mean(NORMALISING) * V.s**2
CLIPPED = mean(CLIPPING * (ALONG - V.alpha * V.s**2))

# The border between the two cases, and the printed bounds.
BORDER = V.tau0 / (1 - V.tau1)
LARGE, SMALL = V.s >= BORDER, V.s < BORDER
REACH, REACH_C = V.r * (1 - V.tau1) + 2 * V.tau0, V.c * (1 - V.tau1) + 2 * V.tau0
LOST = V.alpha / (1 - V.tau1)
LOSS_18 = 4 * V.tau0**3 / (V.r * (V.r + V.tau0) * (1 - V.tau1) ** 3)
A_LARGE = (V.tau0 / REACH - LOST) * V.s
A_SMALL = (1 - V.alpha) * (1 - V.tau1) / REACH * V.s**2 - LOSS_18
B_LARGE = (V.tau0 * V.c / REACH_C - LOST) * V.s
B_SMALL = (1 - V.alpha) * V.s**2
ALPHA_27 = V.tau0 * (1 - V.tau1) / (2 * V.r * (1 - V.tau1) + 4 * V.tau0)
ALPHA_39 = V.tau0 * (1 - V.tau1) / REACH_C
THRESHOLD = V.c >= 2 * BORDER
