r"""A step of DP-NAG and its Lyapunov value, for every F of the class and every past.

:math:`r=\sqrt{\mu\alpha}`; the noise has mean zero given the past.
"""

from verify.language import between, dot, function, lemma, let, mean, noise, vector
from verify.language.formulas import Formula
from verify.papers.accelerated.laboratory.nesterov_runs import square
from verify.papers.accelerated.lemmas.nesterov import V

W = V.extended(
    r=between(0, 1, r"\sqrt{\mu\alpha}", unit="1", ends="(]"),
    root=between(0, 1, "r", unit="1", ends="(]"),
    x=vector("d", "x_t", unit="length"),
    z=vector("d", "z_t", unit="length"),
    v=vector("d", "v_t", unit="length"),
)
STRONG = let(r"\mu", W.root**2 / W.alpha)
LOSS = function("F", "d", strongly_convex=STRONG, unit="loss")
NOISE = noise("w", "d", second_moment_at_most=W.noise, unit="gradient")
X = let("x_t", (1 + W.root) * W.z - W.root * W.v)  # (27), v_t being x_{t-1} + (x_t - x_{t-1})/r
STEP = -W.alpha * (LOSS.grad(W.z) + NOISE)
# What smoothness between z_t and x_{t+1} leaves of LOSS(x_{t+1}), and v_{t+1}.
NEXT = LOSS(W.z) + dot(LOSS.grad(W.z), STEP) + W.L / 2 * square(STEP)
TARGET = X + (W.z + STEP - X) / W.root


def away(point: Formula) -> Formula:
    """The square of the distance, as it counts in V."""
    return STRONG / 2 * square(point - LOSS.argmin)


ONE_STEP = lemma(
    "accelerated/one-step-of-nesterov",
    mean(NOISE, NEXT + away(TARGET)) - LOSS.min
    <= (1 - W.root) * (LOSS(X) - LOSS.min + away(W.v))
    + W.alpha / 2 * (1 + W.alpha * W.L) * W.noise,
    given=[W.alpha * W.L <= 1],
)
AT_REST = lemma(
    "accelerated/value-at-rest", LOSS(W.x) - LOSS.min + away(W.x) <= 2 * (LOSS(W.x) - LOSS.min)
)
