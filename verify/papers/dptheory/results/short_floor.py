r"""Gradient descent's noise floor up to the step 1/L, for every kappa, and who comes near it.

F is of :math:`\mathcal S_{\mu,L}` with minimiser 0, the rest as in
:mod:`verify.papers.dptheory.results.noise_floors`. In units with L = 1, where :math:`\mu=1/\kappa`,

.. math:: c=\alpha\,\frac{2-\alpha\mu-\sqrt{(2-\alpha\mu)^2-4(1-\mu)}}{4(1-\mu)},

from one condition between :math:`x_t` and the minimiser, and one square. With the
:math:`\omega\in(0,1)` of :math:`(1-\omega)^2=\mu(1-\alpha\omega)` it is the rational
:math:`\frac{\alpha(1-\alpha\omega)}{2(2-\alpha-\omega)}`. At the step 1/L and as :math:`\mu\to0`
it is :math:`\frac\alpha2`, elsewhere less.

**Radial functions in large dimension** come as near to it as one likes. Let the slope of F be L
times the radius up to some radius and grow by :math:`\mu` from there on, so that it is
:math:`hR` at R, :math:`\mu\le h\le L`; then
:math:`F(R)-F^*=\left(L-\frac{(L-h)^2}{L-\mu}\right)\frac{R^2}2`. Let :math:`w_t` be
:math:`N(0,\frac{\sigma^2}dI)`. As d grows, :math:`|w_t|^2` goes to :math:`\sigma^2` and the inner
products of :math:`w_t` with what came before go to 0, so that those of :math:`x_t,x_{t+1}` obey a
recursion without chance. Begun where a quadratic of curvature h has them in the long run, with
:math:`|x_0|=R`, they stay there: the mean of :math:`EF(x_t)-F^*` over t < T goes to
:math:`F(R)-F^*` for each T, while :math:`V_0/T` is as small as one likes for large T. So no bound
of the form :math:`V_0/T+c\sigma^2` has a smaller c. This holds for the heavy ball too.
"""

from typing import Any

from verify.language import Formula, claim, lemma, let, says
from verify.language.symbols import between
from verify.methods.derive import Derive, substitute
from verify.papers.accelerated.results.rate_noise import term
from verify.papers.dptheory.formulas.interpolation import Curvatures, combined, square
from verify.papers.dptheory.results import noise_floors

V = noise_floors.V.extended(omega=between(0, 1, r"\omega", unit="1", ends="()"))
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


FALLS = falls(gain(V.omega))
LEFT = 1 - V.alpha * V.L * V.omega
STEP = lemma(
    "dptheory/short-step",
    FALLS,
    given=[*SHORT, OMEGA, OF.at_most(HERE)],
    by=combined(
        FALLS,
        [(1, OF.at_most(HERE))],
        [(1 / (2 * (V.L - V.mu) * LEFT), (1 - V.omega) * V.L * V.x - LEFT * V.g)],
    ),
)


# Radial functions.
def slope(omega: Formula) -> Formula:
    """The h with which c is approached."""
    return V.L * (1 - omega) / (1 - V.alpha * V.L * omega)


def radial(beta: Any, h: Formula) -> Formula:
    """F(R) - F* per unit of noise, where |x_t| = R is what the curvature h leaves of it."""
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
        "gradient descent's noise floor up to the step 1/L, for every kappa",
    )
    .says(
        {
            "V falls by the error": says(
                falls(FLOOR), given=[*SHORT, OF.at_most(HERE)], by=Derive(substitute(STEP, AT_ROOT))
            ),
            "at most that of 1/L": says(FLOOR <= V.alpha / 2, given=SHORT),
            "as a rational function": says(
                gain(ROOT) == V.alpha * LEFT / (2 * (2 - V.alpha * V.L - V.omega)),
                given=[*SHORT, OMEGA],
            ),
            "approached by radial functions": says(
                radial(0, SLOPE) == FLOOR, given=SHORT, by=Derive(substitute(NEAR, AT_ROOT))
            ),
            "their curvatures are mu or more": says(V.mu <= SLOPE, given=SHORT),
            "and L or less": says(SLOPE <= V.L, given=SHORT),
        }
    )
    .rejects(
        "half of V",
        part="V falls by the error",
        left=FLOOR / (2 * V.alpha**2) * square(V.x - V.alpha * V.g) + V.f,
        right=FLOOR / (2 * V.alpha**2) * square(V.x),
    )
)
