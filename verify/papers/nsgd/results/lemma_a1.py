r"""Appendix A, Lemma A.1: the descent inequality of generalised smoothness.

Along the segment, :math:`\langle\nabla f(x+t(x^+-x)),x^+-x\rangle` moves from its value at t = 0
by at most :math:`(L_0+L_1\Vert\nabla f(x)\Vert)\Vert x^+-x\Vert^2t` (Definition 2.2, Cauchy and
Schwarz): by the share :math:`\theta_i` of that at t = i/n, linearly between. Its integral is
:math:`f(x^+)-f(x)`. The second part takes curved slopes, those of waves on a parabola.
"""

from fractions import Fraction as F

from verify.language import claim, dot, external, instance, norm, says, total
from verify.language.symbols import Real, natural, nonnegative, real, sequence, vector
from verify.methods.derive import Derive, add, multiply, shown, sum_over
from verify.papers.nsgd.lemmas.batches import SHAPE, moved
from verify.papers.nsgd.lemmas.batches import V as WAVES
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.notation import i

V = PAPER.extended(
    n=natural("n", search=(1, 6)),
    slope=real(r"\langle\nabla f(x),x^+-x\rangle", unit="loss", search=(-3, 3)),
    length=nonnegative(r"\Vert x^+-x\Vert", unit="length", search=(0, 3)),
    theta=sequence("n", r"\theta", unit="1", entry=Real(F(-1), F(1))),
)

SMOOTHNESS = V.L0 + V.L1 * V.s
MOST = SMOOTHNESS * V.length**2
RISE = V.slope + MOST / V.n * (total(i, 1, V.n - 1, V.theta[i] * (i / V.n)) + V.theta[V.n] / 2)
BOUND = V.slope + SMOOTHNESS / 2 * V.length**2
DESCENT = says(
    RISE <= BOUND,
    by=Derive(
        add(
            shown(V.slope == V.slope),
            multiply(
                add(
                    sum_over(i, 1, V.n - 1, shown(V.theta[i] * (i / V.n) <= i / V.n)),
                    shown(V.theta[V.n] / 2 <= F(1, 2) * (V.n / V.n)),
                ),
                MOST / V.n,
            ),
        ),
        shown(
            V.slope + MOST / V.n * (total(i, 1, V.n - 1, i / V.n) + F(1, 2) * (V.n / V.n)) == BOUND
        ),
    ),
)

# One family of curved f, waves on a parabola. For every f the sums above approach the integral,
# which is argued.
W = WAVES.extended(y=vector("d", r"(x^+-x)", unit="length"))
BOUNDED = dot(W.G, W.y) + (W.L0 + W.L1 * norm(W.G)) / 2 * norm(W.y) ** 2
WHOLE = says(external("f(x^+)-f(x)", moved, W.G, W.y, *SHAPE) <= BOUNDED).argued(
    "f(x^+) - f(x) is the integral of the slope along the segment, and the sums of the "
    "first part, in which the slope is replaced by chords, tend to it as n grows; chords "
    "stay between the bounds, which are linear in t."
)
LEMMA_A1 = claim(
    "nsgd/lemma-a1",
    "App A, Lemma A.1",
    "descent inequality",
    {"slopes linear in pieces": DESCENT, "curved slopes": WHOLE},
).rejects(
    "a third of the smoothness",
    part="slopes linear in pieces",
    right=V.slope + SMOOTHNESS / 3 * V.length**2,
    by=None,
    at=instance("L0=1 L1=0 s=0 n=1 slope=0 length=1 theta=(1,)"),
)

CLAIMS = (LEMMA_A1,)
