r"""The gradient :math:`g=su+e` of a step, u a unit vector and e a deviation with a law P."""

from verify.language.formulas import dot, index, norm
from verify.papers.nsgd.notation import V

WHERE = "docs/worst_law.md"
E = index("e")
FULL = V.s * V.u
G = FULL + E
UNIT = norm(V.u) == 1
COMPONENT = dot(V.u, G)
BORDER = V.tau0 / (1 - V.tau1)
