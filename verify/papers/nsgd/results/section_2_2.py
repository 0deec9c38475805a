r"""Section 2.2: Definition 2.2, Assumption 2.1, and the text after Assumption 2.2.

**Definition 2.2**, generalised smoothness for every pair of points. For :math:`L_1=0` it is
L-smoothness. The paper says that a similar condition comes from observing Hessians that grow with
the gradient, :math:`|f''|\le L_0+L_1|f'|`. The notes show one f that has such a Hessian and
satisfies the definition with no constants: at a point where the gradient is 0, the definition says
that gradients grow linearly, however large :math:`L_1` is. For points of this f that are close it
holds.

**Assumption 2.1**, an objective that is bounded below. That it is smooth as in Definition 2.2 is an
assumption, which is not judged; two layers break it. The printed infimum is over :math:`x\in\mathbb
R`; a line of :math:`\mathbb R^d` need not come near the minimum. Below, :math:`x=(a,b)` and the
line is :math:`b=0`.

**Assumption 2.2**: the normalising factor between two bounds, of which the upper bound divides by
:math:`r-\tau_0+(1-\tau_1)\Vert\nabla f\Vert`, which is 0 or negative at small gradients unless
:math:`r>\tau_0`; the norm of g is at least 0 there.
"""

from verify.language import E, claim, instance, largest, norm, number, says
from verify.language.symbols import nonnegative, positive, real, vector
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    x=real("x", unit="length", search=(-10, 10)),
    y=real("y", unit="length", search=(-10, 10)),
    k=positive(r"\kappa", unit="loss/length^4", search=(0.1, 10)),
    l=positive("l", unit="length", search=(0.1, 10)),
    G_y=vector("d", r"\nabla f(y)", unit="gradient"),
    distance=nonnegative(r"\Vert x-y\Vert", unit="length", search=(0, 10)),
    # A point (a, b), the minimum of a quadratic, a margin.
    a=real("a", unit="length", search=(-3, 3)),
    b=real("b", unit="length", search=(-3, 3)),
    p=real("p", unit="length", search=(-3, 3)),
    q=real("q", unit="length", search=(-3, 3)),
    margin=real("m", unit="1", search=(-10, 10)),
)
GROWTH = V.L0 + V.L1 * norm(V.G)

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
    norm(V.G_y) <= norm(V.G) + GROWTH * V.distance, given=[norm(V.G - V.G_y) <= GROWTH * V.distance]
)
DEF_2_2 = (
    claim("nsgd/def-2.2", "§2.2, Def 2.2", "Generalised smoothness")
    .says(
        {"L_1 = 0": says(GROWTH * V.distance == V.L0 * V.distance, given=[(V.L1 == 0)])},
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
    claim("nsgd/assumption-2.1", "§2.2, Assumption 2.1", "An objective that is bounded below")
    .says(
        {"infimum": OVER_THE_LINE, "logistic loss bounded below": BOUNDED_BELOW},
        repaired={"infimum": OVER_ALL},
        elsewhere={"infimum": ("(1)", OVER_ALL)},
        notes=(TWO_LAYERS,),
    )
    .quoting(
        r"f^*=\inf_{x\in\mathbb R}f(x)",
        part="infimum",
        reading=r"Of $\frac{L_0}{2}((a-p)^2+(b-q)^2)$ in two dimensions: its infimum over the line "
        r"$b=0$ is tested as a lower bound of it",
    )
)

ASSUMED = norm(V.g - V.G) <= V.tau0 + V.tau1 * norm(V.G)
FACTOR = 1 / (V.r + norm(V.g))
SHORTEST = V.r - V.tau0 + (1 - V.tau1) * norm(V.G)
LOWER = says(1 / (V.r + V.tau0 + (1 + V.tau1) * norm(V.G)) <= FACTOR, given=[ASSUMED])
# A gradient of 1/2 at a point where that of f is 0.
AT_REST = instance("d=1 r=1/100 tau0=1 tau1=0 G=(0,) g=(1/2,)")
UPPER = says(FACTOR <= 1 / SHORTEST, given=[ASSUMED], at=AT_REST)
POSITIVE_PART = UPPER.but(right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - V.tau0)), at=())
SANDWICH = (
    claim(
        "nsgd/sandwich", "§2.2, after Assumption 2.2", "The normalising factor between two bounds"
    )
    .says(
        {"from below": LOWER, "from above": UPPER},
        repaired={"from above": POSITIVE_PART},
        # As printed where the denominator is positive: for r > tau_0 it is.
        notes=(UPPER.but(also=[SHORTEST > 0], at=()), UPPER.but(also=[V.r > V.tau0], at=())),
    )
    .quoting(r"\|g-\nabla f(x)\|\le\tau_0+\tau_1\|\nabla f(x)\|", part="from below")
    .quoting(
        r"\frac1{r+\tau_0+(1+\tau_1)\|\nabla f(x)\|}\le h\le\frac1{r-\tau_0+(1-"
        r"\tau_1)\|\nabla f(x)\|}",
        part=("from below", "from above"),
        reading="h is written out as 1/(r + |g|)",
    )
    .rejects("half of tau_0 in r", part="from above", also=[2 * V.r > V.tau0])
    .rejects(
        "two thirds of tau_0",
        POSITIVE_PART.but(right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - 2 * V.tau0 / 3))),
    )
)
