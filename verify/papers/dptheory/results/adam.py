r"""Adam: a floor :math:`\gamma'` that the noise alone gives, and a step of its second moment.

**Floor.** Above :math:`\gamma'=\Phi r_t`, with the variance :math:`r_t` of Adam's normalised
average of unit noise, the noise's part of an update is at most 1 in mean square, whatever the
gradients are and however the second moment depends on the noise: in the mean, the pair e is that of
the noise's part :math:`e_1` of the first moment and of any change :math:`ke_2` of the second
moment, for instance that of gradients which answer to the noise. The law is any bounded one;
Gaussian noise is a limit of these, in which both sides are continuous. The floor is that of
:func:`dptheory.optimizers.floor.adam_floor`.

**A step**: the sub-exponential pairs of the second moment, with gradients up to C. With noise z of
variance :math:`\Phi`, a weight w and :math:`x=lw\Phi<1/2`,

.. math:: E e^{lw(2gz+z^2-\Phi)}=e^{\psi(x)},\qquad
          \psi(x)=-x-\tfrac12\ln(1-2x)+\frac{2rx^2}{1-2x},\qquad r=g^2/\Phi,

so that the pair :math:`(w\nu,wb)` is one if and only if :math:`\psi(x)\le x^2\nu^2/2` for
:math:`|x|<1/b` and :math:`r\le\rho=C^2/\Phi`; nu and b are in units of Phi.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dptheory.bounds.second_moment import step_nu
from verify.language import agrees, claim, lemma, says
from verify.language.formulas import Formula, expectation, external, index, number, total
from verify.language.symbols import between, law, natural, nonnegative, notation, positive, real
from verify.methods.derivation.links import Link
from verify.methods.derive import (
    Derive,
    add,
    cases,
    chain,
    expect,
    having,
    multiply,
    shown,
    substitute,
)

POWER_UNIT = "gradient^2"
V = notation(
    t=natural("t", search=(1, 12)),
    beta1=between(0, 1, r"\beta_1", unit="1", ends="[)"),
    Phi=positive(r"\Phi", unit=POWER_UNIT, search=(0.01, 4)),
    floor=positive(r"\gamma'", unit=POWER_UNIT, search=(0.01, 4)),
    S=real(r"\hat{v}-\Phi", unit=POWER_UNIT, search=(-4, 4)),
    noise=real(r"\hat{m}-\hat{m}^c", unit="gradient", search=(-2, 2)),
    P=law("P", unit="gradient", dimension=2),
    k=positive("k", unit="gradient", search=(0.01, 4)),
    # Of a step.
    b=between(2, math.inf, "b", unit="1", ends="()", search=(2.01, 40)),
    x=real("x", unit="1", search=(-0.5, 0.49)),
    r=nonnegative("r", unit="1", search=(0, 10)),
    y=between(0, 1, "y", unit="1", ends="[)"),
    rho=nonnegative(r"\rho", unit="1", search=(0, 10)),
    u=positive("u", unit="1"),
    v=positive("v", unit="1"),
)
TAU = index("tau")
SHARE = (1 - V.beta1) / (1 - V.beta1**V.t)
WEIGHTS = SHARE**2 * total(TAU, 1, V.t, (V.beta1**2) ** (V.t - TAU))
VARIANCE = (1 - V.beta1) * (1 + V.beta1**V.t) / ((1 + V.beta1) * (1 - V.beta1**V.t))
OWN = V.Phi * VARIANCE

E = index("e")
SIZE = E[1] ** 2
SECOND = V.S + V.k * E[2]
# Whatever the second moment less Phi is: here S.
ALWAYS = says(V.noise**2 / V.S.maximum(V.floor) <= V.noise**2 / V.floor)
PART, MOST = SIZE / SECOND.maximum(V.floor), SIZE / V.floor
POWER = expectation(V.P, E, SIZE)
IN_THE_MEAN = says(
    expectation(V.P, E, PART) <= POWER / V.floor,
    by=Derive(expect(V.P, E, substitute(ALWAYS, {"noise": E[1], "S": SECOND}))),
)
FLOOR = claim(
    "dptheory/adam-noise-floor",
    "docs/adam.md, A floor from the noise alone",
    "The noise's part of an update of bias-corrected Adam",
).says(
    {"the noise's variance": says(V.Phi * WEIGHTS == OWN), "in the mean": IN_THE_MEAN},
    notes=(
        # The floor falls from Phi to Phi (1 - beta)/(1 + beta).
        says(OWN <= V.Phi),
        says(OWN >= V.Phi * (1 - V.beta1) / (1 + V.beta1)),
    ),
)


def cumulant(x: Formula, r: Formula) -> Formula:
    """psi."""
    return -x - (1 - 2 * x).log() / 2 + 2 * r * x**2 / (1 - 2 * x)


SQUARE = -2 * V.b - V.b**2 * (1 - 2 / V.b).log() + 4 * V.rho * V.b / (V.b - 2)
BOUND = V.x**2 * SQUARE / 2
NOISE_PART = V.x**2 * (-2 * V.b - V.b**2 * (1 - 2 / V.b).log()) / 2
LOGARITHM = lemma("dptheory/logarithm-to-second-order", V.y + V.y**2 / 2 <= -(1 - V.y).log())
ABOVE = lemma(
    "dptheory/logarithm-from-above", -(1 - V.y).log() <= V.y + V.y**2 / (2 * (1 - V.y) ** 2)
)
TANGENTS = lemma("dptheory/logarithm-by-tangents", -2 * (1 - V.y).log() <= V.y + V.y / (1 - V.y))
LEFT = lemma(
    "dptheory/cumulant-to-the-left", -V.x - (1 - 2 * V.x).log() / 2 <= V.x**2, given=[V.x <= 0]
)
QUOTIENT = lemma("dptheory/logarithm-of-a-quotient", (V.u / V.v).log() == V.u.log() - V.v.log())
# For x >= 0, with s = xb and 1 - 2/b = (1 - 2x)(1 - q): above at 2x, in two ways, weighed by 1 - s
# and s, and from below at q.
INVERSE, REST, S = 2 / V.b, 1 - 2 * V.x, V.x * V.b
Q = INVERSE * (1 - S) / REST
PURE = -V.x - REST.log() / 2
OWN_PART = -(S**2) * REST.log() / 2
MORE = OWN_PART - V.x**2 * V.b


def same(formula: Formula) -> Link:
    """A formula that an addition carries along."""
    return shown(formula == formula)


BEFORE = chain(
    substitute(LEFT, {"x": V.x}),
    shown(V.x**2 <= S**2 / 2 * (INVERSE + INVERSE**2 / 2) - V.x**2 * V.b),
    add(multiply(substitute(LOGARITHM, {"y": INVERSE}), S**2 / 2), same(-(V.x**2) * V.b)),
)
BY_S = ((1 - S) ** 2 / 2, (1 - S) * S / 2)
AT_2X = [substitute(one, {"y": 2 * V.x}) for one in (ABOVE, TANGENTS)]
AFTER = chain(
    shown(PURE == -V.x + BY_S[0] * -REST.log() + BY_S[1] * (-2 * REST.log()) + OWN_PART),
    add(
        same(-V.x),
        *(multiply(one, weight) for one, weight in zip(AT_2X, BY_S, strict=True)),
        same(OWN_PART),
    ),
    shown(
        -V.x
        + BY_S[0] * (2 * V.x + (2 * V.x) ** 2 / (2 * REST**2))
        + BY_S[1] * (2 * V.x + 2 * V.x / REST)
        + OWN_PART
        == S**2 / 2 * (Q + Q**2 / 2) + MORE
    ),
    add(multiply(substitute(LOGARITHM, {"y": Q}), S**2 / 2), same(MORE)),
    shown(S**2 / 2 * -(1 - Q).log() + MORE == -(S**2) / 2 * ((1 - INVERSE) / REST).log() + MORE),
    add(multiply(substitute(QUOTIENT, {"u": 1 - INVERSE, "v": REST}), -(S**2) / 2), same(MORE)),
)
ENOUGH = says(
    cumulant(V.x, V.r) <= BOUND,
    given=[abs(V.x) * V.b <= 1, V.r <= V.rho],
    by=Derive(
        add(
            having([shown(0 < REST)], cases(V.x < 0, BEFORE, AFTER, PURE <= NOISE_PART)),
            shown(2 * V.r * V.x**2 / (1 - 2 * V.x) <= V.x**2 * (4 * V.rho * V.b / (V.b - 2)) / 2),
        )
    ),
)
LEAST = says(cumulant(1 / V.b, V.rho) == SQUARE / V.b**2 / 2)

NEVER_BELOW = says(
    SQUARE >= 2 + 4 * V.rho,
    by=Derive(
        add(
            multiply(substitute(LOGARITHM, {"y": INVERSE}), V.b**2),
            shown(-2 * V.b + 4 * V.rho <= -2 * V.b + 4 * V.rho * V.b / (V.b - 2)),
        )
    ),
)


@lru_cache
def _nodes() -> tuple[Any, Any]:
    x, weight = np.polynomial.hermite_e.hermegauss(80)
    return x, weight / weight.sum()


def by_quadrature(x: Any, r: Any) -> float:
    """The logarithm of the moment generating function, by numerical integration."""
    u, weight = _nodes()
    x, r = float(x), float(r)
    spread = math.sqrt(1 - 2 * x)
    # The integrand over the density at z = u/spread.
    values = np.exp(2 * x * math.sqrt(r) * u / spread)
    return float(math.log(weight @ values) - math.log(spread) - x)


STEP_PAIR = (
    claim(
        "dptheory/adam-step-pair",
        "dptheory.bounds.second_moment",
        r"The smallest $\nu$ of one step of the second moment",
    )
    .says(
        {
            "it is enough": ENOUGH,
            "and needed, at the end of the range": LEAST,
            "at b = 4": says(SQUARE == 16 * number(2).log() - 8 + 8 * V.rho, given=[V.b == 4]),
            "never below the variance": NEVER_BELOW,
        },
        notes=(
            agrees(SQUARE.sqrt() == V.of(lambda b, rho: step_nu(b, rho))),
            agrees(
                cumulant(V.x, V.r) == external("by quadrature", by_quadrature, V.x, V.r),
                # Nearer to 0 the logarithms of the quadrature cancel.
                given=[4 * abs(V.x) <= 1, 1000 * abs(V.x) >= 1, V.r <= 4],
            ),
        ),
    )
    .rejects(
        "half of what the gradient adds",
        part="it is enough",
        right=BOUND - V.x**2 * V.rho * V.b / (V.b - 2),
        by=None,
    )
    .rejects("beyond 1/b", part="it is enough", given=[abs(V.x) <= V.b, 2 * V.x < 1], by=None)
)
