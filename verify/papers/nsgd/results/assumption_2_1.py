r"""Section 2.2, Assumption 2.1: an objective that is bounded below.

That it is smooth as in Definition 2.2 is an assumption, which is not judged; two layers break it.
The printed infimum is over :math:`x\in\mathbb R`; a line of :math:`\mathbb R^d` need not come near
the minimum. Below, :math:`x=(a,b)` and the line is :math:`b=0`.
"""

from verify.language import E, claim, nonnegative, number, positive, real, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    a=real("a", unit="length", search=(-3, 3)),
    b=real("b", unit="length", search=(-3, 3)),
    p=real("p", unit="length", search=(-3, 3)),
    q=real("q", unit="length", search=(-3, 3)),
    margin=real("m", unit="1", search=(-10, 10)),
)
# A quadratic in two dimensions, its minimum 0 at (p, q), and its infimum over the line.
OBJECTIVE = V.L0 / 2 * ((V.a - V.p) ** 2 + (V.b - V.q) ** 2)
OVER_THE_LINE = says(OBJECTIVE >= V.L0 / 2 * V.q**2)
OVER_ALL = OVER_THE_LINE.but(right=number(0))
BOUNDED_BELOW = says(number(0) < (1 + (-V.margin).exp()).log())

# Two layers of one weight each and the logistic loss, f(w, v) = log(1 + exp(-wv)). From (0, v),
# where the gradient is v/2 long, to (1/v, v) its first entry -v/(1 + exp(wv)) moves by more than
# the definition allows, whatever the constants are, from some v on.
W = PAPER.extended(
    v=positive("v", unit="1", search=(0.1, 1000)),
    L0=positive("L_0", unit="1", search=(0.01, 10)),
    L1=nonnegative("L_1", unit="1", search=(0, 10)),
)
TWO_LAYERS = says(
    (W.L0 + W.L1 * (W.v / 2)) * (1 / W.v) < W.v / 2 - W.v / (1 + E),
    given=[W.v >= 8 * (W.L0 + W.L1 + 1)],
)

ASSUMPTION_2_1 = (
    claim("nsgd/assumption-2.1", "§2.2, Assumption 2.1", "an objective that is bounded below")
    .says(
        {"infimum": OVER_THE_LINE, "logistic loss bounded below": BOUNDED_BELOW},
        repaired={"infimum": OVER_ALL},
        elsewhere={"infimum": ("(1)", OVER_ALL)},
        notes=(TWO_LAYERS,),
    )
    .quoting(
        r"f^*=\inf_{x\in\mathbb R}f(x)",
        part="infimum",
        reading="of a quadratic in two dimensions, on a line",
    )
)
