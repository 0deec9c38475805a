r"""A step of DP-SHB and its Lyapunov value, for every F of the class and every past.

(22) and :math:`X_0` (``accelerated/prop-3.4-x0``) are what they say of :math:`x_t-x^*`,
:math:`x_{t-1}-x^*` and the gradient; of :math:`F(x_{t+1})` stands here what smoothness between
:math:`x_t` and :math:`x_{t+1}` leaves. The noise has mean zero given the past.
"""

from typing import Any

from verify.language import dot, function, lemma, mean, noise, norm, number, says
from verify.language.formulas import Formula
from verify.methods.interpolated import interpolated
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.notation import V

LOSS = function("F", "d", strongly_convex=V.mu, unit="loss")
NOISE = noise("w", "d", second_moment_at_most=V.noise, unit="gradient")
NOW, BEFORE, SLOPE = V.x - LOSS.argmin, V.x_last - LOSS.argmin, LOSS.grad(V.x)
STEP = V.beta * (V.x - V.x_last) - V.alpha * (SLOPE + NOISE)


def value(now: Formula, before: Formula, excess: Formula) -> Formula:
    """V_{P,c}."""
    form = V.P11 * norm(now) ** 2 + 2 * V.P12 * dot(now, before) + V.P22 * norm(before) ** 2
    return form + V.c * excess


def paired(matrix: Any) -> Formula:
    """The form of a 3x3 matrix, of both errors and the gradient."""
    vectors = (NOW, BEFORE, SLOPE)
    rows = (zip(row, vectors, strict=True) for row in matrix)
    pairs = zip(vectors, rows, strict=True)
    return sum((a * dot(p, q) for p, row in pairs for a, q in row), number(0))


UNKNOWNS = (V.alpha, V.beta, V.mu, V.L, V.rho**2, (V.P11, V.P12, V.P22), V.c0, V.c)
SOLVES, COCOERCIVE = (
    number(0) <= paired(printed.eq_22(*UNKNOWNS, -V.alpha)),
    paired(printed.x_0(V.mu, V.L)) <= 0,
)
RISE = dot(SLOPE, STEP) + V.L / 2 * norm(STEP) ** 2
GAIN = V.alpha**2 * (V.P11 + V.c * V.L / 2)
EXCESS = LOSS(V.x) - LOSS.min
SAID = (
    mean(NOISE, value(NOW + STEP, NOW, EXCESS + RISE))
    <= V.rho**2 * value(NOW, BEFORE, EXCESS) + GAIN * V.noise
)
ONE_STEP = lemma(
    "accelerated/one-step",
    says(
        SAID,
        given=[SOLVES, COCOERCIVE],
        by=interpolated(
            SAID,
            (SOLVES, 1),
            (COCOERCIVE, V.c0),
            (LOSS.interpolates(LOSS.argmin, V.x), V.c * (1 - V.rho**2)),
            (Formula(NOISE.moment.condition, SAID.notation), GAIN),
        ),
    ),
)
