r"""Appendix A, (18): the two bounds of case 2 of Lemma A.3.

As the lemma, they name no range of r; they hold for every r, not for :math:`r>\tau_0` alone.
"""

from verify.language import claim, dot, norm, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.notation import V

RANGE = [p.UNIT, p.SMALL]
ACROSS = dot(p.FULL, p.E)
FACTOR = says(p.NORMALISING >= (1 - V.tau1) / p.REACH, given=[*RANGE, norm(V.e) <= p.RADIUS])
COST = V.s * p.BORDER**2 / (V.r * (V.r + V.s))


def by_cost(*first: Link) -> Derive:
    """The cost for every value of e, then on average."""
    linear = ACROSS / (V.r + V.s)
    return Derive(*first, expect(V.P, p.E, shown(linear - COST <= p.NORMALISING * ACROSS)))


LOSS = says(
    p.mean(p.NORMALISING * ACROSS) >= -p.LOSS_18,
    given=RANGE,
    by=by_cost(shown(-p.LOSS_18 <= -COST)),
)

EQ_18 = (
    claim("nsgd/eq-18", "App A, (18)", "case 2 of Lemma A.3, step by step")
    .says(
        {"factor": FACTOR, "loss": LOSS},
        notes=(
            # The loss falls with the gradient.
            LOSS.but(right=-COST, by=by_cost()),
        ),
    )
    .quoting(
        r"\frac{1}{r+\|g_k\|}\ge\frac{1}{r+\tau_0+(1+\tau_1)\|\nabla f(x_k)\|}"
        r"\ge\frac{1-\tau_1}{r(1-\tau_1)+2\tau_0}",
        part="factor",
        letters={r"\|g_k\|": norm(p.GRADIENT)},
    )
    .quoting(
        r"\mathbb E_k\left[\frac{\eta\langle\nabla f(x_k),g_k-\nabla f(x_k)\rangle}{r+\|g_k\|}"
        r"\right]\ge-\eta\frac{4\tau_0^3}{r(r+\tau_0)(1-\tau_1)^3}",
        part="loss",
        reading="both sides are divided by eta",
    )
    .rejects("a hundredth", part="loss", right=-p.LOSS_18 / 100)
)
