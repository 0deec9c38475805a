r"""Appendix D, Figure 5: another number :math:`\Phi'` is subtracted from the second moment."""

from verify.language import claim, nonnegative, says
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.moving_averages import averaged
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(other=nonnegative(r"\Phi'", unit=notation.SQUARE, search=(0, 4)))
SIZE = abs(V.m)

OTHER_PHI = (
    claim("adambc/subtracting-other-phi", "App D, Fig 5", r"Subtracting another number than $\Phi$")
    .says(
        says((averaged(V.beta2, V.q + V.Phi) - V.other) - V.q == V.Phi - V.other),
        settings=SECTION_4,
        notes=(
            # Too much makes the limits of the updates too large.
            says(
                SIZE / V.q.sqrt() < SIZE / (V.q + V.Phi - V.other).sqrt(),
                given=[SIZE > 0, V.m**2 <= V.q, V.Phi < V.other, V.other < V.q + V.Phi],
            ),
        ),
    )
    .rejects("the bias of the average", right=V.Phi)
)
