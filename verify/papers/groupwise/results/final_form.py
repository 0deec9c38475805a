r"""Appendix A.2, last display, and Theorem 1: the constant with :math:`\gamma=0.01`.

Gradients are counted in the unit of 0.01 here: 20 and 1/5 are :math:`2/\sqrt\gamma` and
:math:`2\sqrt\gamma`, and change with the unit (note).
"""

from verify.language import Formula, claim, nonnegative, number, positive, says
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import GROUPS

V = PAPER.extended(
    xi=nonnegative(r"\xi", unit="1", search=(0, 10)),
    gamma=positive(r"\gamma", unit="1", search=(0.001, 2)),
    scale=positive("k", unit="1", search=(0.1, 100)),
)


def constant(xi: Formula, gamma: Formula) -> Formula:
    """Of the last display."""
    return 2 * (xi + gamma * V.M.sqrt()) / gamma.sqrt()


FINAL_FORM = (
    claim(
        "groupwise/final-form-constant",
        "App A.2, last display; Thm 1",
        "the constant of the theorem",
    )
    .says(
        says(constant(V.xi, number(0.01)) == 20 * V.xi + V.M.sqrt() / 5),
        settings=GROUPS,
        notes=(
            # Another unit: gradients become k times as large, and the constant sqrt(k) times.
            says(
                constant(V.scale * V.xi, V.scale * V.gamma)
                == V.scale.sqrt() * constant(V.xi, V.gamma)
            ),
        ),
    )
    .rejects("one over the root", right=10 * V.xi + V.M.sqrt() / 5)
)
