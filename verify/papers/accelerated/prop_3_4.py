"""Proposition 3.4, (22)-(23): the matrix X_0, the last factor and the conventions."""

from fractions import Fraction
from typing import Any

from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed

Case = dict[str, Any]
F = Fraction
CURVATURE = "loss/length^2"
UNITS = {
    "alpha": "length^2/loss",
    "beta": "1",
    "mu": CURVATURE,
    "L": CURVATURE,
    "gap": CURVATURE,
    "curvature": CURVATURE,
    "p11": CURVATURE,
    "p12": CURVATURE,
    "p22": CURVATURE,
    "c": "1",
    "x": "length",
    "previous": "length",
    "g": "loss/length",
    "S": "loss/length",
    "w": "loss/length",
    "eps0": "1",
    "n": "1",
    "m": "1",
    "d": "1",
    "t": "1",
    "rho2": "1",
}

# X_0 -------------------------------------------------------------------------------------------


def rows_of_x0(d: int) -> tuple[int, int]:
    """(rows of the printed X_0, rows of the 3x3 inequality): C^T C has two rows, 2 I_d has d."""
    return 2 + d, 3


def x0_form(mu: Any, L: Any, x: Any, g: Any) -> Any:
    """The quadratic form of X_0, one coordinate; positions are measured from x*."""
    return printed.quadratic_form(printed.x_0(mu, L), (x, 0, g))


X0_COCOERCIVE = Identity(
    name="the form is cocoercivity",
    part="sign",
    # With the convex, (L - mu)-smooth h = F - (mu/2)|x - x*|^2 and its gradient q = g - mu x:
    # the form is -2 [(L - mu) <q, x> - |q|^2], and (L - mu) <q, x> >= |q|^2 is cocoercivity.
    lhs=lambda mu, gap, x, g: x0_form(mu, mu + gap, x, g),
    rhs=lambda mu, gap, x, g: -2 * (gap * (g - mu * x) * x - (g - mu * x) ** 2),
    symbols={"mu": "positive", "gap": "nonnegative", "x": "real", "g": "real"},
    instance={"mu": F(2), "gap": F(3), "x": F(5), "g": F(7)},
    general="coordinate by coordinate",
)
COCOERCIVITY = Identity(
    name="cocoercivity from convexity and smoothness",
    part="sign",
    # h(z) >= h(b) + <q_b, z - b> and h(z) <= h(a) + <q_a, z - a> + (gap/2)|z - a|^2 at
    # z = a - (q_a - q_b)/gap give h(a) - h(b) - <q_b, a - b> >= |q_a - q_b|^2/(2 gap); adding the
    # same with a and b exchanged proves it.
    lhs=lambda gap, jump: jump * (jump / gap) - gap / 2 * (jump / gap) ** 2,
    rhs=lambda gap, jump: jump**2 / (2 * gap),
    symbols={"gap": "positive", "jump": "real"},
)

X0 = Claim(
    id="accelerated/prop-3.4-x0",
    where="§3.1, Prop 3.4",
    title="the matrix X_0",
    statement=r"In the $3\times3$ LMI (22): $X_0=\begin{bmatrix}2\mu LC^\top C&-(\mu+L)C^\top\\"
    r"-(\mu+L)C&2I_d\end{bmatrix}$, whose quadratic form in $(\xi-\xi^*,\nabla F)$ is "
    r"nonpositive for $F\in\mathcal S_{\mu,L}$.",
    units=UNITS,
    checks=(
        Cases(
            name="size of the blocks",
            part="size",
            cases=lambda _: ({"d": d} for d in (1, 2, 20)),
            holds=rows_of_x0,
            failure="2 I_d makes X_0 a matrix with 2 + d rows",
        ),
        X0_COCOERCIVE,
        COCOERCIVITY,
    ),
    repair=Repair(
        statement=r"$X_0=\begin{bmatrix}2\mu LC^\top C&-(\mu+L)C^\top\\-(\mu+L)C&2\end{bmatrix}$; "
        r"the form of $X_0\otimes I_d$ is nonpositive, and 0 for $F=\frac\mu2|x|^2$ and "
        r"$\frac L2|x|^2$.",
        changes=("2 in place of 2 I_d",),
        checks=(X0_COCOERCIVE, COCOERCIVITY),
        consequence="none: the two agree for d = 1, and the LMI does not depend on d.",
    ),
)

LAST_FACTOR = Claim(
    id="accelerated/prop-3.4-last-factor",
    where="§3.1, (23)",
    title="the last factor of (23)",
    statement=r"$1+\frac{2P_{12}^2}{P_{22}cL+2|P|}$ is the factor by which the noise term of "
    r"$V_{P,c}$ exceeds $\frac{L\alpha^2}2E\Vert w_t\Vert^2$ after division by the constant for "
    r"which $V_{P,c}$ dominates $F-F^*$.",
    units=UNITS,
    checks=(
        Identity(
            name="noise term over dominance constant",
            part="factor",
            # V gains alpha^2 (P11 + cL/2) E|w|^2 and dominates (c + 2s/L)(F - F*), s = |P|/P22.
            lhs=lambda p11, p12, p22, c, L, alpha: (
                alpha**2 * (p11 + c * L / 2) / (c + 2 * (p11 * p22 - p12**2) / p22 / L)
            ),
            rhs=lambda p11, p12, p22, c, L, alpha: (
                L * alpha**2 / 2 * printed.eq_23_factor((p11, p12, p22), c, L)
            ),
            symbols=dict.fromkeys(("p11", "p22", "c", "L", "alpha"), "positive") | {"p12": "real"},
            instance={"p11": F(3), "p12": F(1), "p22": F(2), "c": F(5), "L": F(7), "alpha": F(1)},
        ),
        Inequality(
            name="dominance",
            part="dominance constant",
            # min over x_{t-1} of V_P is s x^2, and x^2 >= (2/L)(F - F*); one coordinate.
            lhs=lambda p11, p12, p22, x, previous: (p11 - p12**2 / p22) * x**2,
            rhs=lambda p11, p12, p22, x, previous: (
                p11 * x**2 + 2 * p12 * x * previous + p22 * previous**2
            ),
            domain=Domain(
                {
                    "p11": Range(0, 3, corners=(1,)),
                    "p12": Range(-3, 3, corners=(-1, 0)),
                    "p22": Range(0.1, 3, corners=(1,)),
                    "x": Range(-2, 2, corners=(1,)),
                    "previous": Range(-2, 2, corners=(1, 2)),
                }
            ),
            proof=Decomposition(
                {"p11": "positive", "p22": "positive"}
                | dict.fromkeys(("p12", "x", "previous"), "real"),
                "the difference is P22 (x_{t-1} + P12/P22 x)^2",
                terms=lambda p11, p12, p22, x, previous: (p22 * (previous + p12 / p22 * x) ** 2,),
            ),
        ),
    ),
    note="The first term of (23) divides by c only; dividing by c + 2s/L there too is sharper.",
)

CONVENTIONS = Claim(
    id="accelerated/prop-3.4-conventions",
    where="§3.1, Prop 3.4",
    title="c = 0 and the convention 0/0 = 0",
    statement=r"(23) is stated for all $c_0,c\ge0$ with the convention $0/0=0$ in the last "
    r"factor.",
    units=UNITS,
    checks=(
        Inequality(
            name="P = 0, c_0 = c = 0 solves (22) for every rho",
            lhs=lambda c, curvature, t: 0 * curvature,
            rhs=lambda c, curvature, t: printed.eq_23(
                c * curvature / 2, c, (0, 0, 0), 1, 2, 0.5, t, 1, 0
            ),
            domain=Domain(
                {
                    "c": Range(0, 1, corners=(0, 1)),
                    "curvature": Range(1, 2, corners=(1,)),
                    "t": Range(0, 9, integer=True, corners=(1,)),
                }
            ),
        ),
    ),
    note="The text before the proposition defines V_{P,c} for a positive scalar c; the proposition "
    "allows c = 0. For c > 0 the convention is sound: the fraction is 0/0 exactly for P22 = P12 = "
    "0. With c = 0 the first term of (23) is V/0 (0/0 for the trivial solution P = 0). Division "
    "by c + 2s/L > 0 (see prop-3.4) covers c = 0 and needs no convention; for P22 = 0 the factor "
    "is 1, as the convention says.",
)

CLAIMS = (X0, LAST_FACTOR, CONVENTIONS)
