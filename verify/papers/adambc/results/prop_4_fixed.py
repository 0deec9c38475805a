r"""Appendix C, Proposition 4 for gradients that are fixed.

The printed :math:`\nu` is that of the linear part at :math:`|\bar g|=C` plus that of the square.
The moment generating function near 1/b asks for more, so that the bound fails for small alpha; the
levels of Table 4 are far from there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import Draft, Notation, claim, external, instance, says
from verify.language.symbols import Box, of_kind
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.formulas.printed_c import LEVELS, SNLI, STEPS
from verify.papers.adambc.laboratory.tail import tail, tenths_tail
from verify.papers.adambc.lemmas import chernoff
from verify.papers.adambc.lemmas.chernoff import AT_THE_NORM, NOISY, SubGamma
from verify.papers.adambc.notation import GRADIENT, Clipped
from verify.papers.adambc.settings import SNLI as SETTING
from verify.papers.adambc.settings import TABLES


@dataclass(frozen=True)
class Tenths:
    """Ten numbers of absolute value at most C."""

    needs: tuple[str, ...] = ("C",)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return Clipped().draw(rng, {"t": 10, "C": point["C"]}, box)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return Clipped().corners({"t": 10, "C": point["C"]})

    def contains(self, value: Any, point: Point) -> bool:
        return Clipped().contains(value, {"t": 10, "C": point["C"]})

    def words(self) -> str:
        return "ten numbers in [-C, C], the gradients of a tenth of the steps each"

    def latex(self, letter: str) -> str:
        """The numbers with their set; each is the gradient of a tenth of the steps."""
        return rf"${letter}_1,\dots,{letter}_{{10}}\in[-C,C]$ (each the gradient of $t/10$ steps)"


# The entries of Table 4: sigma, B and beta_2 of the setting, any C.
AT_TABLE = {name: SNLI[name] for name in ("sigma", "B", "beta2")}
LEVEL = c.at(c.gaussian(c.NU_4), AT_TABLE)
W = chernoff.V.extended(t=chernoff.V.t.within(STEPS[:3]), alpha=chernoff.V.alpha.within(LEVELS))
X = chernoff.V.extended(
    t=chernoff.V.t.within(STEPS),
    alpha=chernoff.V.alpha.within(LEVELS),
    g=of_kind(Tenths(), r"\bar{g}", unit=GRADIENT),
)

# The largest gradients, at two levels of the table, rounded up.
AT_NORM = {"C": F(1, 10), "alpha": F(1, 10), "g": (F(1, 10),) * 10}
LEVELS_MET = (
    AT_NORM | {"t": 10, "xi": F(2424, 10**8)},
    AT_NORM | {"t": 10000, "xi": F(1715, 10**9)},
)


def at_levels(
    v: Notation, look: Sequence[Mapping[str, Any]], function: Callable[..., float], *arguments: Any
) -> Draft:
    """The tail is at most alpha from the level of Table 4 on."""
    others = (*arguments, SNLI["sigma"], v.C, SNLI["B"], SNLI["beta2"], v.xi)
    far = external("P[|v - E v| >= xi]", function, v.g, *others)
    return says(
        far <= v.alpha,
        given=[v.xi >= LEVEL],
        over=v,
        by=SubGamma([v.xi >= LEVEL], values=AT_TABLE).bounds(far),
        at=look,
    )


ANY_SEQUENCE = at_levels(W, LEVELS_MET[:1], tail)
LONG_SEQUENCE = at_levels(X, LEVELS_MET, tenths_tail, X.t)
DETERMINISTIC = (
    claim(
        "adambc/prop-4-deterministic-sequence",
        "App C, Prop 4",
        "Proposition 4 for fixed gradients at the levels of Table 4, for $t=10000$ in ten pieces",
    )
    .says(
        {"t <= 1000": ANY_SEQUENCE, "t <= 10000, a gradient for each tenth": LONG_SEQUENCE},
        ours=True,
        # l <= 3 S/2 for every entry.
        notes=(says(2 * c.LOGARITHM <= 3 * c.at(c.SQUARES, AT_TABLE), over=X),),
    )
    .rejects(
        "half the threshold",
        part="t <= 10000, a gradient for each tenth",
        given=[2 * X.xi >= LEVEL],
        at=LEVELS_MET[1] | {"xi": F(86, 10**8)},
    )
)

# Every alpha.
V = chernoff.V.extended(t=chernoff.V.t.within(search=(1, 2)))
TAIL = chernoff.tail_of_fixed(V, V.g, "P[|v - E v| >= xi]")
# One step at |g| = C, in the paper's setting and at B = 20 sigma.
SNLI_STEP = instance("t=1 g=(1/10,) xi=28210/40960000") | {"alpha": F(15, 10**106)}
TEN_STEPS = {"t": 10, "g": (F(1, 10),) * 10, "alpha": F(1, 20), "xi": F(269, 10**7)}
STEP = instance("t=1 sigma=1/1 C=1/1 B=20 beta2=1/2 g=(1/1,)")
NEAR = says(
    TAIL <= V.alpha,
    given=[NOISY, c.border(c.NU_4) >= c.PLACE, V.xi >= c.gaussian(c.NU_4)],
    at=[{**SETTING.values, **SNLI_STEP}, {**STEP, "alpha": F(6, 10**18), "xi": F(189, 200)}],
)
FAR = says(
    TAIL <= V.alpha,
    given=[NOISY, c.border(c.NU_4) <= c.PLACE, V.xi >= c.exponential()],
    # Beyond the border: there with B = 12 sigma.
    at=STEP | {"B": 12, "alpha": F(134, 10**11), "xi": F(169, 144)},
)
AT_NORM_KNOWN = [NOISY, V.xi >= AT_THE_NORM]
MODERATE = [
    *(NOISY, c.border(c.NU_4) >= c.PLACE, V.xi >= c.gaussian(c.NU_4)),
    *(4 * V.sigma <= V.B, 2 * c.LOGARITHM <= 3 * c.SQUARES),
]
ALL_ALPHA = claim(
    "adambc/prop-4-all-alpha",
    "App C, Prop 4",
    r"Proposition 4 for fixed gradients, for every $\alpha$",
).says(
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={
        "small thresholds": NEAR.but(
            given=[c.border(c.NU_4) >= c.PLACE, *AT_NORM_KNOWN],
            by=SubGamma(AT_NORM_KNOWN).bounds(TAIL),
            at={**SETTING.values, **TEN_STEPS},
        ),
        "large thresholds": FAR.but(
            given=[c.border(c.NU_4) <= c.PLACE, *AT_NORM_KNOWN],
            by=SubGamma(AT_NORM_KNOWN).bounds(TAIL),
            at=(),
        ),
    },
    ours=True,
    # As printed where l <= 3 S/2.
    notes=(NEAR.but(given=MODERATE, by=SubGamma(MODERATE, small=True).bounds(TAIL), at=()),),
    settings=TABLES,
)
