"""Proposition 3.4, (22)-(23): the matrix X_0, the last factor and the conventions."""

from verify.display.latex import tex
from verify.language import Formula, claim, dot, instance, nonnegative, number, one_of, says
from verify.papers.accelerated import notation as symbols

# Positions are measured from x*, and function values from F(x*).
V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    value=nonnegative(r"V_P(\xi_0)", unit="loss", search=(0, 10)),
    f=nonnegative("(F(x_t)-F^*)", unit="loss", search=(0, 10)),
)
BEND = (V.g - V.mu * V.x) / (V.L - V.mu)  # the gradient of F - mu/2 |x|^2, over L - mu
FORM = (
    2 * V.mu * V.L * dot(V.x, V.x) - 2 * (V.mu + V.L) * dot(V.x, V.g) + 2 * dot(V.g, V.g)
)  # of X_0, d coordinates


def bound(curvature: Formula, step: Formula) -> Formula:
    """What Definition A.1 says below F (mu) or above it (L) at x_t + step."""
    return V.f + dot(V.g, step) + curvature / 2 * dot(step, step)


# Definition A.1 between x_t and x*, at x* + BEND and at x_t - BEND.
NEAR, FAR = V.x - BEND, BEND
IN_CLASS = [
    V.mu < V.L,
    bound(V.mu, FAR - V.x) <= V.L / 2 * dot(FAR, FAR),
    V.mu / 2 * dot(NEAR, NEAR) <= bound(V.L, -BEND),
]
ROWS = says(2 + V.d == 3)
AS_X_1 = ROWS.but(left=number(3), forall="d")

SIGN = says(FORM <= 0, given=IN_CLASS)
# mu = L leaves F = L/2 |x|^2 alone: both sides of Definition A.1 at x_t + TURN.
TURN = (V.g - V.L * V.x) / V.L
TIED = [
    V.mu == V.L,
    (V.f == V.L / 2 * dot(V.x, V.x)),
    (bound(V.L, TURN) == V.L / 2 * dot(V.x + TURN, V.x + TURN)),
]
ONE = instance("d=1 mu=1/1 L=1/1 x=(1/1,) g=(1/1,) f=1/2")  # F = x^2/2
X0 = (
    claim("accelerated/prop-3.4-x0", "§3.1, Prop 3.4", "The matrix $X_0$")
    .says(
        {"rows": ROWS, "sign, mu < L": SIGN, "sign, mu = L": says(FORM <= 0, given=TIED, at=ONE)},
        repaired={"rows": AS_X_1},
        elsewhere={"rows": ("the rows of X_1 and X_2 in (22)", AS_X_1)},
    )
    .quoting(
        r"X_0=\begin{bmatrix}2\mu LC^\top C&-(\mu+L)C^\top\\-(\mu+L)C&2I_" r"d\end{bmatrix}",
        part="rows",
        reading=("only that it has as many rows as $X_1$; its form is tested by the other parts"),
    )
    .quoting(
        r"\frac\mu2\|x-y\|^2\le F(x)-F(y)-\nabla F(y)^\top(x-y)\le\frac L2\|" r"x-y\|^2",
        part="sign, mu < L",
        reading=r"as two hypotheses, with $u=\frac{g_t-\mu x_t}{L-\mu}$: the lower and the upper "
        r"bound on $F(u)$, the same two on $F(x_t-u)$, each pair without that value; tested is the "
        "sign of the form of $X_0$ that follows",
    )
    .rejects(
        "3 mu L instead of 2 mu L",
        part="sign, mu < L",
        left=FORM + V.mu * V.L * dot(V.x, V.x),
        at=ONE | instance("L=2/1"),
    )
)

S = (V.P11 * V.P22 - V.P12**2) / V.P22
FACTOR = r"1+\frac{2P_{12}^2}{P_{22}cL+2(P_{11}P_{22}-P_{12}^2)}"
POSITIVE = ["P22 > 0", "P11 * P22 > P12**2"]
VALUE = V.P11 * dot(V.x, V.x) + 2 * V.P12 * dot(V.x, V.x_last) + V.P22 * dot(V.x_last, V.x_last)
SMOOTH = V.f <= V.L / 2 * dot(V.x, V.x)
NOISE = V.alpha**2 * (V.P11 + V.c * V.L / 2)  # what E|w|^2 adds to V_{P,c}
DOMINANCE = says((V.c + 2 * S / V.L) * V.f <= VALUE + V.c * V.f, given=[*POSITIVE, SMOOTH])
LAST_FACTOR = (
    claim("accelerated/prop-3.4-last-factor", "§3.1, (23)", "The last factor of (23)")
    .says(
        {
            "factor": says(
                NOISE / (V.c + 2 * S / V.L) == tex(V, rf"\frac{{L\alpha^2}}{{2}}({FACTOR})"),
                given=POSITIVE,
            ),
            "dominance": DOMINANCE,
        }
    )
    .quoting(r"|P|=\det P", part="factor", reading="with the determinant written out")
    .rejects("without 1/L", part="dominance", left=(V.c + 2 * S) * V.f)
)

# (23) at t = 0, and its last factor where P_22 = P_12 = 0.
AT_START = says(V.f <= (V.value + V.c * V.f) / V.c, given=["c > 0"])
CONVENTIONS = (
    claim(
        "accelerated/prop-3.4-conventions",
        "§3.1, Prop 3.4",
        r"The bound at $c=0$, which $c_0,c\ge0$ allows, and the convention $0/0=0$",
    )
    .says(
        {
            "c = 0": AT_START.but(given=[], over=V.extended(c=one_of((0,), "c", unit="1"))),
            "c > 0": AT_START,
            "0/0 = 0": says(NOISE / (V.c + 2 * V.P11 / V.L) == V.L * V.alpha**2 / 2),
        },
        # Divided by c + 2s/L the bound needs c > 0 no more.
        notes=(says(V.f <= (VALUE + V.c * V.f) / (V.c + 2 * S / V.L), given=[*POSITIVE, SMOOTH]),),
    )
    .quoting(
        "0/0=0",
        part="0/0 = 0",
        reading="by it the last factor of (23) is one where $P_{12}=0$ and $P_{22}=0$",
    )
    .quoting(r"c_0,c\ge0", part="c = 0", reading="it admits $c=0$, which is put in")
    .rejects("divided by c + 1", part="c > 0", right=V.value / (V.c + 1) + V.f / 2)
)
