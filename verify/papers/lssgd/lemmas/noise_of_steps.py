r"""The noise of T steps in one direction grows with the step u, whatever T is.

In units of one step of u = 1 it is :math:`u^2\sum_{t<T}(1-u)^{2t}`. Up to u = 1 this is
:math:`\frac u{2-u}\bigl(1-(1-u)^{2T}\bigr)`, of which both factors grow; from u = 1 on every term
grows.
"""

from verify.language import lemma, natural, nonnegative, positive, says
from verify.language.formulas import Formula, index, number, total
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, add, cases, chain, monotone, multiply, shown, substitute
from verify.papers.lssgd import notation

V = notation.V.extended(
    T=notation.V.T.within(search=(1, 4)),
    rate=positive(r"(\eta h)", unit="1", search=(0.01, 2)),
    less=positive("u", unit="1", search=(0.01, 2)),
    exponent=natural("n", least=0, search=(0, 8)),
    base=nonnegative("x", unit="1", search=(0, 2)),
    larger=nonnegative("y", unit="1", search=(0, 2)),
)
t = index("t")
NO_LARGER = [V.less <= V.rate]


def noise(u: Formula) -> Formula:
    """u^2 times the sum of (1 - u)^{2t} over t < T."""
    return u**2 * total(t, 0, V.T - 1, (1 - u) ** (2 * t))


def share(u: Formula) -> Formula:
    """The first factor of the closed form."""
    return u / (2 - u)


def left(u: Formula) -> Formula:
    """What T steps leave of a square."""
    return (1 - u) ** (2 * V.T)


POWERS = says(V.base**V.exponent <= V.larger**V.exponent, given=[V.base <= V.larger])
LESS_LEFT = substitute(POWERS, {"base": 1 - V.rate, "larger": 1 - V.less, "exponent": 2 * V.T})
SMALL = says(
    noise(V.less) <= noise(V.rate),
    given=[*NO_LARGER, V.rate <= 1],
    by=Derive(
        multiply(shown(share(V.less) <= share(V.rate)), 1 - left(V.less)),
        multiply(add(shown(number(1) == 1), monotone("negative", LESS_LEFT)), share(V.rate)),
    ),
)
LARGER_TERM = {"base": V.less - 1, "larger": V.rate - 1, "exponent": 2 * t}
LARGE = says(
    noise(V.less) <= noise(V.rate),
    given=[*NO_LARGER, V.less >= 1],
    by=Derive(
        multiply(sum_over(t, 0, V.T - 1, substitute(POWERS, LARGER_TERM)), V.less**2),
        multiply(shown(V.less**2 <= V.rate**2), total(t, 0, V.T - 1, (V.rate - 1) ** (2 * t))),
    ),
)
ACROSS_1 = chain(substitute(SMALL, {"rate": number(1)}), substitute(LARGE, {"less": number(1)}))
LESS_STEP = lemma(
    "lssgd/less-step-less-noise",
    noise(V.less) <= noise(V.rate),
    given=NO_LARGER,
    by=Derive(
        cases(
            V.rate <= 1, substitute(SMALL, {}), cases(V.less >= 1, substitute(LARGE, {}), ACROSS_1)
        )
    ),
)
