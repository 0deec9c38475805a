r"""Section 1: the factor by which the utility bound improves.

A squared distance splits over the eigenbasis of A: :math:`D_0=\sum_iq_i` and
:math:`D_\sigma=\sum_i\lambda_iq_i` with the squared coordinates :math:`q_i`.
"""

from fractions import Fraction

from verify.language import Draft, Formula, Setting, behaves, claim, number, put, says, table, total
from verify.language.symbols import Real, between, nonnegative, sequence
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, add, multiply, shown, sum_over
from verify.methods.derive import substitute as instance
from verify.papers.lssgd.formulas.smoothing import OMEGA, eigenvalue, gamma
from verify.papers.lssgd.formulas.smoothing import V as FORMULAS
from verify.papers.lssgd.lemmas.inverse import prop_1
from verify.papers.lssgd.notation import i

V = FORMULAS.extended(
    q=sequence("d", "q", unit="length^2", entry=Real(Fraction(0))),
    one=nonnegative("q_i", unit="length^2", search=(0, 9)),
    share=between(0, 1, r"\gamma", unit="1", ends="(]"),
)
D_SIGMA = total(i, 1, V.d, eigenvalue() * V.q[i])
MOST = 1 + 4 * V.sigma
LEFT, RIGHT = gamma() * (D_SIGMA + V.G**2), total(i, 1, V.d, V.q[i]) + V.G**2
BETTER = says(LEFT <= RIGHT, given=["d >= 3"])


def summed(term: Draft) -> Derive:
    """A comparison of a coordinate, over all of them, with G^2 and times gamma."""
    return Derive(
        multiply(
            add(
                sum_over(i, 1, V.d, instance(term, {"i": i, "one": V.q[i]})),
                shown(V.G**2 == V.G**2),
            ),
            gamma(),
        )
    )


BEST = says(gamma() * RIGHT <= LEFT, by=summed(says(V.one <= eigenvalue(V.i) * V.one)))
# On average: 1/lambda lies above its tangent at the mean eigenvalue m.
DIMENSION = 7850
CELLS = ("sigma = 1", "sigma = 2", "sigma = 3")


def best_factor(sigma: int) -> Formula:
    """sqrt(gamma) in the experiments, the factor for a constant error (Proposition 1)."""
    values = {"sigma": number(sigma), "d": number(DIMENSION)}
    return put(prop_1(OMEGA ** number(DIMENSION)), values).sqrt()


def ratio(cell: str, _: Context) -> Ratio:
    """The least factor in a cell."""
    from verify.formula.evaluate import value_at

    value = float(value_at(best_factor(int(cell[-1])).tree, {}))
    return Ratio(value=value, low=value, high=value, data_sets=None)


UTILITY = (
    claim(
        "lssgd/utility-factor",
        "§1.2, contributions; Remark 2",
        "improvement of the convex bound, no term excluded",
    )
    .says(
        {"better": BETTER, "much less than one": behaves("much less", CELLS, ratio)},
        instead={
            "better": says(
                gamma() * (D_SIGMA + V.G**2)
                <= gamma() * (total(i, 1, V.d, MOST * V.q[i]) + V.G**2),
                by=summed(says(eigenvalue(V.i) * V.one <= MOST * V.one)),
            ),
            "much less than one": table(
                {
                    "sigma = 1": ("0.669", best_factor(1)),
                    "sigma = 2": ("0.577", best_factor(2)),
                    "sigma = 3": ("0.527", best_factor(3)),
                }
            ),
        },
        settings=tuple(
            Setting(name=f"§4.1, sigma = {sigma}", values={"sigma": sigma}) for sigma in (1, 2, 3)
        ),
        notes=(BEST,),
    )
    .rejects("better by half", BEST.but(right=LEFT / 2))
)
