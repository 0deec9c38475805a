r"""Appendix E, Proposition E.1: "if and only if", each direction by itself.

A mechanism has the outputs 1, ..., n here, with probabilities p on one data set and q on a
neighbour; the supremum of (45) is over such pairs in both orders. (i) speaks of its limit at
infinity, the largest :math:`\ln(p_i/q_i)`; (ii), (iv) and (v) are definitions, judged at any
order, of which (v) takes those below omega. Orders are above 1: at
:math:`\alpha=1` (45) divides by 0, and its limit is the Kullback-Leibler divergence.

**(iii)**, (epsilon, delta)-DP by the curve, and back. *If:* an event has the probabilities P and Q
on two neighbours, and its part of the moment, :math:`P^\alpha Q^{1-\alpha}`, is at most the moment.
*Only if* is judged on the Gaussian mechanism.
"""

import math
from fractions import Fraction as F

from verify.language import Claim, Draft, Formula, claim, largest, number, says, tends, total
from verify.language.symbols import Real, between, natural, nonnegative, positive, real, sequence
from verify.methods import derive
from verify.methods.derive import Derive, add, given, monotone, multiply, shown, substitute, words
from verify.papers.nsgd.lemmas.gaussian_profile import least_delta, normal_tail
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.notation import i

V = PAPER.extended(
    n=natural("n", search=(1, 5)),
    order=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 8)),
    rho=positive(r"\rho", unit="1", search=(0.01, 3)),
    q=sequence("n", "q", unit="1", entry=Real(F(0), F(1), True, True)),
    moment=positive("M", unit="1", search=(0.1, 20)),
    x=real("x", unit="1", search=(-3, 3)),
    # Of an event, on both data sets.
    one=between(0, 1, "P", unit="1", ends="()"),
    other=between(0, 1, "Q", unit="1", ends="()"),
    # p over e^eps q, and which outputs are in the event.
    share=sequence("n", "c", unit="1", entry=Real(F(0), F(1))),
    member=sequence("n", "s", unit="1", entry=Real(F(0), F(1))),
    a=nonnegative("a", unit="1", search=(0, 2)),
    c=between(0, 1, "c", unit="1"),
)

# Pure privacy. (45) at infinity: every p_i is at most e^eps q_i, a share of it.
ODDS = V.eps.exp()
SHARED = says(V.a * (V.c * (ODDS * V.other)) <= V.a * (ODDS * V.other))
EVENTS = says(
    total(i, 1, V.n, V.member[i] * (V.share[i] * (ODDS * V.q[i])))
    <= total(i, 1, V.n, V.member[i] * (ODDS * V.q[i])),
    by=Derive(
        derive.sum_over(
            i, 1, V.n, substitute(SHARED, {"a": V.member[i], "c": V.share[i], "other": V.q[i]})
        )
    ),
)
# The event is one output.
OUTPUTS = says(
    (V.one / V.other).log() <= V.eps,
    given=[V.one <= ODDS * V.other],
    by=Derive(monotone("log", shown(V.one / V.other <= ODDS))),
)
BINARY = (number(F(3, 4)) * 3 ** (V.order - 1) + number(F(1, 4)) / 3 ** (V.order - 1)).log()
PURE = (
    claim("nsgd/prop-e1-pure", "App E, Prop E.1(i)", "Pure differential privacy by the Rényi curve")
    .says(
        {
            "if": EVENTS,
            "only if": OUTPUTS,
            # (45) of a randomised response with odds 3.
            "the limit, odds of 3": tends(BINARY / (V.order - 1), V.order, "oo", number(3).log()),
        }
    )
    .quoting(
        r"\epsilon_M(\infty)\le\epsilon",
        part="only if",
        reading="Of one output of one pair of neighbours, which has the probabilities P and Q",
    )
    .rejects("half of epsilon", part="only if", right=V.eps / 2)
)

# Rényi and concentrated privacy.
EXCESS = V.order - 1
CURVE = V.moment.log() / EXCESS  # (45), M its expectation


def definition(id: str, part: str, title: str, budget: Formula, **more: Draft) -> Claim:
    """(45) is at most a budget if and only if its expectation is at most an exponential."""
    allowed = (EXCESS * budget).exp()
    if_ = says(
        V.moment <= allowed,
        given=[budget >= CURVE],
        by=Derive(monotone("exp", shown(EXCESS * budget >= V.moment.log()))),
    )
    only_if = says(
        CURVE <= budget,
        given=[allowed >= V.moment],
        by=Derive(multiply(monotone("log", given(allowed >= V.moment)), 1 / EXCESS)),
    )
    return (
        claim(id, f"App E, Prop E.1({part})", title)
        .says({"if": if_, "only if": only_if, **more})
        .rejects("half of it", part="only if", right=budget / 2)
    )


# One pair's curve is log(M)/(alpha - 1): a quote of the paper's own curve is a reading.
ONE_PAIR = "Of one pair of neighbours; M is the expectation in the definition of the curve"
RDP = (
    definition("nsgd/prop-e1-rdp", "ii", "Rényi privacy by the Rényi curve, a definition", V.eps)
    .quoting(r"\epsilon_M(\alpha)\le\epsilon", part="only if", reading=ONE_PAIR)
    .quoting(
        r"\epsilon_M(\alpha)=\sup_{D,D'}\frac1{\alpha-1}"
        r"\log\mathbb E_{\theta\sim M(D')}[(M(D)(\theta)/M(D')(\theta))^\alpha]",
        part="only if",
        reading=ONE_PAIR,
    )
)

# Two outputs at order 1: no more than at any order above.
RATIO, REST = (V.one / V.other).log(), ((1 - V.one) / (1 - V.other)).log()
MEAN = EXCESS * (V.one * RATIO + (1 - V.one) * REST)
MOMENT = V.one * (EXCESS * RATIO).exp() + (1 - V.one) * (EXCESS * REST).exp()
TANGENT = says(1 + V.x <= V.x.exp())
X, Y = EXCESS * RATIO - MEAN, EXCESS * REST - MEAN
ORDER_1 = says(
    V.one * RATIO + (1 - V.one) * REST <= MOMENT.log() / EXCESS,
    by=Derive(
        multiply(
            monotone(
                "log",
                multiply(
                    add(
                        multiply(substitute(TANGENT, {"x": X}), V.one),
                        multiply(substitute(TANGENT, {"x": Y}), 1 - V.one),
                    ),
                    MEAN.exp(),
                ),
            ),
            1 / EXCESS,
        )
    ),
)


def concentrated(id: str, item: str, kind: str, **more: Draft) -> Claim:
    """One of the two definitions that bound the curve by rho alpha."""
    title = f"{kind} privacy by the Rényi curve, a definition order by order"
    said = definition(id, item, title, V.rho * V.order, **more)
    return said.quoting(r"\epsilon_M(\alpha)\le\rho\alpha", part="only if", reading=ONE_PAIR)


ZCDP = concentrated("nsgd/prop-e1-zcdp", "iv", "Zero-concentrated", **{"order 1": ORDER_1})
TCDP = concentrated("nsgd/prop-e1-tcdp", "v", "Truncated concentrated")

# (iii).
W = V.extended(rho=positive(r"\epsilon_M(\alpha)", unit="1", search=(0.01, 3)))
PART = W.one * (EXCESS * (W.one / W.other).log()).exp()
SPENT = (EXCESS * (W.rho - W.eps)).exp()
IN_EXCESS = monotone("log", shown(W.one / W.other >= ODDS))
IF = says(
    W.one <= ODDS * W.other + W.delta,
    given=[(EXCESS * W.rho).exp() >= PART, W.delta >= SPENT],
    by=Derive(
        derive.cases(
            W.one <= ODDS * W.other,
            shown(W.one <= ODDS * W.other + W.delta),
            derive.chain(
                multiply(
                    derive.chain(
                        multiply(monotone("exp", multiply(IN_EXCESS, EXCESS)), W.one),
                        given((EXCESS * W.rho).exp() >= PART),
                    ),
                    (-(EXCESS * W.eps)).exp(),
                ),
                shown(ODDS * W.other + W.delta >= SPENT),
            ),
        )
    ),
)
# The Gaussian mechanism: the least delta by any order, and the least one altogether.
LOST = W.noise**2 * W.eps - F(1, 2)
EXACT = least_delta(W.eps, W.noise)
NEAR, FAR = (W.noise * W.eps + sign / (2 * W.noise) for sign in (-1, 1))
TAIL = normal_tail(NEAR)
CHERNOFF = (-(NEAR**2) / 2).exp() / 2
HALF = says(
    EXACT <= (-(LOST**2) / (2 * W.noise**2)).exp() / 2,
    given=[LOST >= 0],
    by=Derive(
        add(
            words(
                "The privacy loss is normal: the least delta is a difference of two normal tails.",
                EXACT == TAIL - ODDS * normal_tail(FAR),
            ),
            multiply(words("A probability is not negative.", number(0) <= normal_tail(FAR)), ODDS),
        ),
        words(
            "From 0 on the standard normal tail is at most half of exp(-x^2/2).", TAIL <= CHERNOFF
        ),
        shown(CHERNOFF == (-(LOST**2) / (2 * W.noise**2)).exp() / 2),
    ),
)
APPROXIMATE = (
    claim(
        "nsgd/prop-e1-approximate",
        "App E, Prop E.1(iii)",
        "Approximate differential privacy by the Rényi curve",
    )
    .says(
        {"if": IF, "only if": says((-(largest(0, LOST) ** 2) / (2 * W.noise**2)).exp() <= EXACT)},
        # From epsilon = 1/(2 sigma^2) on, half of what the orders ask for is enough here.
        instead={"only if": HALF},
        notes=(
            # The exponent of the print at any order, and where it is least.
            says(EXCESS * (W.order / (2 * W.noise**2) - W.eps) >= -(LOST**2) / (2 * W.noise**2)),
        ),
    )
    .quoting(r"\delta\ge\exp[(\alpha-1)(\epsilon_M(\alpha)-\epsilon)]", part="if")
    .quoting(
        r"\Pr[M(\mathbb D)\in S]\le e^\epsilon\Pr[M(\mathbb D')\in S]+\delta",
        part="if",
        letters={r"\Pr[M(\mathbb D)\in S]": W.one, r"\Pr[M(\mathbb D')\in S]": W.other},
    )
    .rejects("a quarter", HALF.but(right=HALF.right / 4))
    .rejects("delta left out", part="if", right=ODDS * W.other)
)
