r"""One step of DP-LSSGD, for every F of a class, in every dimension.

p is :math:`A_\sigma^{1/2}(w-w^*)`, q is :math:`A_\sigma^{-1/2}\nabla F(w)` and u is
:math:`A_\sigma^{-1}\nabla F(w)`. Of these it counts that
:math:`\langle p,q\rangle=\langle w-w^*,\nabla F(w)\rangle` and, as no eigenvalue of
:math:`A_\sigma` is below 1, that :math:`\Vert q\Vert\le\Vert\nabla F(w)\Vert` and
:math:`\Vert u\Vert^2\le\langle\nabla F(w),u\rangle`.
"""

from verify.language import dot, function, lemma, mean, noise, norm, says
from verify.language.classes import Function
from verify.language.formulas import Formula
from verify.language.noise import Noise
from verify.language.symbols import nonnegative, vector
from verify.methods.interpolated import interpolated
from verify.papers.lssgd.formulas import printed_utility

V = printed_utility.V.extended(
    spent=nonnegative("S", unit="gradient^2"),
    w=vector("d", "w^k", unit="length"),
    p=vector("d", "p", unit="length"),
    q=vector("d", "q", unit="gradient"),
    g=vector("d", r"\nabla F(w^k)", unit="gradient"),
    u=vector("d", "u", unit="gradient"),
)
SMOOTH = function("F", "d", smooth=V.L, convex=True, unit="loss")
KINKED = function("F", "d", convex=True, unit="loss")
NOISE = noise("n", "d", second_moment_at_most=V.spent, unit="gradient")
REST = noise("n", "d", second_moment_at_most=V.spent - norm(V.q) ** 2, unit="gradient")


def fall(f: Function, random: Noise) -> Formula:
    """What is left of the squared distance, with twice the step times the excess."""
    after = mean(random, norm(V.p - V.eta * (V.q + random)) ** 2)
    return after + 2 * V.eta * (f(V.w) - f.min) <= norm(V.p) ** 2 + V.eta**2 * V.spent


def along(f: Function) -> Formula:
    """What p and q are of the error and the gradient."""
    return dot(V.p, V.q) == dot(V.w - f.argmin, f.grad(V.w))


CONVEX_STEP, SHORTER = fall(SMOOTH, NOISE), norm(V.q) ** 2 <= norm(SMOOTH.grad(V.w)) ** 2
CONVEX = lemma(
    "lssgd/step-of-a-convex-run",
    says(
        CONVEX_STEP,
        given=[V.eta * V.L <= 1, along(SMOOTH), SHORTER],
        by=interpolated(
            CONVEX_STEP,
            (SMOOTH.interpolates(SMOOTH.argmin, V.w), 2 * V.eta),
            (along(SMOOTH), -2 * V.eta),
            (SHORTER, V.eta**2),
            (Formula(NOISE.moment.condition, CONVEX_STEP.notation), V.eta**2),
        ),
    ),
)
# q and what is random are together the batch's gradient and the noise.
KINKS = lemma("lssgd/step-of-a-run-with-kinks", fall(KINKED, REST), given=[along(KINKED)])
# Of F(w^{k+1}) what smoothness leaves.
MOVED = -V.eta * (V.u + NOISE)
DESCENT = lemma(
    "lssgd/step-of-a-smooth-run",
    mean(NOISE, dot(V.g, MOVED) + V.L / 2 * norm(MOVED) ** 2)
    <= -V.eta / 2 * dot(V.g, V.u) + V.L / 2 * V.eta**2 * V.spent,
    given=[V.eta * V.L <= 1, norm(V.u) ** 2 <= dot(V.g, V.u)],
)
