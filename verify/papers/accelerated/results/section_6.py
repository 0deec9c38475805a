r"""Section 6: the allocation of Proposition 4.2 under zero-concentrated differential privacy.

A release of L2 sensitivity D with variance :math:`\sigma_t^2` costs
:math:`\rho_t=D^2/(2\sigma_t^2)`; a weight :math:`a_{T,t}` is written :math:`a_{T,T}c_t^2`.
"""

from verify.language import Formula, claim, lemma, positive, says, sequence, total
from verify.methods import derive
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.accelerated.lemmas import section_4
from verify.papers.accelerated.lemmas.section_4 import POSITIVE, ROOTS, SUM, W
from verify.papers.accelerated.notation import i

V = section_4.V.extended(
    D=positive("D", unit="gradient", search=(0.1, 50)),
    budget=positive(r"\rho", unit="1", search=(0.01, 10)),
    variances=sequence("T", r"\sigma^2", unit="gradient^2", entry=POSITIVE),
)


def closed_form(t: Formula, roots: Formula = ROOTS) -> Formula:
    """sigma_t^2 for rho_t in proportion to the square root of the weight."""
    return V.D**2 * roots / (2 * V.budget * V.c[t])


def noise(variance: Formula) -> Formula:
    """The sum of a_{T,t} sigma_t^2."""
    return total(i, 1, V.T, V.last * V.c[i] ** 2 * variance)


SHARE = V.D**2 / (2 * V.variances[i])
SPENT = V.budget == total(i, 1, V.T, SHARE)
TANGENT = lemma(
    "accelerated/tangent-of-a-reciprocal",
    2 * W.x * W.X / W.E - W.e * W.X**2 / W.E**2 <= W.x**2 / W.e,
)
UNIT = V.last * V.D**2 / 2
LEVEL, SLOPE = UNIT * V.C / V.budget, UNIT * V.C**2 / V.budget**2
TANGENTS = 2 * V.c[i] * V.C / V.budget - SHARE * V.C**2 / V.budget**2
VALUE = chain(
    sum_over(i, 1, V.T, shown(V.last * V.c[i] ** 2 * closed_form(i, V.C) == LEVEL * V.c[i])),
    shown(total(i, 1, V.T, LEVEL * V.c[i]) == 2 * LEVEL * SUM - LEVEL * SUM),
)
LINEAR = chain(
    multiply(given(SUM == V.C), LEVEL),
    shown(LEVEL * V.C == SLOPE * V.budget),
    multiply(given(SPENT), SLOPE),
)
TERM = multiply(substitute(TANGENT, {"x": V.c[i], "X": V.C, "E": V.budget, "e": SHARE}), UNIT)
COST = shown(UNIT * (V.c[i] ** 2 / SHARE) == V.last * V.c[i] ** 2 * V.variances[i])
LEAST = lemma(
    "accelerated/least-gaussian-noise",
    noise(closed_form(i, V.C)) <= noise(V.variances[i]),
    given=[SUM == V.C, SPENT],
    by=Derive(
        VALUE,
        add(shown(2 * LEVEL * SUM == 2 * LEVEL * SUM), derive.monotone("negative", LINEAR)),
        shown(2 * LEVEL * SUM - SLOPE * SPENT.right == total(i, 1, V.T, UNIT * TANGENTS)),
        sum_over(i, 1, V.T, chain(TERM, COST)),
    ),
)
ZCDP = claim("accelerated/zcdp-allocation", "§6", "Allocation under zCDP").says(
    {
        "it spends the budget": says(total(i, 1, V.T, V.D**2 / (2 * closed_form(i))) == V.budget),
        "it has the least noise": says(
            noise(closed_form(i)) <= noise(V.variances[i]),
            given=[SPENT],
            by=Derive(substitute(LEAST, {"C": ROOTS})),
        ),
    }
)
