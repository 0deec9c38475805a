"""The means gamma and beta lie in (0, 1) where there is smoothing and more than one dimension."""

from typing import Any

from verify.language import lemma, number, says, total
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, add, chain, monotone, multiply, shown, substitute
from verify.papers.lssgd.formulas.smoothing import V, angle, at_angle, beta, eigenvalue, gamma
from verify.papers.lssgd.notation import i

SMOOTHING = [V.sigma > 0, V.d >= 2]


def on_average(*links: Any) -> Any:
    """A comparison for every eigenvalue, added up and divided by d."""
    return multiply(sum_over(i, 1, V.d, chain(*links)), number(1) / V.d)


COSINE = lemma("lssgd/cosine-below-one", V.angle.cos() < 1)
EVERY_TERM = lemma("lssgd/eigenvalue-from-one", 1 / at_angle(V.theta) <= 1)
FIRST_APART = lemma(
    "lssgd/first-term-apart",
    total(i, 1, V.N, 1 / eigenvalue()) == 1 / eigenvalue(1) + total(i, 2, V.N, 1 / eigenvalue()),
)
FIRST_TERM = lemma(
    "lssgd/first-term-below-one",
    1 / eigenvalue(1) < 1,
    given=SMOOTHING,
    by=Derive(
        monotone(
            "reciprocal",
            add(
                shown(1 + 2 * V.sigma == 1 + 2 * V.sigma),
                monotone(
                    "negative", multiply(substitute(COSINE, {"angle": angle(1)}), 2 * V.sigma)
                ),
            ),
        )
    ),
)
GAMMA_BELOW = says(
    gamma() < 1,
    by=Derive(
        multiply(
            chain(
                substitute(FIRST_APART, {"N": V.d}),
                add(
                    substitute(FIRST_TERM, {}),
                    sum_over(i, 2, V.d, substitute(EVERY_TERM, {"theta": angle(i)})),
                ),
            ),
            number(1) / V.d,
        )
    ),
)
BELOW_GAMMA = lemma(
    "lssgd/beta-below-gamma",
    beta() <= gamma(),
    by=Derive(on_average(shown(1 / eigenvalue() ** 2 <= 1 / eigenvalue()))),
)
GAMMA = lemma("lssgd/gamma-below-one", GAMMA_BELOW.but(given=SMOOTHING))
BETA_BELOW = says(beta() < 1, by=Derive(substitute(BELOW_GAMMA, {}), substitute(GAMMA, {})))

LEAST_BETA = lemma(
    "lssgd/least-beta",
    beta() >= 1 / (1 + 4 * V.sigma) ** 2,
    by=Derive(on_average(shown(1 / (1 + 4 * V.sigma) ** 2 <= 1 / eigenvalue() ** 2))),
)
BETA_POSITIVE = says(
    number(0) < beta(),
    by=Derive(shown(number(0) < 1 / (1 + 4 * V.sigma) ** 2), substitute(LEAST_BETA, {})),
)
GAMMA_POSITIVE = says(
    number(0) < gamma(), by=Derive(substitute(BETA_POSITIVE, {}), substitute(BELOW_GAMMA, {}))
)
