"""The means gamma and beta lie in (0, 1) where there is smoothing and more than one dimension."""

from typing import Any

from verify.formula.expression import lift, total
from verify.language.claim import Lemma
from verify.language.says import at_least, at_most, equal, less
from verify.methods.derive import (
    Derive,
    add,
    chain,
    monotone,
    multiply,
    shown,
    substitute,
    sum_over,
)
from verify.papers.lssgd.formulas.smoothing import (
    INDEX,
    V,
    angle,
    at_angle,
    beta,
    eigenvalue,
    gamma,
)

SMOOTHING = [V.sigma > 0, V.d >= 2]


def on_average(*links: Any) -> Any:
    """A comparison for every eigenvalue, added up and divided by d."""
    return multiply(sum_over(INDEX, 1, V.d, chain(*links)), lift(1) / V.d)


COSINE = Lemma(id="lssgd/cosine-below-one", says=less(V, V.angle.cos(), 1))
EVERY_TERM = Lemma(id="lssgd/eigenvalue-from-one", says=at_most(V, 1 / at_angle(V.theta), 1))
FIRST_APART = Lemma(
    id="lssgd/first-term-apart",
    says=equal(
        V,
        total(INDEX, 1, V.N, 1 / eigenvalue()),
        1 / eigenvalue(1) + total(INDEX, 2, V.N, 1 / eigenvalue()),
    ),
)
FIRST = Lemma(
    id="lssgd/first-term-below-one",
    says=less(
        V,
        1 / eigenvalue(1),
        1,
        where=SMOOTHING,
        by=Derive(
            monotone(
                "reciprocal",
                add(
                    shown((1 + 2 * V.sigma).equals(1 + 2 * V.sigma)),
                    monotone(
                        "negative",
                        multiply(substitute(COSINE.says, {"angle": angle(1)}), 2 * V.sigma),
                    ),
                ),
            )
        ),
    ),
)
GAMMA_BELOW = less(
    V,
    gamma(),
    1,
    by=Derive(
        multiply(
            chain(
                substitute(FIRST_APART.says, {"N": V.d}),
                add(
                    substitute(FIRST.says, {}),
                    sum_over(INDEX, 2, V.d, substitute(EVERY_TERM.says, {"theta": angle(INDEX)})),
                ),
            ),
            lift(1) / V.d,
        )
    ),
)
BELOW_GAMMA = Lemma(
    id="lssgd/beta-below-gamma",
    says=at_most(
        V, beta(), gamma(), by=Derive(on_average(shown(1 / eigenvalue() ** 2 <= 1 / eigenvalue())))
    ),
)
GAMMA = Lemma(id="lssgd/gamma-below-one", says=GAMMA_BELOW.but(where=SMOOTHING))
BETA_BELOW = less(
    V,
    beta(),
    1,
    by=Derive(chain(substitute(BELOW_GAMMA.says, {}), substitute(GAMMA.says, {}))),
)


LEAST_BETA = Lemma(
    id="lssgd/least-beta",
    says=at_least(
        V,
        beta(),
        1 / (1 + 4 * V.sigma) ** 2,
        by=Derive(on_average(shown(1 / (1 + 4 * V.sigma) ** 2 <= 1 / eigenvalue() ** 2))),
    ),
)
BETA_POSITIVE = less(
    V,
    0,
    beta(),
    by=Derive(chain(shown(lift(0) < 1 / (1 + 4 * V.sigma) ** 2), substitute(LEAST_BETA.says, {}))),
)
GAMMA_POSITIVE = less(
    V,
    0,
    gamma(),
    by=Derive(chain(substitute(BETA_POSITIVE, {}), substitute(BELOW_GAMMA.says, {}))),
)
