r"""Gradient descent's noise floor up to the step 1/L, for every kappa, and where it is attained.

F is of :math:`\mathcal S_{\mu,L}` with minimiser 0, the rest as in
:mod:`verify.papers.dptheory.results.noise_floors`. In units with L = 1, where :math:`\mu=1/\kappa`,

.. math:: c=\alpha\,\frac{2-\alpha\mu-\sqrt{(2-\alpha\mu)^2-4(1-\mu)}}{4(1-\mu)},

from one condition between :math:`x_t` and the minimiser, and one square. With the
:math:`\omega\in(0,1)` of :math:`(1-\omega)^2=\mu(1-\alpha\omega)` it is the rational
:math:`\frac{\alpha(1-\alpha\omega)}{2(2-\alpha-\omega)}`. At the step 1/L and as :math:`\mu\to0`
it is :math:`\frac\alpha2`, elsewhere less.

**A radial function attains it.** Let the slope of F be L times the radius up to some radius and
grow by :math:`\mu` from there on, so that it is :math:`hR` at R, :math:`\mu\le h\le L`; then
:math:`F-F^*=\left(L-\frac{(L-h)^2}{L-\mu}\right)\frac{R^2}2` there. Let :math:`w_t` be one of two
opposite vectors across :math:`x_t`, each with the same chance. At the right R all :math:`|x_t|` are
R: the error is the same at all t, and no bound :math:`V_0/T+c\,E|w|^2` has a smaller c.
"""

from typing import Any

from verify.language import Formula, claim, dot, lemma, let, number, says
from verify.language.symbols import between, positive
from verify.methods.derive import Derive, substitute
from verify.papers.accelerated.results.rate_noise import term
from verify.papers.dptheory.formulas.interpolation import Curvatures, combined, square
from verify.papers.dptheory.results import noise_floors

V = noise_floors.V.extended(
    omega=between(0, 1, r"\omega", unit="1", ends="()"),
    h=positive("h", unit="loss/length^2", search=(0.01, 10)),
)
HERE = noise_floors.HERE
OF = Curvatures(V.L - V.mu, V.mu * V.L, V.mu)
M = V.mu / V.L
SHORT = [V.mu < V.L, V.alpha * V.L <= 1]
OMEGA = (1 - V.omega) ** 2 == M * (1 - V.alpha * V.L * V.omega)
TWICE = 2 - V.alpha * V.mu
ROOT = (TWICE - (TWICE**2 - 4 * (1 - M)).sqrt()) / 2
SOLVED = let(r"\omega", ROOT)


def gain(omega: Formula) -> Formula:
    """c."""
    return V.alpha * omega / (2 * (1 - M))


FLOOR = gain(SOLVED)


def falls(c: Formula) -> Formula:
    """V = P |x|^2 falls by the error, for the P that noise turns into c."""
    P = c / V.alpha**2
    return P * square(V.x - V.alpha * V.g) + V.f <= P * square(V.x)


LEFT = 1 - V.alpha * V.L * V.omega
STEP = lemma(
    "dptheory/short-step",
    combined(
        falls(gain(V.omega)),
        [(1, OF.at_most(HERE))],
        [(1 / (2 * (V.L - V.mu) * LEFT), (1 - V.omega) * V.L * V.x - LEFT * V.g)],
        given=[*SHORT, OMEGA, OF.at_most(HERE)],
    ),
)


# The radial function.
def slope(omega: Formula) -> Formula:
    """The h with which c is attained."""
    return V.L * (1 - omega) / (1 - V.alpha * V.L * omega)


def radial(beta: Any, h: Formula) -> Formula:
    """F - F* per |w|^2 at the distance that the gradient h x and noise across it keep."""
    return (V.L - (V.L - h) ** 2 / (V.L - V.mu)) / 2 * term(V.alpha, beta, h)


NEAR = lemma(
    "dptheory/short-step-radial", radial(0, slope(V.omega)) == gain(V.omega), given=[*SHORT, OMEGA]
)
SLOPE = slope(SOLVED)
AT_ROOT = {"omega": SOLVED}
DESCENT = (
    claim(
        "dptheory/gradient-floor-short-steps",
        "docs/lmi.md",
        r"Noise floor of gradient descent up to the step $1/L$, for every $\kappa$",
    )
    .says(
        {
            "a Lyapunov value falls by the error": says(
                falls(FLOOR), given=[*SHORT, OF.at_most(HERE)], by=Derive(substitute(STEP, AT_ROOT))
            ),
            "at most that of 1/L": says(FLOOR <= V.alpha / 2, given=SHORT),
            "as a rational function": says(
                gain(ROOT) == V.alpha * LEFT / (2 * (2 - V.alpha * V.L - V.omega)),
                given=[*SHORT, OMEGA],
            ),
            "noise orthogonal to x keeps the distance": says(
                square(V.x - V.alpha * (V.h * V.x + V.w)) == square(V.x),
                given=[
                    V.alpha * V.h < 2,
                    dot(V.x, V.w) == 0,
                    square(V.x) == term(V.alpha, number(0), V.h) * square(V.w),
                ],
            ),
            "attained there": says(
                radial(0, SLOPE) == FLOOR, given=SHORT, by=Derive(substitute(NEAR, AT_ROOT))
            ),
            "with curvatures from mu on": says(V.mu <= SLOPE, given=SHORT),
            "and up to L": says(SLOPE <= V.L, given=SHORT),
        }
    )
    .rejects(
        "half of V",
        part="a Lyapunov value falls by the error",
        left=FLOOR / (2 * V.alpha**2) * square(V.x - V.alpha * V.g) + V.f,
        right=FLOOR / (2 * V.alpha**2) * square(V.x),
    )
)
