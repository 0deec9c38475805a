r"""What more groups do to the bound of ``grouped_descent``, and to its leading term.

The leading term is :math:`M^{1/4}(\xi/\sqrt M+\gamma)`: going from M to N groups lowers it exactly
while :math:`\gamma\sqrt[4]{MN}\le\xi`, if the groups share the noise, and raises it if one group
carries all. Of the whole bound x this is not enough: with :math:`w_N=\xi/\sqrt N+\gamma` and
:math:`q=D/(\varrho\sqrt T)` it is lowered exactly while
:math:`q\sqrt N(x+w_N^2/\gamma)\le x^2`, which takes many steps.
"""

from verify.language import claim, lemma, says
from verify.language.formulas import Formula, put
from verify.language.symbols import nonnegative, positive
from verify.methods.derive import Derive, cases, chain, shown, substitute
from verify.papers.dptheory.results import grouped_descent
from verify.papers.dptheory.results.grouped_descent import WIDTH, far, near, reach
from verify.papers.groupwise.notation import GRADIENT

V = grouped_descent.V.extended(
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
    x=positive("x", unit=GRADIENT, search=(0.01, 10)),
    u=nonnegative("u", unit=GRADIENT, search=(0, 10)),
    l=positive("l", unit=GRADIENT, search=(0.01, 10)),
)


def fourth(x: Formula) -> Formula:
    """The fourth root."""
    return x.sqrt().sqrt()


def leading(groups: Formula, deviation: Formula) -> Formula:
    """What of the leading term depends on the number of groups."""
    return fourth(groups) * (deviation + V.gamma)


# The near end of the bound: the positive root of x^2 = l x + l u.
END = V.l / 2 + (V.l**2 / 4 + V.l * V.u).sqrt()
AT_MOST = lemma("dptheory/root-at-most", V.x >= END, given=[V.l * V.x + V.l * V.u <= V.x**2])
BEYOND = lemma("dptheory/root-beyond", V.x < END, given=[V.l * V.x + V.l * V.u > V.x**2])

WORTH = V.q * V.M.sqrt()
BOUND, FAR_END = reach(WORTH), far(WORTH)
NEAR_END, OTHER_FAR, OTHER = (put(f(WORTH), {"M": V.N}) for f in (near, far, reach))
ENDS = {"x": BOUND, "l": V.q * V.N.sqrt(), "u": put(WIDTH**2 / V.gamma, {"M": V.N})}
NEEDED = put(V.l * V.x + V.l * V.u, ENDS)
LOWERED = says(
    OTHER <= BOUND,
    over=V,
    given=[V.N > V.M, NEEDED <= BOUND**2],
    by=Derive(shown(OTHER <= NEAR_END), substitute(AT_MOST, ENDS)),
)
RAISED = says(
    BOUND < OTHER,
    over=V,
    given=[V.N > V.M, NEEDED > BOUND**2],
    by=Derive(
        cases(
            NEAR_END <= OTHER_FAR,
            substitute(BEYOND, ENDS),
            chain(shown(BOUND <= FAR_END), shown(FAR_END < OTHER_FAR)),
        )
    ),
)
GROUPS = claim(
    "dptheory/grouped-more-groups",
    "Theorem 1 without a union bound",
    "what more groups do to the leading term, and to the bound",
).says(
    {
        "noise shared by the groups": says(
            leading(V.N, V.xi / V.N.sqrt()) <= leading(V.M, V.xi / V.M.sqrt()),
            given=[V.N >= V.M, V.xi >= V.gamma * fourth(V.M) * fourth(V.N)],
        ),
        "beyond": says(
            leading(V.M, V.xi / V.M.sqrt()) < leading(V.N, V.xi / V.N.sqrt()),
            given=[V.N > V.M, V.xi < V.gamma * fourth(V.M) * fourth(V.N)],
        ),
        "noise of one group": says(leading(V.M, V.s) <= leading(V.N, V.s), given=[V.N >= V.M]),
        "the whole bound": LOWERED,
        "the whole bound, beyond": RAISED,
    },
    ours=True,
)
