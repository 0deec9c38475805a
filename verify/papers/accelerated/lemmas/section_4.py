r"""What Section 4's claims share: its symbols, the schedule (31) and the lemmas behind it.

A weight :math:`a_{T,t}` is written :math:`a_{T,T}c_t^3`, so that :math:`c_t` is a ratio of the cube
roots in (31), which :math:`a_{T,T}` does not change; positive weights are those with positive
:math:`c_t`.
"""

from fractions import Fraction
from typing import Any

from verify.language import Draft, Real, lemma, nonnegative, notation, positive, says, sequence
from verify.language.formulas import Formula, total
from verify.methods import derive
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.notation import i, j

POSITIVE = Real(Fraction(0), None, True)
V = symbols.V.extended(
    last=positive("a_{T,T}", unit="length^2/loss", search=(0.01, 10)),
    c=sequence("T", "c", unit="1", entry=POSITIVE),
    C=nonnegative("C", unit="1", search=(0, 10)),
    b=sequence("T", "b", unit="gradient", entry=POSITIVE),
    E0=positive("E_0", unit="loss", search=(0.01, 10)),
)
W = notation(
    **{n: positive(n, unit="1", search=(0.01, 10)) for n in ("x", "e", "E")},
    X=nonnegative("X", unit="1", search=(0, 10)),
)
ROOTS = total(j, 1, V.T, V.c[j])  # the sum of the cube roots in (31), over that of a_{T,T}
SPENT = V.eps == total(i, 1, V.T, V.S / (V.n * V.b[i]))  # (30) at m = n, by (11)
WEIGHTS = r"(1-\sqrt{\mu\alpha})^{T-t}\alpha(1+\alpha L)"  # (29)


def eq_31(t: Any, roots: Formula = ROOTS) -> Formula:
    """(31)."""
    return roots / V.c[t] * (V.S / (V.n * V.eps))


def noise(scale: Any) -> Formula:
    """The sum in (30), from the scale of each iteration."""
    return total(i, 1, V.T, V.last * V.c[i] ** 3 * scale(i) ** 2)


def used(t: Any) -> Formula:
    """Another schedule that spends the same."""
    return V.b[t]


# One term: x^3/e^2 lies above its tangent at e = x E/X.
TANGENT = lemma(
    "accelerated/tangent-of-a-term",
    3 * W.x * W.X**2 / W.E**2 - 2 * W.e * W.X**3 / W.E**3 <= W.x**3 / W.e**2,
)
# Summed, with C for the sum of the c_j: the terms that are linear in the budgets cancel.
UNIT = V.last * (V.S / V.n) ** 2
SHARE = V.S / (V.n * V.b[i])  # what iteration i of the other schedule spends
SUM, SPENDS = total(i, 1, V.T, V.c[i]), SPENT.right
SQUARE, SLOPE = UNIT * V.C**2 / V.eps**2, 2 * UNIT * V.C**3 / V.eps**3
TANGENTS = 3 * V.c[i] * V.C**2 / V.eps**2 - 2 * SHARE * V.C**3 / V.eps**3
# The noise of (31) if C were the sum of the c_j.
VALUE = lemma(
    "accelerated/noise-of-31",
    noise(lambda t: eq_31(t, V.C)) == SQUARE * SUM,
    by=Derive(
        sum_over(i, 1, V.T, shown(V.last * V.c[i] ** 3 * eq_31(i, V.C) ** 2 == SQUARE * V.c[i])),
        shown(total(i, 1, V.T, SQUARE * V.c[i]) == SQUARE * SUM),
    ),
)
LINEAR = chain(
    multiply(given(SUM == V.C), 2 * SQUARE),
    shown(2 * SQUARE * V.C == SLOPE * V.eps),
    multiply(given(SPENT), SLOPE),
)
TERM = multiply(substitute(TANGENT, {"x": V.c[i], "X": V.C, "E": V.eps, "e": SHARE}), UNIT)
COST = shown(UNIT * (V.c[i] ** 3 / SHARE**2) == V.last * V.c[i] ** 3 * V.b[i] ** 2)
LEAST = lemma(
    "accelerated/least-noise",
    noise(lambda t: eq_31(t, V.C)) <= noise(used),
    given=[SUM == V.C, SPENT],
    by=Derive(
        substitute(VALUE, {}),
        shown(SQUARE * SUM == 3 * SQUARE * SUM - 2 * SQUARE * SUM),
        add(shown(3 * SQUARE * SUM == 3 * SQUARE * SUM), derive.monotone("negative", LINEAR)),
        shown(3 * SQUARE * SUM - SLOPE * SPENDS == total(i, 1, V.T, UNIT * TANGENTS)),
        sum_over(i, 1, V.T, chain(TERM, COST)),
    ),
)
MINIMUM: Draft = says(
    noise(eq_31) <= noise(used), given=[SPENT], by=Derive(substitute(LEAST, {"C": ROOTS}))
)
