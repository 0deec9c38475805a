r"""A floor :math:`\gamma'` for bias-corrected Adam that the noise alone gives.

Above :math:`\gamma'=\Phi r_t`, with the variance :math:`r_t` of Adam's normalised average of unit
noise, the noise's part of an update is at most 1 in mean square, whatever the gradients are and
however the second moment depends on the noise: in the mean, the pair e is that of the noise's part
:math:`e_1` of the first moment and of any change :math:`ke_2` of the second moment, for instance
that of gradients which answer to the noise. The law is any bounded one; Gaussian noise is a limit
of these, in which both sides are continuous. The floor is that of
:func:`dptheory.optimizers.floor.noise_floor`.
"""

from verify.language import claim, says
from verify.language.formulas import expectation, index, total
from verify.language.symbols import between, law, natural, notation, positive, real
from verify.methods.derive import Derive, expect, substitute

SQUARE = "gradient^2"
V = notation(
    t=natural("t", search=(1, 12)),
    beta1=between(0, 1, r"\beta_1", unit="1", ends="[)"),
    Phi=positive(r"\Phi", unit=SQUARE, search=(0.01, 4)),
    floor=positive(r"\gamma'", unit=SQUARE, search=(0.01, 4)),
    S=real(r"\hat{v}-\Phi", unit=SQUARE, search=(-4, 4)),
    noise=real(r"\hat{m}-\hat{m}^c", unit="gradient", search=(-2, 2)),
    P=law("P", unit="gradient", dimension=2),
    k=positive("k", unit="gradient", search=(0.01, 4)),
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
    "docs/adam.md",
    "the noise's part of an update of bias-corrected Adam",
).says(
    {"the noise's variance": says(V.Phi * WEIGHTS == OWN), "in the mean": IN_THE_MEAN},
    notes=(
        # The floor falls from Phi to Phi (1 - beta)/(1 + beta).
        says(OWN <= V.Phi),
        says(OWN >= V.Phi * (1 - V.beta1) / (1 + V.beta1)),
    ),
)
