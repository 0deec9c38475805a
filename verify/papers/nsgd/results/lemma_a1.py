r"""Appendix A, Lemma A.1: the descent inequality of generalised smoothness.

Along the segment, :math:`\langle\nabla f(x+t(x^+-x)),x^+-x\rangle` moves from its value at t = 0
by at most :math:`(L_0+L_1\Vert\nabla f(x)\Vert)\Vert x^+-x\Vert^2t` (Definition 2.2, Cauchy and
Schwarz): by the share :math:`\theta_i` of that at t = i/n, linearly between. Its integral is
:math:`f(x^+)-f(x)`. The second part takes curved slopes, those of waves on a parabola.
"""

from fractions import Fraction as F

from verify.language import claim, instance, says, total
from verify.language.symbols import Real, between, natural, nonnegative, positive, real, sequence
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, sum_over
from verify.papers.nsgd.lemmas.cosine import TANGENT
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
        )
    ),
)

# One family of curved f: waves on a parabola, whose gradient moves by at most a times the distance.
W = PAPER.extended(
    slope=V.slope.within(),
    theta=between(-1, 1, r"\theta", unit="1"),
    kappa=between(0, 1, r"\kappa", unit="1"),
    w=positive("w", unit="1/length", search=(0.1, 3)),
    phi=real(r"\phi", unit="1", search=(-3, 3)),
    y=sequence("d", "(x^+-x)", unit="length", entry=Real()),
)
GROWTH = W.L0 + W.L1 * W.s
PARABOLA = W.theta * GROWTH / 2 * W.y[i] ** 2
HEIGHT = W.kappa * (1 - abs(W.theta)) * GROWTH / W.w**2
WAVE = W.phi.cos() - (W.w * W.y[i] + W.phi).cos() - W.w * W.y[i] * W.phi.sin()
TAYLOR = substitute(TANGENT, {"u": W.w * W.y[i], "phi": W.phi})
PER_COORDINATE = chain(
    add(shown(PARABOLA <= PARABOLA), multiply(TAYLOR, HEIGHT)),
    shown(PARABOLA + HEIGHT * ((W.w * W.y[i]) ** 2 / 2) <= GROWTH / 2 * W.y[i] ** 2),
)
WHOLE = says(
    W.slope + total(i, 1, W.d, PARABOLA + HEIGHT * WAVE)
    <= W.slope + total(i, 1, W.d, GROWTH / 2 * W.y[i] ** 2),
    by=Derive(add(shown(W.slope <= W.slope), sum_over(i, 1, W.d, PER_COORDINATE))),
)
LEMMA_A1 = (
    claim("nsgd/lemma-a1", "App A, Lemma A.1", "Descent inequality")
    .says({"slopes linear in pieces": DESCENT, "curved slopes": WHOLE})
    .quoting(
        r"f(x^+)\le f(x)+\langle\nabla f(x),x^+-x\rangle+\frac{L_0+L_1\|\nabla f(x)"
        r"\|}2\|x^+-x\|^2",
        part="slopes linear in pieces",
        reading=r"$f(x^+)-f(x)$ is the integral of the slope, which is linear in pieces",
    )
    .rejects(
        "a third of the smoothness",
        part="slopes linear in pieces",
        right=V.slope + SMOOTHNESS / 3 * V.length**2,
        by=None,
        at=instance("L0=1 L1=0 s=0 n=1 slope=0 length=1 theta=(1,)"),
    )
)
