r"""Section 2.2, Definition 2.2: generalised smoothness for every pair of points.

For :math:`L_1=0` it is L-smoothness. The paper says that a similar condition comes from observing
Hessians that grow with the gradient, :math:`|f''|\le L_0+L_1|f'|`. The notes show one f that has
such a Hessian and satisfies the definition with no constants: at a point where the gradient is 0,
the definition says that gradients grow linearly, however large :math:`L_1` is. For points of this
f that are close it holds.
"""

from verify.language import claim, instance, nonnegative, norm, number, positive, real, says, vector
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    x=real("x", unit="length", search=(-10, 10)),
    y=real("y", unit="length", search=(-10, 10)),
    k=positive(r"\kappa", unit="loss/length^4", search=(0.1, 10)),
    l=positive("l", unit="length", search=(0.1, 10)),
)
W = PAPER.extended(
    G_y=vector("d", r"\nabla f(y)", unit="gradient"),
    distance=nonnegative(r"\Vert x-y\Vert", unit="length", search=(0, 10)),
)
GROWTH = W.L0 + W.L1 * norm(W.G)

# f = kappa x^4/4: f' = kappa x^3 and f'' = 3 kappa x^2. Its Hessian grows with the gradient,
CURVATURE = says(3 * V.k * V.x**2 <= 3 * V.k * V.l**2 + 3 / V.l * (V.k * abs(V.x) ** 3))
# but no constants suit every pair of points: not 0, where f' = 0, and a point y far away.
AT_0 = number(0)
NOT_EVERYWHERE = says(
    (V.L0 + V.L1 * AT_0) * abs(V.y) < abs(AT_0 - V.k * V.y**3), given=[V.k * V.y**2 > V.L0]
)
# For points that are at most l apart there are some.
CLOSE = says(
    abs(V.k * V.x**3 - V.k * V.y**3)
    <= (7 * V.k * V.l**2 + 6 / V.l * (V.k * abs(V.x) ** 3)) * abs(V.x - V.y),
    given=[abs(V.x - V.y) <= V.l],
)
# What the definition allows: gradients of at most linear growth, from any point.
LINEAR = says(
    norm(W.G_y) <= norm(W.G) + GROWTH * W.distance, given=[norm(W.G - W.G_y) <= GROWTH * W.distance]
)

DEF_2_2 = (
    claim("nsgd/def-2.2", "§2.2, Def 2.2", "generalised smoothness")
    .says(
        {"L_1 = 0": says(GROWTH * W.distance == W.L0 * W.distance, given=[(W.L1 == 0)])},
        notes=(CURVATURE, NOT_EVERYWHERE, CLOSE, LINEAR),
    )
    .quoting(
        r"\|\nabla f(x)-\nabla f(y)\|\le(L_0+L_1\|\nabla f(x)\|)\|x-y\|",
        part="L_1 = 0",
        reading="a definition: its right side at L_1 = 0 is that of L-smoothness",
    )
    .rejects(
        "close, without the gradient",
        CLOSE.but(right=7 * V.k * V.l**2 * abs(V.x - V.y), at=instance("x=10 y=9 k=1 l=1")),
    )
)
