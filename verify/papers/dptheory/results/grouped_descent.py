r"""Theorem 1 of the group-wise paper without a union over the groups, explicit, for every T.

**Convergence.** :mod:`dptheory.bounds.grouped`, given the telescoped inequality: the descents of a
step are worth at most :math:`\kappa`, which at a learning rate :math:`\eta` is
:math:`\sqrt M\big(\frac{L_0-L_*}{\eta BT}+\frac{\mathcal L\eta B}2(1+\frac{\sigma^2d}{B^2})\big)`,
least at the paper's (``groupwise/thm-1`` proves the inequality there).

**Against (16).** At the norm :math:`\sqrt Ms` that (16) allows for some r, with
:math:`s=\mathcal M^{-1}(a)+\frac cr` and :math:`c=\frac\xi{\sqrt M}`, the descents are worth
:math:`a/2` or more: the bound is at most (16), whatever r is.

**More groups.** The leading term is :math:`M^{1/4}(\xi/\sqrt M+\gamma)`: going from M to N groups
lowers it exactly while :math:`\gamma\sqrt[4]{MN}\le\xi`, if the groups share the noise, and raises
it if one group carries all. Of the whole bound x this is not enough: with
:math:`w_N=\xi/\sqrt N+\gamma` and :math:`q=D/(\varrho\sqrt T)` it is lowered exactly while
:math:`q\sqrt N(x+w_N^2/\gamma)\le x^2`, which takes many steps.
"""

import math
from fractions import Fraction as F

from verify.language import between, claim, lemma, natural, nonnegative, positive, says
from verify.language.formulas import Formula, external, largest, least, number, put
from verify.methods import derive
from verify.methods.derive import Derive, cases, chain, given, having, multiply, shown, substitute
from verify.papers.groupwise.formulas.printed_1 import DESCENT, SECOND_MOMENT, WORTH, below
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.formulas.printed_r import fourth_root
from verify.papers.groupwise.laboratory import runs
from verify.papers.groupwise.lemmas.groups_add import ADD, EXCESS, PAIR, WEAKER, worth
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENDS
from verify.papers.groupwise.lemmas.tails import DESCENT as TAIL
from verify.papers.groupwise.notation import GRADIENT

V = PAPER.extended(
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    kappa=positive(r"\kappa", unit=GRADIENT, search=(0.01, 10)),
    N=natural("N", search=(1, 200)),
    s=positive("s", unit=GRADIENT, search=(0.01, 10)),
    c=nonnegative("c", unit=GRADIENT, search=(0, 10)),
    r=between(1, math.inf, "r", unit="1", ends="()", search=(1, 20)),
)
WIDTH = V.xi * V.M ** number(F(-1, 2)) + V.gamma
LEFT_OUT = WIDTH * V.M.sqrt()
LEMMAS = (DESCENDS, WEAKER, ADD, PAIR, EXCESS, TAIL)


def near(k: Formula, width: Formula = WIDTH) -> Formula:
    """The norm whose descents are worth k by what a short gradient keeps."""
    return k / 2 + (k**2 / 4 + k * width**2 / V.gamma).sqrt()


def far(k: Formula, left_out: Formula = LEFT_OUT) -> Formula:
    """The same by what a long one keeps."""
    return k + left_out


def reach(k: Formula, width: Formula = WIDTH, left_out: Formula = LEFT_OUT) -> Formula:
    """The norm whose descents are worth k at least."""
    return least(near(k, width), far(k, left_out))


def descended(norm: Formula, width: Formula = WIDTH, left_out: Formula = LEFT_OUT) -> Formula:
    """What a gradient of a norm descends at least."""
    return largest(worth(norm, width), norm - left_out)


SIZE = external("E|g_t|", runs.mean_size, V.seen, balls=runs.enclosed_size)
KNOWN = [V.kappa >= DESCENT]
LIKELY, REACHED = below(reach(V.kappa / V.rho)), reach(V.kappa)
SHORT = (
    "Where a gradient has norm x its groups descend by gamma x^2/(w^2 + gamma x) together, with "
    "w = xi/sqrt(M) + gamma: by symmetric-descent, descent-of-a-group and groups-add."
)
LONG = (
    "Where a gradient has norm x its groups descend by x - w sqrt(M), with w = xi/sqrt(M) + gamma: "
    "by symmetric-pair-excess, Jensen's inequality and excesses-add."
)
CONVEX = "It is convex in x: Jensen's inequality."
WORTH_NEAR = derive.words(f"{SHORT} {CONVEX}", worth(SIZE, WIDTH) <= DESCENT, cites=LEMMAS[:3])
WORTH_FAR = derive.words(LONG, SIZE - LEFT_OUT <= DESCENT, cites=LEMMAS[3:5])
# w and w sqrt(M), and a norm.
W = V.extended(
    n=nonnegative("n", unit=GRADIENT, search=(0, 10)),
    w=positive("w", unit=GRADIENT, search=(0.01, 10)),
    q=nonnegative("q", unit=GRADIENT, search=(0, 10)),
)
REACHES = lemma(
    "dptheory/norm-of-a-descent",
    W.n <= reach(W.kappa, W.w, W.q),
    given=[worth(W.n, W.w) <= W.kappa, W.n - W.q <= W.kappa],
)
IS_WORTH = lemma(
    "dptheory/descent-of-the-norm", W.kappa <= descended(reach(W.kappa, W.w, W.q), W.w, W.q)
)
PUT_IN = {"w": WIDTH, "q": LEFT_OUT}
EXPECTED = says(
    SIZE <= REACHED,
    given=KNOWN,
    by=Derive(
        having(
            [derive.words("A mean of norms.", number(0) <= SIZE)],
            having(
                [chain(WORTH_NEAR, given(KNOWN[0])), chain(WORTH_FAR, given(KNOWN[0]))],
                substitute(REACHES, {**PUT_IN, "n": SIZE}),
            ),
        )
    ),
)
UNLIKELY, NEEDED = 1 - LIKELY, V.kappa / V.rho
MARKOV = derive.words(
    f"{SHORT} {LONG} Both grow with x: Markov's inequality, as in tail-of-the-descent.",
    UNLIKELY * descended(reach(NEEDED)) <= DESCENT,
    cites=LEMMAS,
)
IN_PROBABILITY = says(
    LIKELY >= 1 - V.rho,
    given=KNOWN,
    by=Derive(
        shown(1 - V.rho == LIKELY - V.rho + UNLIKELY),
        derive.add(
            shown(LIKELY - V.rho == LIKELY - V.rho),
            multiply(
                having(
                    [derive.words("A probability.", LIKELY <= 1)],
                    chain(
                        multiply(substitute(IS_WORTH, {**PUT_IN, "kappa": NEEDED}), UNLIKELY),
                        MARKOV,
                        given(KNOWN[0]),
                    ),
                ),
                V.rho / V.kappa,
            ),
        ),
    ),
)
WAY = V.eta * V.B
AT_A_RATE = V.M.sqrt() * (V.gap / (WAY * V.T) + V.smooth * WAY * SECOND_MOMENT / 2)
CONVERGENCE = claim(
    "dptheory/grouped-convergence",
    "Theorem 1 of Bu et al. without a union bound",
    "The gradient in probability, given the telescoped inequality",
).says(IN_PROBABILITY, ours=True)
IN_THE_MEAN = claim(
    "dptheory/grouped-mean",
    "Theorem 1 of Bu et al. without a union bound",
    "The gradient in expectation, given the telescoped inequality",
).says({"in expectation": EXPECTED, "the best learning rate": says(AT_A_RATE >= WORTH)}, ours=True)

# Against (16): s = M^{-1}(a) + c/r with c = xi/sqrt(M), and a/2 by (10).
X = V.s - V.c / V.r
HALF = X * (V.gamma / ((V.r - 1) * V.s + V.gamma) - V.gamma / ((V.r + 1) * V.s + V.gamma)) / 2
SQUARES = (V.r * V.s + V.gamma) ** 2 - V.s**2
OWN = V.c + V.gamma
NEAR = lemma(
    "dptheory/grouped-near",
    (V.r * V.s - V.c) * (OWN**2 + V.gamma * V.s) <= V.r * V.s * SQUARES,
    given=[V.c <= V.r * V.s, V.s <= V.c + 2 * V.gamma],
)
FAR = lemma(
    "dptheory/grouped-far",
    (V.r * V.s - V.c) * V.gamma * V.s <= V.r * (V.s - OWN) * SQUARES,
    given=[V.c <= V.r * V.s, V.s >= V.c + 2 * V.gamma],
)
ALLOWED = V.M.sqrt() * V.s
DESCENDED = largest(worth(ALLOWED, OWN), ALLOWED - OWN * V.M.sqrt())
NEVER_ABOVE = says(
    DESCENDED >= HALF,
    over=V,
    given=[V.c <= V.r * V.s],
    by=Derive(
        cases(
            V.s <= V.c + 2 * V.gamma,
            chain(
                multiply(
                    substitute(NEAR, {}), V.gamma * V.s / (V.r * (OWN**2 + V.gamma * V.s) * SQUARES)
                ),
                shown(worth(V.s, OWN) <= worth(ALLOWED, OWN)),
                shown(worth(ALLOWED, OWN) <= DESCENDED),
            ),
            chain(
                multiply(substitute(FAR, {}), 1 / (V.r * SQUARES)),
                shown(V.s - OWN <= ALLOWED - OWN * V.M.sqrt()),
                shown(ALLOWED - OWN * V.M.sqrt() <= DESCENDED),
            ),
        )
    ),
)
AGAINST_16 = claim(
    "dptheory/grouped-against-16",
    "Theorem 1 of Bu et al. without a union bound",
    "The explicit bound is never above (16), that of the proof",
).says(NEVER_ABOVE, ours=True)

U = V.extended(
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
    x=positive("x", unit=GRADIENT, search=(0.01, 10)),
    u=nonnegative("u", unit=GRADIENT, search=(0, 10)),
    l=positive("l", unit=GRADIENT, search=(0.01, 10)),
)


def leading(groups: Formula, deviation: Formula) -> Formula:
    """What of the leading term depends on the number of groups."""
    return fourth_root(groups) * (deviation + U.gamma)


# The near end of the bound: the positive root of x^2 = l x + l u.
END = U.l / 2 + (U.l**2 / 4 + U.l * U.u).sqrt()
AT_MOST = lemma("dptheory/root-at-most", U.x >= END, given=[U.l * U.x + U.l * U.u <= U.x**2])
BEYOND = lemma("dptheory/root-beyond", U.x < END, given=[U.l * U.x + U.l * U.u > U.x**2])

SPENT = U.q * U.M.sqrt()
BOUND, FAR_END = reach(SPENT), far(SPENT)
NEAR_END, OTHER_FAR, OTHER = (put(f(SPENT), {"M": U.N}) for f in (near, far, reach))
ENDS = {"x": BOUND, "l": U.q * U.N.sqrt(), "u": put(WIDTH**2 / U.gamma, {"M": U.N})}
ASKED = put(U.l * U.x + U.l * U.u, ENDS)
LOWERED = says(
    OTHER <= BOUND,
    over=U,
    given=[U.N > U.M, ASKED <= BOUND**2],
    by=Derive(shown(OTHER <= NEAR_END), substitute(AT_MOST, ENDS)),
)
RAISED = says(
    BOUND < OTHER,
    over=U,
    given=[U.N > U.M, ASKED > BOUND**2],
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
    "Theorem 1 of Bu et al. without a union bound",
    "When more groups lower the leading term, and when the whole bound",
).says(
    {
        "noise shared by the groups": says(
            leading(U.N, U.xi / U.N.sqrt()) <= leading(U.M, U.xi / U.M.sqrt()),
            given=[U.N >= U.M, U.xi >= U.gamma * fourth_root(U.M) * fourth_root(U.N)],
        ),
        "beyond": says(
            leading(U.M, U.xi / U.M.sqrt()) < leading(U.N, U.xi / U.N.sqrt()),
            given=[U.N > U.M, U.xi < U.gamma * fourth_root(U.M) * fourth_root(U.N)],
        ),
        "noise of one group": says(leading(U.M, U.s) <= leading(U.N, U.s), given=[U.N >= U.M]),
        "the whole bound": LOWERED,
        "the whole bound, beyond": RAISED,
    },
    ours=True,
)
