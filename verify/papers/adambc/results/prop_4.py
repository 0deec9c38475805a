r"""Appendix C, Proposition 4: the parameters react to the noise.

The tested processes take one sequence of gradients after :math:`z_1<0` and another one after
:math:`z_1>0`, both with :math:`\bar g_1=0`. Their clean second moment is random, and the mean of
the private one is no centre for it; the proof bounds the deviation from the clean one plus
:math:`\Phi`.
"""

from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import between, claim, external, instance, of_kind, real, says
from verify.language.symbols import Box
from verify.methods.derive import Derive, add, shown, substitute
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.laboratory.tail import enclosed_reacting, reacting
from verify.papers.adambc.lemmas import chernoff
from verify.papers.adambc.lemmas.chernoff import AT_THE_NORM, NOISY, SubGamma
from verify.papers.adambc.lemmas.noncentral import CENTRAL, LEAST, central
from verify.papers.adambc.notation import GRADIENT, Clipped
from verify.papers.adambc.settings import EXPERIMENTS, SNLI, TABLES


@dataclass(frozen=True)
class Late(Clipped):
    """Numbers of absolute value at most C, of which the first is 0."""

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return (F(0), *super().draw(rng, point, box)[1:])

    def corners(self, point: Point) -> tuple[Any, ...]:
        return tuple((F(0), *values[1:]) for values in super().corners(point))

    def contains(self, value: Any, point: Point) -> bool:
        return super().contains(value, point) and value[0] == 0

    def words(self) -> str:
        return "sequence of length t in [-C, C] that begins with 0"

    def latex(self, letter: str) -> str:
        return f"{super().latex(letter)[:-1]}, {letter}_1=0$"


V = chernoff.V.extended(
    g=of_kind(Late(), r"\bar{g}^-", unit=GRADIENT), h=of_kind(Late(), r"\bar{g}^+", unit=GRADIENT)
)
PROCESS = (V.g, V.h, V.sigma, V.C, V.B, V.beta2, V.xi)
DEVIATION = external(
    "P[|v - E v| >= xi]",
    reacting(own=False),
    *PROCESS,
    balls=enclosed_reacting(own=False),
    means=r"the probability that :math:`\hat v_t^p` is xi or more from its mean over runs, whose "
    r"clean gradients are :math:`\bar g^-` if the first noise is negative, else :math:`\bar g^+`",
)
OWN = external(
    "P[|v - v^c - Phi| >= xi]",
    reacting(own=True),
    *PROCESS,
    balls=enclosed_reacting(own=True),
    means=r"the probability that :math:`\hat v_t^p` is xi or more from that of the run's own clean "
    r"gradients plus :math:`(\sigma C/B)^2`",
)
# Gradients of size C after a positive first noise, none after a negative one.
ALL = {"t": 10, "g": (F(0),) * 10, "h": (F(0), *(F(1, 10),) * 9)}
LEAST_XI = {"alpha": F(1, 20), "xi": F(27, 10**6)}
FEW = instance("t=2 sigma=1/1 C=1/1 B=10 beta2=1/10") | {"g": (F(0),) * 2}
NEAR = says(
    DEVIATION <= V.alpha,
    given=[NOISY, c.border(c.NU_4) >= c.PLACE, V.xi >= c.gaussian(c.NU_4)],
    at={**SNLI.values, **ALL, **LEAST_XI},
)
FAR = says(
    DEVIATION <= V.alpha,
    given=[NOISY, c.border(c.NU_4) <= c.PLACE, V.xi >= c.exponential()],
    at=FEW | {"h": (F(0), F(1)), "alpha": F(2, 10**7), "xi": F(119, 100)},
)
AT_NORM_KNOWN = [NOISY, V.xi >= AT_THE_NORM]
PROP_4 = c.quoting_both_cases(
    claim(
        "adambc/prop-4",
        "§4, Prop 4; App C",
        "Concentration where the parameters react to the noise",
    ).says(
        {"small thresholds": NEAR, "large thresholds": FAR},
        # One threshold for both cases.
        instead={
            "small thresholds": NEAR.but(
                left=OWN,
                given=AT_NORM_KNOWN,
                by=SubGamma(AT_NORM_KNOWN).bounds(OWN),
                at={**SNLI.values, **ALL, **LEAST_XI},
            )
        },
        settings=TABLES,
    ),
    r"P[|\hat v_t^p-E[\hat v_t^p]|_i\ge\xi]",
    DEVIATION,
    c.NU_4,
).quoting(
    r"\nu=2\sqrt{\frac{1-\beta_2^{2t}}{1-\beta_2^2}}(\frac{\sigma^2C^2}{B^2}+\frac{"
    r"\sigma C^2}B)",
    part="small thresholds",
)

# D_k: the weight is beta_2^(t - k), the gradient h.
U = chernoff.V.extended(
    w=between(0, 1, r"\beta_2^{t-k}", unit="1"), h=real(r"\bar{g}_k", unit=GRADIENT, search=(-2, 2))
)
ARGUMENT = U.lam * U.w * c.NOISE
CROSS = 2 * U.lam**2 * U.w**2 * c.NOISE * U.h**2 / (1 - 2 * ARGUMENT)
NU_K = 2 * U.w * c.NOISE + 2 * U.w * U.sigma * U.C**2 / U.B
HALVES = (LEAST / 2 * ARGUMENT**2, 4 * U.lam**2 * U.w**2 * c.NOISE * U.C**2)
DIFFERENCE = (
    claim(
        "adambc/prop-4-difference",
        "App C, proof of Prop 4",
        "The difference of a step is sub-exponential",
    )
    .says(
        says(
            (central(ARGUMENT) + CROSS) <= U.lam**2 * NU_K**2 / 2,
            given=[abs(U.lam) * (4 * U.w * c.NOISE) < 1, abs(U.h) <= U.C],
            at={**SNLI.values, "w": F(1), "h": F(1, 10), "lam": F(9 * 10**6)},
        ),
        settings=EXPERIMENTS,
    )
    .quoting(
        r"\nu_{1k}=2\beta_2^{t-k}\sigma^2C^2/B^2",
        reading="It stands in the tested bound, the right side.",
    )
    .quoting(r"\nu_{2k}=2\beta_2^{t-k}\sigma C^2/B")
    .quoting(r"\nu_k=\nu_{1k}+\nu_{2k}", reading="It stands in the tested bound, the right side.")
    .quoting(
        r"b_k=4\beta_2^{t-k}\sigma^2C^2/B^2",
        reading="Its inverse is the end of the tested range of the argument.",
    )
    .quoting(
        r"D_k=Y_k-Y_{k-1}=\beta_2^{t-k}(z_k^2+2\bar g_kz_k-V(Z_k))",
        reading="Tested is the bound of the logarithm of its moment generating function.",
    )
    .repaired(
        right=U.lam**2 * (U.w**2 * (LEAST * c.NOISE**2 + 8 * c.NOISE * U.C**2)) / 2,
        by=Derive(add(substitute(CENTRAL, {"u": ARGUMENT}), shown(HALVES[1] >= CROSS))),
        at=(),
    )
)
