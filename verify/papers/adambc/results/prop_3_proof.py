r"""Appendix C, proof of Proposition 3: the constants, and the bound for the noise alone.

Additivity takes the root of the sum of the squares of Lemma 1's :math:`\nu`, and the largest b.
"""

import math
from fractions import Fraction as F
from functools import cache

from verify.language import Formula, claim, external, instance, lemma, says, symbols, total
from verify.methods.derive import Derive
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.formulas.concentration import V
from verify.papers.adambc.formulas.printed_c import LEVELS, SMALL, SNLI, STEPS
from verify.papers.adambc.laboratory import deviations
from verify.papers.adambc.laboratory.tail import enclosed_noise_tail, noise_tail
from verify.papers.adambc.lemmas.chernoff import (
    CUMULANTS,
    NOISY,
    bounded,
    sub_gamma_tail,
    tail_of_fixed,
)
from verify.papers.adambc.lemmas.noncentral import CENTRAL
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import EXPERIMENTS, WITH_PHI

TERM = V.beta2 ** (V.t - tau) * c.NOISE  # a of the term of a step

STATEMENT = says(total(tau, 1, V.t, (2 * TERM) ** 2) == c.NU_STATEMENT**2, given=[NOISY], over=V)
PROOF = STATEMENT.but(right=c.NU_PROOF**2)
# In units of Phi, with S the sum of the squared weights and l = ln(2/alpha).
RATIO = V.extended(
    s=symbols.positive("S", unit="1", search=(0.1, 500)),
    l=symbols.positive(r"\ell", unit="1", search=(0.1, 500)),
)
NEEDED = 2 * (F(9, 2) * RATIO.s * RATIO.l).sqrt() + 2 * RATIO.l
FIRST_NEEDS = lemma(
    "adambc/first-case-small-gradients",
    NEEDED <= 4 * (2 * RATIO.s * RATIO.l).sqrt(),
    given=[2 * RATIO.l <= RATIO.s],
)
FIXED = tail_of_fixed(V, "P[difference >= xi]")
ENOUGH = (
    "By the lemmas the threshold is at least what half the variance, at most 9/2 S "
    f"Phi^2, and the largest weight ask for. {CUMULANTS}"
)
SMALL_GRADIENTS = says(
    FIXED <= V.alpha,
    over=c.V,
    given=[
        NOISY,
        c.border(c.NU_STATEMENT) >= c.PLACE,
        V.xi >= c.gaussian(c.NU_STATEMENT),
        c.weighted(V.g[tau] ** 2) <= F(7, 4) * c.NOISE * c.SQUARES,
    ],
    by=sub_gamma_tail(FIXED, ENOUGH, FIRST_NEEDS),
    at=instance("t=10 sigma=1/1 C=1/1 B=1 beta2=999/1000 alpha=1/10 xi=31/10")
    | {"g": (F(1),) * 10},
)

NU_CLAIM = claim(
    "adambc/prop-3-nu",
    "§4, Prop 3",
    "the constant of the statement",
    STATEMENT,
    repaired=PROOF,
    elsewhere=("the proof of Prop 3", PROOF),
    settings=EXPERIMENTS,
    # The larger constant doubles the threshold. It is enough for gradients with a weighted mean
    # square of at most 7/4 Phi, for small thresholds.
    notes=(says(c.gaussian(c.NU_STATEMENT) == 2 * c.gaussian(c.NU_PROOF)), SMALL_GRADIENTS),
)

V_J = V.extended(j=symbols.natural("j", least=0, search=(0, 12)))
PROOF_CLAIM = claim(
    "adambc/prop-3-proof-nu",
    "App C, proof of Prop 3",
    "the constants of the proof",
    {"nu": PROOF, "b": says(4 * V.beta2**V_J.j * c.NOISE <= c.WIDTH)},
    settings=EXPERIMENTS,
).rejects("nu of the statement", STATEMENT)

# The noise alone, of variance Phi.
PHI = c.V.extended(
    t=c.V.t.within(search=(1, 60)), Phi=c.V.Phi.within("(0, inf)", search=(0.001, 4))
)
TAIL = external(
    "P[|Z_t - Phi| >= xi]", noise_tail, V.t, PHI.Phi, V.beta2, V.xi, balls=enclosed_noise_tail
)
NU, B = 2 * PHI.Phi * c.SQUARES.sqrt(), 4 * PHI.Phi


def by_exponent(exponent: Formula, threshold: Formula) -> Derive:
    """The tail is at most 2 exp(-exponent), and this at most alpha from the threshold on."""
    large = says(exponent >= c.LOGARITHM, given=[V.xi >= threshold])
    return bounded(TAIL, exponent, large, CENTRAL)


IN_THE_TABLES = [
    {"Phi": F(1), "beta2": F(999, 1000), "t": t, "alpha": F(9, 10), "xi": xi}
    for t, xi in ((10, F(81, 100)), (100, F(26, 100)))
]

TABLES = V.extended(t=V.t.within(STEPS), alpha=V.alpha.within(LEVELS))


def least_threshold(alpha: F, t: int) -> float:
    """The least of the two cases, in the setting of the tables."""
    beta2, phi = float(SNLI["beta2"]), float(SNLI["sigma"] * SMALL / SNLI["B"]) ** 2
    factor = (1 - beta2) / (1 - beta2**t)
    squares, exponent = (1 - beta2 ** (2 * t)) / (1 - beta2**2), math.log(2 / alpha)
    # In the place of xi: nu sqrt(2 l), the border nu^2/b = S Phi, and 2 b l.
    first, second = phi * math.sqrt(8 * squares * exponent), 8 * phi * exponent
    place = first if first <= squares * phi else max(squares * phi, second)
    return factor * place


@cache
def over_quantile(alpha: F, t: int) -> float:
    """The least threshold over the exact one of the noise alone, two-sided."""
    spread = SNLI["sigma"] * SMALL
    exact = deviations.two_sided(alpha, t, spread, SNLI["B"], SNLI["B"], SNLI["beta2"])
    return least_threshold(alpha, t) / exact


# In the setting of the tables, with C = 0.1.
ACCURATE = says(
    external("least threshold over exact threshold", over_quantile, V.alpha, V.t) <= 4, over=TABLES
)
NOISE_CLAIM = (
    claim(
        "adambc/prop-3-noise-only",
        "App C, proof of Prop 3",
        "the bound for the noise alone",
        {
            "small thresholds": says(
                TAIL <= V.alpha,
                given=[c.border(NU, B) >= c.PLACE, V.xi >= c.gaussian(NU)],
                by=by_exponent(c.PLACE**2 / (2 * NU**2), c.gaussian(NU)),
                at=IN_THE_TABLES,
            ),
            "large thresholds": says(
                TAIL <= V.alpha,
                given=[c.border(NU, B) <= c.PLACE, V.xi >= c.exponential(B)],
                by=by_exponent(c.PLACE / (2 * B), c.exponential(B)),
            ),
            "accurate: within a factor of 4": ACCURATE,
        },
        settings=WITH_PHI,
    )
    .rejects("accurate to 5 per cent", part="accurate: within a factor of 4", right=F(21, 20))
    .rejects(
        "a tenth of the threshold",
        part="small thresholds",
        given=[c.border(NU, B) >= c.PLACE, 10 * V.xi >= c.gaussian(NU)],
        at=IN_THE_TABLES[1] | instance("alpha=1/10 xi=6/100"),
    )
)

CLAIMS = (NU_CLAIM, PROOF_CLAIM, NOISE_CLAIM)
