r"""Appendix A.2, last display, and Theorem 1: the constant with :math:`\gamma=0.01`.

Gradients are counted in the unit of 0.01 here: 20 and 1/5 are :math:`2/\sqrt\gamma` and
:math:`2\sqrt\gamma`, and change with the unit (note).
"""

from verify.formula.expression import Node, lift
from verify.language.claim import Control, claim
from verify.language.notation import nonnegative, positive
from verify.language.says import equal
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import GROUPS

V = PAPER.extended(
    xi=nonnegative(r"\xi", unit="1", search=(0, 10)),
    gamma=positive(r"\gamma", unit="1", search=(0.001, 2)),
    scale=positive("k", unit="1", search=(0.1, 100)),
)


def constant(xi: Node, gamma: Node) -> Node:
    """Of the last display."""
    return 2 * (xi + gamma * V.M.sqrt()) / gamma.sqrt()


CONSTANT = equal(V, constant(V.xi, lift(0.01)), 20 * V.xi + V.M.sqrt() / 5)
FINAL_FORM = claim(
    "groupwise/final-form-constant",
    "App A.2, last display; Thm 1",
    "the constant of the theorem",
    CONSTANT,
    settings=GROUPS,
    notes=(
        # Another unit: gradients become k times as large, and the constant sqrt(k) times.
        equal(
            V,
            constant(V.scale * V.xi, V.scale * V.gamma),
            V.scale.sqrt() * constant(V.xi, V.gamma),
        ),
    ),
    rejects=(
        Control(name="one over the root", says=CONSTANT.but(right=10 * V.xi + V.M.sqrt() / 5)),
    ),
)

CLAIMS = (FINAL_FORM,)
