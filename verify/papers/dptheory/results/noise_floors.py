r"""Noise floors for every kappa: gradient descent from the step 1/L on, and the short heavy ball.

F is convex and L-smooth with minimiser 0; strong convexity is not used. The step has the gradient
:math:`g+w` with :math:`E(w\mid\text{past})=0`. Where a form V without noise falls by at least
:math:`F(x_t)-F^*`, and V after the step is that form of an iterate that w moves, the cross term has
the mean 0 and :math:`EV_+` is V without noise plus :math:`c\,E|w|^2`: the mean of
:math:`EF(x_t)-F^*` over t < T is at most :math:`V_0/T+c` times that of :math:`E|w_t|^2`.

**Gradient descent**, :math:`1\le\alpha L<2`: :math:`c=\frac\alpha{2(2-\alpha L)}`, attained on the
quadratic of curvature L. At 1/L it is the textbook's :math:`\frac\alpha2`.

**Heavy ball**, :math:`\alpha L\le1-\beta`: :math:`c=\frac\alpha{2(1-\beta)}`, half of the step
:math:`\frac\alpha{1-\beta}` that it takes in the long run, with
:math:`z=x+\frac\beta{1-\beta}(x-x_-)`, which moves as gradient descent does with that step. At
:math:`\alpha L=1-\beta` this is gradient descent's floor at 1/L.
"""

from verify.language import claim, dot, says
from verify.language.symbols import nonnegative, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, combined, square

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    move=vector("d", "(x_t-x_{t-1})", unit="length"),
    g_last=vector("d", r"\nabla F(x_{t-1})", unit="gradient"),
    w=vector("d", "w_t", unit="gradient"),
    f=nonnegative("(F(x_t)-F^*)", unit="loss", search=(0, 10)),
    f_last=nonnegative("(F(x_{t-1})-F^*)", unit="loss", search=(0, 10)),
)
SMOOTH = Curvatures(V.L)
HERE, LAST = Point(V.x, V.g, V.f), Point(V.x - V.move, V.g_last, V.f_last)

# Gradient descent.
SPARE = 2 - V.alpha * V.L
P = 1 / (2 * V.alpha * SPARE)
FALLS = P * square(V.x - V.alpha * V.g) + V.f <= P * square(V.x)
TERMS = [(1 / SPARE, SMOOTH.at_most(HERE)), ((V.alpha * V.L - 1) / SPARE, SMOOTH.at_least(HERE))]
LONG = [V.alpha * V.L >= 1, V.alpha * V.L < 2]
GAIN = V.alpha / (2 * SPARE)
DESCENT = (
    claim(
        "dptheory/gradient-floor",
        "docs/lmi.md",
        r"Noise floor of gradient descent from the step $1/L$ on, for every $\kappa$",
    )
    .says(
        {
            "a Lyapunov value falls by the error": combined(
                FALLS, TERMS, given=[*LONG, *(c for _, c in TERMS)]
            ),
            "what noise adds": says(
                P * square(V.x - V.alpha * (V.g + V.w))
                == P * square(V.x - V.alpha * V.g)
                - 2 * V.alpha * P * dot(V.w, V.x - V.alpha * V.g)
                + GAIN * square(V.w),
                given=LONG,
            ),
            "attained at the curvature L": says(
                V.L / 2 * V.alpha**2 / (1 - (1 - V.alpha * V.L) ** 2) == GAIN, given=LONG
            ),
        }
    )
    .rejects(
        "half of V",
        part="a Lyapunov value falls by the error",
        left=P / 2 * square(V.x - V.alpha * V.g) + V.f,
        right=P / 2 * square(V.x),
    )
)

# Heavy ball.
SLOW = 1 - V.beta
A, SHARE = SLOW / (2 * V.alpha), V.beta / SLOW
Z = V.x + SHARE * V.move
LOWERS = (
    A * square(Z - V.alpha / SLOW * V.g) + SHARE * V.f + V.f <= A * square(Z) + SHARE * V.f_last
)
CONDITIONS = [(1, SMOOTH.at_most(HERE)), (SHARE, SMOOTH.between(LAST, HERE))]
SQUARES = [((SLOW - V.alpha * V.L) / (2 * V.L * SLOW), V.g), (SHARE / (2 * V.L), V.g_last - V.g)]
SHORT = [V.alpha * V.L <= SLOW]
NEXT = V.x + V.beta * V.move - V.alpha * V.g
BALL = (
    claim(
        "dptheory/heavy-ball-floor",
        "docs/lmi.md",
        "Noise floor of the heavy ball at short steps: at most half its effective step, for "
        r"every $\kappa$",
    )
    .says(
        {
            "a Lyapunov value falls by the error": combined(
                LOWERS, CONDITIONS, SQUARES, given=[*SHORT, *(c for _, c in CONDITIONS)]
            ),
            "z moves as gradient descent": says(
                NEXT + SHARE * (NEXT - V.x) == Z - V.alpha / SLOW * V.g
            ),
            "what noise adds": says(A * (V.alpha / SLOW) ** 2 == V.alpha / (2 * SLOW)),
        }
    )
    .rejects(
        "without the last value", part="a Lyapunov value falls by the error", right=A * square(Z)
    )
)
CLAIMS = (DESCENT, BALL)
