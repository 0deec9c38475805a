r"""Section 1: the factor by which the utility bound improves.

A squared distance splits over the eigenbasis of A: :math:`D_0=\sum_iq_i` and
:math:`D_\sigma=\sum_i\lambda_iq_i` with the squared coordinates :math:`q_i`.
"""

from fractions import Fraction

from verify.language import Draft, Formula, Setting, behaves, claim, number, put, says, table, total
from verify.language.symbols import Real, between, nonnegative, sequence
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, add, multiply, shown, substitute, sum_over
from verify.papers.lssgd.formulas.smoothing import OMEGA, eigenvalue, gamma
from verify.papers.lssgd.formulas.smoothing import V as FORMULAS
from verify.papers.lssgd.lemmas.inverse import prop_1
from verify.papers.lssgd.lemmas.ranges import GAMMA_BELOW, SMOOTHING
from verify.papers.lssgd.notation import i

V = FORMULAS.extended(
    q=sequence("d", "q", unit="length^2", entry=Real(Fraction(0))),
    one=nonnegative("q_i", unit="length^2", search=(0, 9)),
    share=between(0, 1, r"\gamma", unit="1", ends="(]"),
)
D_SIGMA = total(i, 1, V.d, eigenvalue() * V.q[i])
MOST = 1 + 4 * V.sigma
LEFT, RIGHT = gamma() * (D_SIGMA + V.G**2), total(i, 1, V.d, V.q[i]) + V.G**2
WHOLE = says(LEFT <= RIGHT, given=["d >= 3"])
# Without the distance, which is the small term.
WITHOUT = says(
    V.G**2 * gamma() < V.G**2,
    given=SMOOTHING,
    by=Derive(multiply(substitute(GAMMA_BELOW.but(given=SMOOTHING), {}), V.G**2)),
)


def summed(term: Draft) -> Derive:
    """A comparison of a coordinate, over all of them, with G^2 and times gamma."""
    return Derive(
        multiply(
            add(
                sum_over(i, 1, V.d, substitute(term, {"i": i, "one": V.q[i]})),
                shown(V.G**2 == V.G**2),
            ),
            gamma(),
        )
    )


BEST = says(gamma() * RIGHT <= LEFT, by=summed(says(V.one <= eigenvalue(V.i) * V.one)))
DIMENSION = 7850
SMOOTHINGS = (1, 2, 3)
CELLS = tuple(f"sigma = {sigma}" for sigma in SMOOTHINGS)


def best_gamma(sigma: int) -> Formula:
    """gamma in the experiments' dimension (Proposition 1)."""
    values = {"sigma": number(sigma), "d": number(DIMENSION)}
    return put(prop_1(OMEGA ** number(DIMENSION)), values)


def best_factor(sigma: int) -> Formula:
    """Its root, the factor of the bound without the distance."""
    return best_gamma(sigma).sqrt()


def ratio(cell: str, _: Context) -> Ratio:
    """The least factor for a smoothing."""
    from verify.formula.evaluate import value_at

    value = float(value_at(best_factor(int(cell[-1])).tree, {}))
    return Ratio(value=value, low=value, high=value, data_sets=None)


AT_4_1 = tuple(
    Setting(name=f"§4.1, sigma = {sigma}", values={"sigma": sigma}) for sigma in SMOOTHINGS
)
UTILITY = (
    claim(
        "lssgd/utility-factor",
        "§1.1, contributions; Remark 2",
        "Improvement of the convex bound, without the distance",
    )
    .says(
        {
            "better": WITHOUT,
            "much less than one, for a large smoothing": says(best_factor(2600) <= Fraction(1, 10)),
        },
        # For those of section 4.1.
        notes=(
            table(
                {
                    cell: (digits, best_factor(sigma))
                    for cell, sigma, digits in zip(
                        CELLS, SMOOTHINGS, ("0.669", "0.577", "0.527"), strict=True
                    )
                }
            ),
        ),
    )
    .rejects("a third", part="better", right=V.G**2 / 3)
)
NO_TERM_EXCLUDED = (
    claim(
        "lssgd/utility-factor-whole",
        "§1.1, contributions; Remark 2",
        "Improvement of the convex bound with all its terms, 'much less' being a tenth",
    )
    .says(
        {"better": WHOLE, "much less than one": behaves("much less", CELLS, ratio)},
        instead={
            "better": says(
                gamma() * (D_SIGMA + V.G**2)
                <= gamma() * (total(i, 1, V.d, MOST * V.q[i]) + V.G**2),
                by=summed(says(eigenvalue(V.i) * V.one <= MOST * V.one)),
            )
        },
        settings=AT_4_1,
        # gamma (1 + 4 sigma) is reached where the distance alternates along the coordinates.
        notes=(BEST, says(Fraction(36, 10) <= 13 * best_gamma(3))),
        ours=True,
    )
    .rejects("better by half", BEST.but(right=LEFT / 2))
)
