r"""Appendix B.2: the steps towards Lemma B.1, and the lemma.

Positions are measured from x*, values of F from its least one. What is used of F is Definition A.1:
between :math:`x_t` and :math:`x_{t+1}`, and between :math:`x^*` and :math:`x_t`.
"""

from typing import Any

from verify.language import claim, dot, instance, nonnegative, real, says, vector
from verify.methods.decompose import Decompose
from verify.methods.derive import Derive, add, given, shown
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    w=vector("d", "w_t", unit="gradient"),
    x_other=vector("d", "x_{t-1}'", unit="length"),
    g_w=real(r"\langle\nabla F(x_t),w_t\rangle", unit="gradient^2", search=(-10, 10)),
    step_w=real(
        r"\langle\beta(x_t-x_{t-1})-\alpha\nabla F(x_t),w_t\rangle", unit="loss", search=(-10, 10)
    ),
    w_w=nonnegative(r"\Vert w_t\Vert^2", unit="gradient^2", search=(0, 10)),
    f=nonnegative("(F(x_t)-F^*)", unit="loss", search=(0, 10)),
    f_next=nonnegative("(F(x_{t+1})-F^*)", unit="loss", search=(0, 10)),
    power=nonnegative(r"E\Vert w_t\Vert^2", unit="gradient^2", search=(0, 10)),
    value=nonnegative(r"E[F(x_{t+1})-F^*]", unit="loss", search=(0, 10)),
)
STATE = (V.x, V.x_last, V.g)
MEAN_STEP = V.beta * (V.x - V.x_last) - V.alpha * V.g
STEP = MEAN_STEP - V.alpha * V.w  # x_{t+1} - x_t by (42)
SMOOTH = V.f_next - V.f - dot(V.g, STEP) <= V.L / 2 * dot(STEP, STEP)
CONVEX = -V.f - dot(V.g, -V.x) >= V.mu / 2 * dot(V.x, V.x)


def form(matrix: Any) -> Any:
    """A quadratic form in x_t, x_{t-1} and the gradient."""
    rows = range(3)
    return sum(matrix[i][j] * dot(STATE[i], STATE[j]) for i in rows for j in rows)


X_1 = form(printed.x_1(V.alpha, V.beta, V.L))
X_2 = form(printed.x_2(V.mu))

REST = V.f - V.f_next - V.L / 2 * dot(STEP, STEP)


def from_smoothness(bound: Any) -> Derive:
    """A bound that is Definition A.1 with its terms on other sides."""
    return Derive(add(given(SMOOTH), shown(REST == REST)))


PRINTED_44 = dot(V.g, -STEP) - V.L / 2 * dot(STEP, STEP)
# F = x^2/2, which meets Definition A.1 with equality above it, from 1 to its minimiser.
TO_MINIMUM = instance("d=1 alpha=1 beta=1/2 L=1 x=(1,) x_last=(1,) g=(1,) f=1/2 f_next=0")
DESCENT = says(
    V.f - V.f_next >= PRINTED_44,
    given=[SMOOTH],
    by=from_smoothness(PRINTED_44),
    at=TO_MINIMUM | instance("w=(0,)"),
)
EQ_44 = (
    claim("accelerated/eq-44", "App B.2, (42), (44)", "Smoothness along a step", DESCENT)
    .quoting(
        r"F(x_t)-F(x_{t+1})\ge\nabla F(x_t)^\top(x_t-x_{t+1})-\frac L2\|x_{" r"t+1}-x_t\|^2",
        letters={
            "F(x_t)": V.f,
            "F(x_{t+1})": V.f_next,
            r"\nabla F(x_t)^\top(x_t-x_{t+1})": dot(V.g, -STEP),
            r"\|x_{t+1}-x_t\|^2": dot(STEP, STEP),
        },
    )
    .quoting(
        r"x_{t+1}=(1+\beta)x_t-\beta x_{t-1}-\alpha(\nabla F(x_t)+w_t)", reading="put into (44)"
    )
)

QUADRATIC = X_1 - V.L * V.alpha**2 / 2 * dot(V.w, V.w) + V.L * V.alpha * dot(MEAN_STEP, V.w)
PLUS = QUADRATIC + V.alpha * dot(V.g, V.w)
# F = x^2/2: the noise takes the step back.
BACK = instance("d=1 alpha=1/1 L=1/1 x=(1/1,) x_last=(1/1,) g=(1/1,) w=(-1/1,) f=1/2 f_next=1/2")
EXPANDED = says(V.f - V.f_next >= QUADRATIC - V.alpha * dot(V.g, V.w), given=[SMOOTH], at=BACK)
TRUE_45 = EXPANDED.but(right=PLUS, by=from_smoothness(PLUS))
EQ_45 = (
    claim("accelerated/eq-45", "App B.2, (45)", "One step of the heavy ball with noise")
    .says(EXPANDED, repaired=TRUE_45, elsewhere=("the display after (44)", TRUE_45))
    .quoting(
        r"F(x_t)-F(x_{t+1})\ge[\cdot]^\top\tilde X_1[\cdot]-\frac{L\alpha^2}"
        r"2\|w_t\|^2+L\alpha[\beta(x_t-x_{t-1})-\alpha\nabla F(x_t)]^\top w_"
        r"t-\alpha\nabla F(x_t)^\top w_t",
        letters={
            "F(x_t)": V.f,
            "F(x_{t+1})": V.f_next,
            r"\nabla F(x_t)": V.g,
            r"[\cdot]^\top\tilde X_1[\cdot]": X_1,
        },
    )
)

AT_MINIMUM = says(
    -V.f >= X_2 / 2, given=[CONVEX], at=instance("d=1 mu=1/1 x=(1/1,) g=(1/1,) f=1/2")
)
# "The matrix in the middle is equal to X_2": it is twice that, and its 1/2 is before it.
TRUE_46 = AT_MINIMUM.but(right=X_2)
EQ_46 = (
    claim("accelerated/eq-46", "App B.2, (46)", "Strong convexity at the minimiser")
    .says(AT_MINIMUM, repaired=TRUE_46, elsewhere=("the display before (46)", TRUE_46))
    .quoting(
        r"F(x^*)-F(x_t)\ge\frac12[\cdot]^\top\tilde X_2[\cdot]",
        letters={"F(x_t)": V.f, "F(x^*)": 0 * V.f, r"[\cdot]^\top\tilde X_2[\cdot]": X_2},
    )
)


def product(alpha: Any, beta: Any, L: Any) -> Any:
    """Half of E'DE, row by row."""
    E, D = printed.LEMMA_B1_E, printed.lemma_b1_d(alpha, beta, L)
    return tuple(
        printed.HALF * sum(E[k][i] * D[k][m] * E[m][j] for k in range(2) for m in range(2))
        for i in range(3)
        for j in range(3)
    )


LEMMA_B1_X1 = (
    claim("accelerated/lemma-b1-x1", "App B.2; §3.1, Prop 3.4", "The matrix $X_1$")
    .says(says(V.of(product) == V.of(lambda alpha, beta, L: sum(printed.x_1(alpha, beta, L), ()))))
    .quoting(
        r"\frac12\begin{bmatrix}I_d&-I_d&0_d\\0_d&0_d&I_d\end{bmatrix}^\top"
        r"\tilde D\begin{bmatrix}I_d&-I_d&0_d\\0_d&0_d&I_d\end{bmatrix}="
        r"\tilde X_1",
        reading=(
            "multiplied out for one coordinate of x, and compared with X_1 of Prop 3.4 row by row"
        ),
    )
    .quoting(
        r"D=\begin{bmatrix}-L\beta^2&L\alpha\beta-\beta\\L\alpha\beta-\beta&"
        r"-\alpha^2L+2\alpha\end{bmatrix}",
        reading="put into this product",
    )
)

# The expectation of Definition A.1 along a step: w_t has mean 0 given x_t, x_{t-1}.
MEAN_SMOOTH = V.value - V.f - dot(V.g, MEAN_STEP) <= V.L / 2 * (
    dot(MEAN_STEP, MEAN_STEP) + V.alpha**2 * V.power
)
DECREASE = says(
    X_1 + (1 - V.rho**2) * X_2 <= V.rho**2 * V.f - V.value + V.L * V.alpha**2 / 2 * V.power,
    given=[MEAN_SMOOTH, CONVEX],
    by=Decompose(),
    at=TO_MINIMUM | instance("mu=1 rho=1/2 value=0 power=0"),
)
LEMMA_B1 = (
    claim("accelerated/lemma-b1", "App B.2, Lemma B.1", "One step of the Lyapunov argument")
    .says(DECREASE)
    .quoting(
        r"\mathbb E\left[\begin{bmatrix}\xi_t-\xi^*\\\nabla F(z_t)\end{bmatrix}^"
        r"\top(\tilde X_1+(1-\rho^2)\tilde X_2)\begin{bmatrix}\xi_t-\xi^*"
        r"\\\nabla F(z_t)\end{bmatrix}\right]\le\rho^2\mathbb E[\bar F("
        r"\xi_t)-F^*]-\mathbb E[\bar F(\xi_{t+1})-F^*]+\frac{L\alpha^2}2"
        r"\mathbb E[\|w_t\|^2]",
        reading=(
            "given the state at t, so that only what w_t moves has an expectation; "
            "the forms written out"
        ),
    )
    .rejects("without noise", right=V.rho**2 * V.f - V.value)
)

# Definition A.1 along a step, the inner products with w_t being numbers.
NOISY_SMOOTH = V.f_next - V.f - dot(V.g, MEAN_STEP) + V.alpha * V.g_w <= V.L / 2 * (
    dot(MEAN_STEP, MEAN_STEP) - 2 * V.alpha * V.step_w + V.alpha**2 * V.w_w
)
W = V.extended(d=V.d.within(search=(1, 2)))
DISPLAY = says(
    X_1 + (1 - V.rho**2) * X_2
    <= V.rho**2 * V.f
    - V.f_next
    + V.L * V.alpha**2 / 2 * V.w_w
    - V.L * V.alpha * V.step_w
    - V.alpha * V.g_w,
    given=[NOISY_SMOOTH, CONVEX],
    by=Decompose(),
    over=W,
)


def mean_of_noise_terms(x_last: Any, other: Any) -> Any:
    """Given x_t, the noise is w or -w, and x_{t-1} one of two points."""
    first, second = (V.beta * (V.x - last) - V.alpha * V.g for last in (x_last, other))
    return -V.alpha / 2 * dot((V.L * first + V.g) - (V.L * second + V.g), V.w)


# E(w_t) = 0 is what the text applies; this noise has E(w_t | x_t) = 0 too.
IN_THE_MEAN = says(
    mean_of_noise_terms(V.x_last, V.x_other) == 0,
    over=W,
    at=instance("d=1 x=(0/1,) x_last=(1/1,) x_other=(-1/1,) g=(0/1,) w=(1/1,)"),
)
LAST_DISPLAY = (
    claim(
        "accelerated/lemma-b1-last-display", "App B.2, last display", "The noise terms of Lemma B.1"
    )
    .says({"display": DISPLAY, "applying E(w_t) = 0": IN_THE_MEAN})
    .repaired(
        # Given x_{t-1} as well, of which DP-SHB's noise is independent, they do vanish.
        part="applying E(w_t) = 0",
        left=mean_of_noise_terms(V.x_last, V.x_last),
        forall="x_other",
    )
    .quoting(
        r"\begin{bmatrix}\xi_t-\xi^*\\\nabla F(x_t)\end{bmatrix}^\top["
        r"\tilde X_1+(1-\rho^2)\tilde X_2]\begin{bmatrix}\xi_t-\xi^*"
        r"\\\nabla F(x_t)\end{bmatrix}\le\rho^2[F(x_t)-F^*]-(F(x_{t+1})-F^*)+"
        r"\frac{L\alpha^2}2\|w_t\|^2-L\alpha[\beta(x_t-x_{t-1})-\alpha"
        r"\nabla F(x_t)]w_t-\alpha\nabla F(x_t)w_t",
        part="display",
        reading="the form written out, and the inner products with w_t as letters",
    )
)
